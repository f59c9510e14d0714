import { create } from 'zustand'
import { toast } from '../../ui/toaster.ts'
import { hasUnsaved } from '../forms/unsaved.ts'
import { adminSession } from './admin-session.ts'

export const EXPIRED = 'Authentication Error: Your session has expired. Please login again.'

/** True while the password is asked for over what was typed. */
export const useLogInAgain = create<{ asking: boolean }>(() => ({ asking: false }))

let answered: ((back: boolean) => void) | undefined
let answer: Promise<boolean> | undefined

/**
 * The session is over, as a call made with `authorization` has heard. Answers whether the call is worth repeating: the admin has
 * logged in again, here or in another tab. With something typed the password is asked for in place; else the session is
 * cleared and the console leads to its login.
 */
export function sessionEnded(authorization: string | undefined): Promise<boolean> {
  const now = adminSession.authorization()
  if (now && now !== authorization) return Promise.resolve(true)
  if (hasUnsaved()) return askToLogInAgain()
  endSession()
  return Promise.resolve(false)
}

/** Ends the session here, with the words of the spec; whoever shows the console then shows the login. */
export function endSession(): void {
  adminSession.signOut()
  toast.error(EXPIRED, { id: 'admin-session-expired' })
}

/** Asks for the password over what was typed; all who wait are answered together. */
export function askToLogInAgain(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    answered = resolve
    useLogInAgain.setState({ asking: true })
  })
  return answer
}

/** The dialog's answer: logged in again, or given up. */
export function answerAgain(back: boolean): void {
  answered?.(back)
  answered = undefined
  answer = undefined
  useLogInAgain.setState({ asking: false })
}
