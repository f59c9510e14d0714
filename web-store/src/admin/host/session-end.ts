import { create } from 'zustand'
import { toast } from '../../ui/toaster.ts'
import { adminSession } from './admin-session.ts'
import { hasUnsaved } from './unsaved.ts'

export const EXPIRED = 'Authentication Error: Your session has expired. Please login again.'

/** True while a dialog asks for the password over unsaved input. */
export const useLogInAgain = create<{ asking: boolean }>(() => ({ asking: false }))

let answered: ((back: boolean) => void) | undefined
let answer: Promise<boolean> | undefined

/**
 * Handles the end of a session, which a call made with `authorization` noticed. Returns true if the call is worth repeating: the admin has
 * logged in again, here or in another tab. Over unsaved input a dialog asks for the password; else the session is cleared and the console
 * leads to its login.
 */
export function sessionEnded(authorization: string | undefined): Promise<boolean> {
  const now = adminSession.authorization()
  if (now && now !== authorization) return Promise.resolve(true)
  if (hasUnsaved()) return requestLogin()
  endSession()
  return Promise.resolve(false)
}

/** Ends the session here, with the words of the spec; whoever shows the console then shows the login. */
export function endSession(): void {
  adminSession.signOut()
  toast.error(EXPIRED, { id: 'admin-session-expired' })
}

/** Asks for the password over what was typed; all who wait are answered together. */
export function requestLogin(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    answered = resolve
    useLogInAgain.setState({ asking: true })
  })
  return answer
}

/** The result of the dialog: logged in again, or abandoned. */
export function answerAgain(back: boolean): void {
  answered?.(back)
  answered = undefined
  answer = undefined
  useLogInAgain.setState({ asking: false })
}
