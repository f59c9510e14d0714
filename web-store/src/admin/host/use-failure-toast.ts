import { useEffect } from 'react'
import { lineText } from '../../api/call-types.ts'
import { isAuthError } from '../../api/client.ts'
import { toast } from '../../ui/toaster.ts'

/** Reports a failed fetch in a toast; an ended session has its own notice. */
export function useFailureToast(error: unknown, text: string): void {
  useEffect(() => {
    if (error && !isAuthError(error)) toast.error(text, { id: text, description: lineText(error) })
  }, [error, text])
}
