import { toast } from '../ui/toaster.ts'

/** What was typed in a form is gone at a press, which stands beside Save: for ten seconds another one brings it back. */
export const sayDiscarded = (undo: () => void): void =>
  toast.info('Changes discarded', { id: 'discarded', duration: 10_000, action: { label: 'Undo', onClick: undo } })
