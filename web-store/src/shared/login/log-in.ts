import { client, errorText, isNoAnswer } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { session } from '../../stores/session.ts'

/** A login that failed although the server allowed it; its message is for the visitor. */
class LoginProblem extends Error {}

export const NETWORK_PROBLEM = t('Network error. Please check your internet connection.')

type Credentials = {
  email: string
  password: string
  /** Without it the browser forgets the session when it is closed. */
  remember: boolean
}

/**
 * Logs in and stores the session once the user's record is loaded too; a login without it leaves nothing behind. `mustChangePassword` is
 * true after a login with a mailed password. For what it throws see `loginProblem`.
 */
export async function logIn({ email, password, remember }: Credentials): Promise<{ mustChangePassword: boolean }> {
  return openSession(await client.auth.login({ email, phone: '', password }), remember)
}

type LoginAnswer = Awaited<ReturnType<typeof client.auth.login>>
type Opened = Pick<LoginAnswer, 'access_token' | 'token_type'> & Partial<LoginAnswer>

/** Stores the session of an answer to a login or a registration, as `logIn` does. */
export async function openSession(answer: Opened, remember: boolean): Promise<{ mustChangePassword: boolean }> {
  if (!answer.access_token) throw new LoginProblem(t('No access token received'))
  const { access_token: token, token_type: tokenType, must_change_password: mustChange } = answer
  session.replaceToken(token, tokenType)
  try {
    const { user_id, name, email, phone } = await client.account.dashboard()
    session.signIn({ user: { user_id, name, email, phone }, token, tokenType, remember })
  } catch {
    session.expire()
    throw new LoginProblem(t('Failed to fetch user details'))
  }
  return { mustChangePassword: mustChange === true }
}

/** The sentence under 'Login failed'; undefined when the server gave none. */
export function loginProblem(error: unknown): string | undefined {
  if (isNoAnswer(error)) return NETWORK_PROBLEM
  if (error instanceof LoginProblem) return error.message
  return errorText(error, '') || undefined
}
