import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type Razorpay from 'razorpay'
import type { z } from 'zod'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import {
  GatewayError,
  type GatewayKeys,
  GatewayNotConfiguredError,
  isRefused,
  type Payments as PaymentCalls,
  type PaymentLink,
} from './gateway.ts'
import { anyListAnswer, linkAnswer, linkListAnswer, parseAnswer, paymentAnswer } from './gateway-answers.ts'
import { gatewayErrorOf } from './gateway-failures.ts'
import { type Connection, readById, requireId, type Transport } from './razorpay-connection.ts'
import { linkBody } from './razorpay-links.ts'
import { orderCalls } from './razorpay-orders.ts'
import { refundCalls } from './razorpay-refunds.ts'
import { settlementCalls } from './razorpay-settlements.ts'
import { type SubscriptionCalls, subscriptionCalls } from './razorpay-subscriptions.ts'

export * from './gateway.ts'

export type Payments = PaymentCalls & SubscriptionCalls

const BUDGET_MS = 7500
const LEAST_ATTEMPT_MS = 400
const PAUSES_MS = [150, 500]

/** Ends one attempt; read by the request interceptor, since the SDK's functions take no signal. */
const attemptSignal = new AsyncLocalStorage<AbortSignal>()

/**
 * Calls Razorpay or the sandbox through Razorpay's SDK: only the address in the keys differs. Calls `loadKeys` before
 * every call, so that saved keys take effect at once; `timeoutMs` bounds one attempt (at most three are made, within
 * 7.5 s).
 */
export function createPayments(options: {
  loadKeys: () => Promise<GatewayKeys | undefined>
  log: Pick<Logger, 'warn' | 'error'>
  timeoutMs?: number
  /**
   * Receives each call's outcome except key tests: success, or a final error whose text names no person. Never rejects.
   */
  onWord?: (call: string, error: GatewayError | undefined) => Promise<void>
  /** Traces each attempt as a step of its caller. */
  step?: Tracing['step']
}): Payments {
  const { loadKeys, log, timeoutMs = 5000, onWord = async () => {}, step = noTracing.step } = options
  let connection: Connection | undefined

  async function currentConnection(): Promise<Connection> {
    const keys = await loadKeys()
    if (!keys) throw new GatewayNotConfiguredError()
    // The SDK is a fifth of a start's loading time, so it loads with the first call.
    const { default: Sdk } = await import('razorpay')
    if (connection?.fingerprint !== fingerprintOf(keys)) connection = connect(Sdk, keys)
    return connection
  }

  async function call<T>(
    name: string,
    schema: z.ZodType<T>,
    send: (connection: Connection, before: GatewayError | undefined) => Promise<unknown>,
    deadline = performance.now() + BUDGET_MS,
    passed?: Connection,
  ): Promise<T> {
    const used = passed ?? (await currentConnection())
    let before: GatewayError | undefined
    for (let attempt = 0; ; attempt += 1) {
      try {
        const signal = AbortSignal.timeout(Math.max(1, Math.floor(Math.min(timeoutMs, deadline - performance.now()))))
        const answer = parseAnswer(
          schema,
          await step(`gateway ${name}`, () => attemptSignal.run(signal, () => send(used, before))),
        )
        if (!passed) await onWord(name, undefined)
        return answer
      } catch (thrown) {
        const error = fitToShow(unwrap(thrown), used.secret)
        before = error
        const pause = Math.max(PAUSES_MS[attempt] ?? Number.POSITIVE_INFINITY, error.retryAfterMs ?? 0)
        if (!error.retryable || performance.now() + pause + LEAST_ATTEMPT_MS > deadline) {
          notifyOf(name, error)
          // A refused link may exist already, or is retried without its customer.
          if (!passed && !(name === 'createLink' && error.kind === 'refused')) await onWord(name, error)
          throw error
        }
        log.warn({ call: name, kind: error.kind, status: error.status }, 'gateway call failed; retrying')
        await sleep(pause)
      }
    }
  }

  /** Logs the reason of a failed call; refused keys are for the owner to fix. */
  function notifyOf(name: string, { kind, status, message }: GatewayError): void {
    const fields = { call: name, kind, status, reason: message }
    if (kind === 'unauthorized' && name !== 'testKeys') log.error(fields, 'the gateway refused our keys')
    else log.warn(fields, 'gateway call failed')
  }

  async function findLink(referenceId: string, deadline?: number): Promise<PaymentLink | undefined> {
    const answer = await call(
      'findLinkByReference',
      linkListAnswer,
      // The SDK's type of this call knows neither the filter nor the name of the list.
      ({ sdk }) => sdk.paymentLink.all({ reference_id: referenceId } as object),
      deadline,
    )
    return answer.payment_links.find((link) => link.referenceId === referenceId)
  }

  return {
    async createLink(input) {
      const deadline = performance.now() + BUDGET_MS
      const create = (withCustomer: boolean) =>
        call(
          withCustomer ? 'createLink' : 'createBareLink',
          linkAnswer,
          ({ sdk }) => sdk.paymentLink.create(linkBody(input, { withCustomer })),
          deadline,
        )
      // Only English gives the refusal's reason: search the link instead, which may own the reference.
      const orExisting = async (error: unknown) => {
        const existing = isRefused(error) ? await findLink(input.referenceId, deadline) : undefined
        if (!existing) throw error
        if (existing.amountPaise !== input.amountPaise || existing.currency !== 'INR')
          throw new GatewayError('bad_reference', 'The reference id belongs to a link over another amount')
        return existing
      }
      return await create(true)
        .catch(orExisting)
        .catch((error) => {
          if (!isRefused(error)) throw error
          // The gateway's own rules for names, addresses and numbers must not block a payment.
          log.warn(
            { reference_id: input.referenceId },
            'the gateway refused a link, it is requested without the customer',
          )
          return create(false).catch(orExisting)
        })
    },
    fetchLink: (linkId) =>
      readById(call('fetchLink', linkAnswer, ({ sdk }) => sdk.paymentLink.fetch(requireId(linkId)))),
    findLinkByReference: (referenceId) => findLink(referenceId),
    async cancelLink(linkId) {
      const deadline = performance.now() + BUDGET_MS
      try {
        return await call('cancelLink', linkAnswer, ({ sdk }) => sdk.paymentLink.cancel(requireId(linkId)), deadline)
      } catch (error) {
        if (!isRefused(error)) throw error
        // This is also the answer to our second attempt, when the first answer was lost.
        const link = await readById(call('fetchLink', linkAnswer, ({ sdk }) => sdk.paymentLink.fetch(linkId), deadline))
        if (link.status === 'cancelled') return link
        throw error
      }
    },
    fetchPayment: (paymentId) =>
      readById(call('fetchPayment', paymentAnswer, ({ sdk }) => sdk.payments.fetch(requireId(paymentId)))),
    ...orderCalls(call),
    ...refundCalls(call),
    ...settlementCalls(call),
    ...subscriptionCalls(call),
    async testKeys(keys) {
      const tried = connect((await import('razorpay')).default, keys)
      try {
        const deadline = performance.now() + BUDGET_MS
        await call('testKeys', anyListAnswer, ({ sdk }) => sdk.payments.all({ count: 1 }), deadline, tried)
        return { verified: true, checked: true }
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'The keys could not be tried'
        // Only the gateway's own answer judges the keys.
        const refused = error instanceof GatewayError && (error.kind === 'unauthorized' || error.kind === 'refused')
        return { verified: false, checked: refused, reason }
      }
    },
  }
}

