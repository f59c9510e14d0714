import { generatePassword } from 'server/contract/password'
import { client, isApiError } from '../../api/client.ts'
import { logIn } from '../../shared/log-in.ts'
import { payableAddress } from '../../shared/payment-link.ts'
import type { BillingDraft } from '../../stores/draft.ts'
import { session, useSession } from '../../stores/session.ts'
import type { BuyerDetails } from './check-details.ts'
import { type Stop, stopOfPurchase, stopOfRegistration } from './purchase-stops.ts'

export type Purchase = {
  /** Of a buyer without an account; undefined for who is signed in. */
  details: BuyerDetails | undefined
  /** An id given n times is n seats. */
  courseIds: string[]
  promocode: string | undefined
  /** State and GSTIN where there are invoices. */
  billing: Partial<BillingDraft>
  /** What the buyer was shown, in integer paise. */
  expectedTotalPaise: number
  keyFor: (content: unknown) => string
  /** A new account stands and is signed in. */
  onAccount: (password: string) => void
}

export type Outcome = { kind: 'pay'; address: string } | Stop

/**
 * An account whose making was not seen to the end: an answer was lost, or the login after it failed. The next try with the
 * same email goes on with the same password, else a buyer would be locked out of an account nobody knows the password of.
 */
let unfinished: { email: string; password: string } | undefined

/** Registers and logs in a new buyer, then asks for the order and its payment link. Never throws. */
export async function startPurchase(purchase: Purchase): Promise<Outcome> {
  if (purchase.details) {
    const stop = await openAccount(purchase.details, purchase.onAccount)
    if (stop) return stop
  }
  const { user, token } = useSession.getState()
  if (!user || !token) return { kind: 'signed_out', message: 'Authentication token not found' }
  const { courseIds, promocode, billing, expectedTotalPaise } = purchase
  const query = {
    user_id: user.user_id,
    ...(promocode ? { promocode } : {}),
    ...billing,
    expected_total: (expectedTotalPaise / 100).toFixed(2),
  }
  try {
    const headers = { 'idempotency-key': purchase.keyFor([query, courseIds]) }
    const { payment_link: link } = await client.orders.buy({ query, headers, body: courseIds })
    const address = payableAddress(link, window.location)
    return address ? { kind: 'pay', address } : { kind: 'refused', message: 'Invalid payment link received' }
  } catch (error) {
    return stopOfPurchase(error)
  }
}

async function openAccount({ name, email, phone }: BuyerDetails, onAccount: Purchase['onAccount']) {
  const resumed = unfinished?.email === email
  const password = unfinished && resumed ? unfinished.password : generatePassword()
  unfinished = { email, password }
  try {
    const answer = await client.auth.register({ name, email, phone, password, reffered_by: '' })
    if (!answer.user_id) return { kind: 'refused', message: 'Registration failed' } satisfies Stop
  } catch (error) {
    const stop = stopOfRegistration(error)
    const ours = resumed && stop.kind === 'account_exists' && stop.field === 'email'
    if (!ours) {
      if (stop.kind !== 'network') unfinished = undefined
      return stop
    }
    return finishAccount(email, password, onAccount, stop)
  }
  return finishAccount(email, password, onAccount)
}

/** `taken` is what to say when the password does not open the account: then it is somebody else's. */
async function finishAccount(email: string, password: string, onAccount: Purchase['onAccount'], taken?: Stop) {
  try {
    await logIn({ email, password, remember: true })
  } catch (error) {
    if (taken && isApiError(error) && error.code === 'invalid_credentials') {
      unfinished = undefined
      return taken
    }
    const message = (isApiError(error) && error.message) || 'Auto-login failed'
    return { kind: isApiError(error) ? 'refused' : 'network', message } satisfies Stop
  }
  unfinished = undefined
  session.updateUser({ password, password_kept_at: Date.now() })
  onAccount(password)
  return undefined
}
