import { errorText, isApiError, isAuthError, isNoAnswer } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import type { BillingProblem } from '../../shared/billing/check-billing.ts'

/** Reason for which a purchase did not reach the payment page; `message` is for the buyer. */
export type PurchaseFailure = { message: string } & (
  | { kind: 'refused' }
  /** No response: the same press again is safe. */
  | { kind: 'network' }
  /** The email belongs to somebody who can sign in. */
  | { kind: 'account_exists'; field: 'email' }
  /** `total` in rupees is what it would cost now. */
  | { kind: 'price_changed'; total: number }
  /** `exact`: the message says more than the course: its date, or the way to an upgrade. */
  | { kind: 'already_purchased'; courseId: string | undefined; exact?: true }
  /** A course or the promo code is not what it was: the cart has to be looked at again. */
  | { kind: 'cart_changed'; promocode: boolean }
  /** A detail of the invoice is missing or wrong: the shop may have turned invoices on since. */
  | { kind: 'billing'; field: BillingProblem['field'] }
  | { kind: 'signed_out' }
)

/** A press that no answer followed is safe again; an error of our own code heals with no connection. */
const unanswered = (error: unknown, message: string): PurchaseFailure => ({
  kind: isNoAnswer(error) ? 'network' : 'refused',
  message,
})

/** Describes a failed registration at checkout. */
export function registrationFailure(error: unknown): PurchaseFailure {
  const message = errorText(error, t('Failed to register user'))
  if (!isApiError(error)) return unanswered(error, message)
  if (error.code === 'email_taken') return { kind: 'account_exists', field: 'email', message }
  return { kind: 'refused', message }
}

/** Describes a failed purchase. A message about authentication or a token ends the session, as a 401 does. */
export function purchaseFailure(error: unknown): PurchaseFailure {
  const message = errorText(error, t('Failed to process purchase'))
  if (!isApiError(error)) return unanswered(error, message)
  if (isAuthError(error) || /authentication|token/i.test(error.message)) return { kind: 'signed_out', message }
  const { total, course_id, run_id, upgrade } = error.data ?? {}
  const [first]: { path?: unknown }[] = Array.isArray(error.data?.errors) ? error.data.errors : []
  const field = BILLING.find((one) => one === first?.path)
  if (field) return { kind: 'billing', field, message }
  // A course became free, or the offer is for other carts by now.
  if (error.code === 'invalid' && (course_id || first?.path === 'offer')) {
    return { kind: 'cart_changed', promocode: false, message }
  }
  switch (error.code) {
    case 'price_changed':
      return typeof total === 'number' ? { kind: 'price_changed', total, message } : { kind: 'refused', message }
    case 'already_purchased':
      return {
        kind: 'already_purchased',
        courseId: typeof course_id === 'string' ? course_id : undefined,
        ...(run_id || upgrade ? { exact: true as const } : {}),
        message,
      }
    case 'promocode_invalid':
    case 'promocode_expired':
    case 'promocode_used_up':
    case 'promocode_minimum':
    case 'promocode_first_purchase':
    case 'promocode_segment':
      return { kind: 'cart_changed', promocode: true, message }
    case 'not_found':
    case 'offer_ended':
      return { kind: 'cart_changed', promocode: false, message }
    default:
      return { kind: 'refused', message }
  }
}

const BILLING = ['billing_state', 'billing_gstin', 'billing_pin'] as const
