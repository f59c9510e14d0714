import { isApiError } from '../api/client.ts'
import { adminClient } from './admin-api.ts'
import { adminSession } from './admin-session.ts'

/** Logs an admin in and keeps the session. Throws what the call throws. */
export async function logInAdmin({ email, password }: { email: string; password: string }): Promise<void> {
  const { access_token, token_type } = await adminClient.auth.adminLogin({ email, password })
  if (!access_token) throw new Error('No access token received')
  adminSession.signIn({ email: email.trim(), token: access_token, tokenType: token_type })
}

/** What is said of a login that failed: with the server's reason, where it gave one. */
export function loginProblem(error: unknown): string {
  return isApiError(error) && error.message ? `Login failed: ${error.message}` : 'Admin login failed'
}
