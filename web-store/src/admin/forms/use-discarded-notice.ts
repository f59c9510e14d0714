import { useEffect } from 'react'
import { toast } from '../../ui/toaster.ts'

const ID = 'discarded'

/** Reports discarded edits, and offers to restore them for ten seconds or until the form is left. */
export function useDiscardedNotice(): (undo: () => void) => void {
  useEffect(() => () => toast.end(ID), [])
  return (undo) =>
    toast.info('Changes discarded', { id: ID, duration: 10_000, action: { label: 'Undo', onClick: undo } })
}
