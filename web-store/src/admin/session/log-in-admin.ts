import type { Challenge } from 'contract/second-factor'
import { emailKey } from 'contract/typed-keys'
import { lineText } from '../../api/call-types.ts'
import { isApiError } from '../../api/client.ts'
import { adminClient } from '../host/admin-api.ts'
import { adminSession } from '../host/admin-session.ts'

type Typed = { email: string; password: string }
export type Proof = { code: string } | { passkey: Record<string, unknown> }

/** Logs an admin in and keeps the session; answers what the second step asks for where there is one. Throws what the call throws. */
export async function logInAdmin({ email, password }: Typed): Promise<Challenge | undefined> {
  try {
    storeLogin(email, await adminClient.auth.adminLogin({ email, password }))
    return undefined
  } catch (error) {
    if (isApiError(error) && error.code === 'second_factor_required') return error.data as unknown as Challenge
    throw error
  }
}

/** The second step. Throws what the call throws. */
export async function finishLogIn(email: string, { challenge_id }: Challenge, proof: Proof): Promise<void> {
  storeLogin(email, await adminClient.secondFactor.logIn({ challenge_id, ...proof }))
}

type NewPassword = { token: string; password: string; challenge: Challenge | undefined; proof: Proof | undefined }

/** Sets the password of a mailed link and logs in; answers what the second step asks for. Throws what the call throws. */
export async function setNewPassword({
  token,
  password,
  challenge,
  proof,
}: NewPassword): Promise<Challenge | undefined> {
  const body = { token, new_password: password, challenge_id: challenge?.challenge_id ?? null, ...proof }
  try {
    const session = await adminClient.auth.newAdminPassword({ code: null, ...body })
    storeLogin(session.email, session)
    return undefined
  } catch (error) {
    if (isApiError(error) && error.code === 'second_factor_required') return error.data as unknown as Challenge
    throw error
  }
}

function storeLogin(email: string, { access_token, token_type }: { access_token?: string; token_type: string }): void {
  if (!access_token) throw new Error('No access token received')
  adminSession.signIn({ email: emailKey(email), token: access_token, tokenType: token_type })
}

/** Explains a failed login: with the server's reason, if any. */
export function loginProblem(error: unknown): string {
  const reason = isApiError(error) ? error.message : lineText(error)
  return reason ? `Login failed: ${reason}` : 'Admin login failed'
}