function connect(Sdk: typeof Razorpay, keys: GatewayKeys): Connection {
  const sdk = new Sdk({ key_id: keys.keyId, key_secret: keys.keySecret })
  const transport = (sdk as unknown as { api: { rq: Transport } }).api.rq
  Object.assign(transport.defaults, {
    // A redirect would carry our keys elsewhere, and a page instead of an answer needs no megabytes.
    maxRedirects: 0,
    maxContentLength: 2_000_000,
  })
  if (keys.baseUrl !== undefined) {
    transport.defaults.baseURL = keys.baseUrl.replace(/\/+$/, '')
    // The machine's proxy is for the internet, not for a gateway on the same host.
    if (/^https?:\/\/(localhost|127\.|\[::1\])/.test(keys.baseUrl)) transport.defaults.proxy = false
  }
  transport.interceptors.request.use((config) => {
    const signal = attemptSignal.getStore()
    return signal ? Object.assign(config, { signal }) : config
  })
  transport.interceptors.response.use(
    (response) => response,
    // The SDK reads `response.data.error` of every rejection, and throws a TypeError without it.
    (error) => Promise.reject({ response: { data: { error: gatewayErrorOf(error) } } }),
  )
  return { fingerprint: fingerprintOf(keys), sdk, transport, secret: keys.keySecret }
}

/** Unwraps a rejection: the SDK's functions use `{ error }`, its HTTP client `{ response }` (see the interceptor). */
function unwrap(thrown: unknown): GatewayError {
  const wrapped = thrown as { error?: unknown; response?: { data?: { error?: unknown } } } | undefined
  const inner = wrapped?.error ?? wrapped?.response?.data?.error
  if (inner instanceof GatewayError) return inner
  if (thrown instanceof RangeError) throw thrown
  return gatewayErrorOf(thrown)
}

/**
 * Masks errors in which the gateway repeats our request: neither the secret nor a buyer's address or number may reach a
 * log.
 */
function fitToShow(error: GatewayError, secret: string): GatewayError {
  const text = secret === '' ? error.message : error.message.replaceAll(secret, '***')
  const message = text.replace(/\S+@\S+/g, '[address]').replace(/\+?\d[\d\s-]{6,}\d/g, '[number]')
  return message === error.message ? error : new GatewayError(error.kind, message, error)
}

function fingerprintOf(keys: GatewayKeys): string {
  return JSON.stringify([keys.keyId, keys.keySecret, keys.baseUrl])
}
