import { lineText } from '../../api/call-types.ts'
import { errorText } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'

/** Describes a call that was made without a connection. */
export const NO_INTERNET = 'No internet. Please try again when you are back online.'

/** Reports that an editor was not saved; `failure` titles what the shop refused. */
export function reportUnsaved(failure: string, error: unknown, fallback = ''): void {
  if (lineText(error)) toast.error('Not saved: no internet', { description: 'Your text is kept here.' })
  else toast.error(failure, { description: errorText(error, fallback) })
}
