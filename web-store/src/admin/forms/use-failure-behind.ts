import { errorText, isAuthError } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'
import { useIsHere } from '../../ui/use-is-here.ts'

/** Says of a failure what its form would say, once that is closed: Escape does not wait for an answer. */
export function useFailureBehind(): (error: unknown, title: string, description?: string) => void {
  const here = useIsHere()
  return (
    error,
    title,
    description = errorText(error, 'No reply from the server. Open it again to see whether it was done.'),
  ) => {
    if (!here.current && !isAuthError(error)) toast.error(title, { description })
  }
}
