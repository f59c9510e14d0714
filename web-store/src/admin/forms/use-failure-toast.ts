import { useEffect } from 'react'
import { isAuthError } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'

/** Says with a toast that something could not be fetched; a session that has ended is said elsewhere. */
export function useFailureToast(error: unknown, text: string): void {
  useEffect(() => {
    if (error && !isAuthError(error)) toast.error(text, { id: text })
  }, [error, text])
}
