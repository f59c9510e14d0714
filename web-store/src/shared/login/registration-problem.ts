import { isApiError } from '../../api/client.ts'
import { said, t } from '../../language/text.ts'
import { isNetworkProblem, NETWORK_PROBLEM } from './log-in.ts'

const fieldOfCode: Record<string, string> = {
  email_taken: 'email',
  phone_taken: 'phone',
  invalid_referral_code: 'reffered_by',
  common_password: 'password',
}

/** What to say of a registration that failed, as a whole and by field of the form. */
export function registrationProblem(error: unknown): { message: string; byField: Record<string, string> } {
  if (isNetworkProblem(error)) return { message: NETWORK_PROBLEM, byField: {} }
  if (!isApiError(error)) return { message: t('An unexpected error occurred'), byField: {} }
  const message = said(error.message) || t('Registration request failed')
  const field = fieldOfCode[error.code]
  if (field) return { message, byField: { [field]: message } }
  const listed = (error.data?.errors ?? []).toReversed().map(({ path, message }) => [path, said(message)])
  return { message, byField: Object.fromEntries(listed) }
}
