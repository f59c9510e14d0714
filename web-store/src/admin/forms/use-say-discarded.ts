import { useEffect } from 'react'
import { toast } from '../../ui/toaster.ts'

const ID = 'discarded'

/**
 * Says that what was typed in a form is gone, at a press that stands beside Save: for ten seconds, or until the form is left, another one brings
 * it back.
 */
export function useSayDiscarded(): (undo: () => void) => void {
  useEffect(() => () => toast.end(ID), [])
  return (undo) =>
    toast.info('Changes discarded', { id: ID, duration: 10_000, action: { label: 'Undo', onClick: undo } })
}
