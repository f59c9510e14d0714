import type { BuyFields } from 'contract/orders/buy-fields'
import { generatePassword } from 'contract/password'
import { client, errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { refetchStale } from '../../refetch-stale.ts'
import type { BillingToSend } from '../../shared/billing/billing-details.ts'
import { logIn, openSession } from '../../shared/login/log-in.ts'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { session, useSession } from '../../stores/session.ts'
import { storage } from '../../stores/storage.ts'
import type { BuyerDetails } from './check-details.ts'
import { type PurchaseFailure, purchaseFailure, registrationFailure } from './purchase-failures.ts'

const fetchVisit = refetchStale(() => import('../../stores/visit.ts'), 'arrive')

const TRIES = 4
/** Random: clients that were refused together retry apart. */
const waitMs = () => 2_000 + Math.random() * 2_000

/** Repeats an idempotent call after a few seconds while the shop is busy. Rejects with the last refusal after four tries. */
export async function whileBusy<T>(
  call: () => Promise<T>,
  rest = () => new Promise<void>((resolve) => setTimeout(resolve, waitMs())),
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === TRIES || !isApiError(error) || error.code !== 'unavailable') throw error
      await rest()
    }
  }
}

export type Purchase = {
  /** A buyer without an account; undefined when signed in. */
  details: BuyerDetails | undefined
  /** An id that occurs n times is n seats. */
  courseIds: string[]
  promocode: string | undefined
  /** Id of the ticked offer. */
  offer?: string | undefined
  /** Fields of parts of the checkout. */
  fields?: BuyFields | undefined
  /** The buyer's state and GSTIN, if the shop issues invoices. */
  billing: BillingToSend
  /** Total that the buyer saw, in integer paise. */
  expectedTotalPaise: number
  keyFor: (content: unknown) => string
  /** Runs after a new account is signed in. */
  onAccount: (password: string) => void
}

export type Outcome = { kind: 'pay'; address: string } | PurchaseFailure

/**
 * An account with an unknown outcome: an answer was lost, or the login after it failed. The next try with the same email reuses the
 * password, else a buyer would be locked out of an account with an unknown password.
 */
let unfinished: { email: string; password: string } | undefined

/** Registers and logs in a new buyer, then asks for the order and its payment link. Never throws. */
export async function startPurchase(purchase: Purchase): Promise<Outcome> {
  if (purchase.details) {
    const failure = await openAccount(purchase.details, purchase.onAccount)
    if (failure) return failure
  }
  const { user, token } = useSession.getState()
  if (!user || !token) return { kind: 'signed_out', message: t('Authentication token not found') }
  const { courseIds, promocode, offer, billing, expectedTotalPaise, fields } = purchase
  const query = {
    user_id: user.user_id,
    ...(promocode ? { promocode } : {}),
    ...(offer ? { offer } : {}),
    ...billing,
    ...fields,
    expected_total: (expectedTotalPaise / 100).toFixed(2),
  }
  try {
    await noteLink()
    const headers = { 'idempotency-key': purchase.keyFor([query, courseIds]) }
    const touches = JSON.stringify(storage.read('touches'))
    const requested = { query: { ...query, touches }, headers, body: courseIds }
    const { payment_link: link } = await whileBusy(() => client.orders.buy(requested))
    const address = payableAddress(link, window.location)
    return address ? { kind: 'pay', address } : { kind: 'refused', message: t('Invalid payment link received') }
  } catch (error) {
    return purchaseFailure(error)
  }
}

/** Reads the link that led to this page, which a page otherwise does in a quiet moment: an order names it. */
const noteLink = () =>
  fetchVisit().then(
    ({ arrive }) => arrive(paths.checkout),
    () => undefined,
  )

async function openAccount({ name, email, phone }: BuyerDetails, onAccount: Purchase['onAccount']) {
  const resumed = unfinished?.email === email
  const password = unfinished && resumed ? unfinished.password : generatePassword()
  unfinished = { email, password }
  try {
    const answer = await client.auth.register({ name, email, phone, password, reffered_by: '', password_made: true })
    if (!answer.user_id) return { kind: 'refused', message: t('Registration failed') } satisfies PurchaseFailure
    const opened = { access_token: answer.token, token_type: answer.token_type }
    return finishAccount(password, onAccount, () => openSession(opened, true))
  } catch (error) {
    const failure = registrationFailure(error)
    const ours = resumed && failure.kind === 'account_exists'
    if (!ours) {
      if (failure.kind !== 'network') unfinished = undefined
      return failure
    }
    return finishAccount(password, onAccount, () => logIn({ email, password, remember: true }), failure)
  }
}

/**
 * Opens the account by `enter`: a new one by the session of its registration. `taken` is what to say when the password
 * does not open it: then it is somebody else's.
 */
async function finishAccount(
  password: string,
  onAccount: Purchase['onAccount'],
  enter: () => Promise<unknown>,
  taken?: PurchaseFailure,
) {
  try {
    await enter()
  } catch (error) {
    if (taken && isApiError(error) && error.code === 'invalid_credentials') {
      unfinished = undefined
      return taken
    }
    const message = errorText(error, t('Auto-login failed'))
    return { kind: isApiError(error) ? 'refused' : 'network', message } satisfies PurchaseFailure
  }
  unfinished = undefined
  session.updateUser({ password, password_kept_at: Date.now() })
  onAccount(password)
  return undefined
}
