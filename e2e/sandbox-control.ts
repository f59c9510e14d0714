/** A payment link in the gateway's ledger; amounts in paise. */
export type LedgerLink = { id: string; reference_id: string; amount: number; amount_paid: number; status: string }
export type LedgerPayment = { id: string; payment_link_id: string; amount: number; status: string; captured: boolean }

type Ledger = { links: LedgerLink[]; payments: LedgerPayment[] }

export type SandboxControl = {
  /** Drops every webhook that the gateway creates until `reset`. */
  loseWebhooks(): Promise<void>
  /** Delays webhooks for a minute, or until `deliver`. */
  delayWebhooks(): Promise<void>
  /** Refuses the next refund request with this description. */
  refuseRefund(description: string): Promise<void>
  /** Refuses the next link request with this description. */
  refuseLink(description: string): Promise<void>
  /** Clears all faults. */
  reset(): Promise<void>
  /** Sends pending webhooks, and waits until the shop has processed their orders. */
  deliver(): Promise<void>
  /** Pays a link as a buyer does on the pay page, without a browser. */
  pay(linkId: string): Promise<void>
  /** Lets a try to pay a link fail. */
  fail(linkId: string): Promise<void>
  /** Pays a part of a link, in paise. */
  payPart(linkId: string, amount: number): Promise<void>
  /** Opens a dispute for the payment of an order, and waits until the shop has recorded it. */
  dispute(orderId: string): Promise<{ id: string }>
  ledger(): Promise<Ledger>
}

export const ANSWER_MS = 60_000

type Init = { method: string; headers: Record<string, string>; body?: string }

/**
 * Fetches, and names the call that has no answer before its test ends, with the last lines of the shop's log. Each call has its own
 * connection: the shop may close an idle one at the moment in which a busy client sends on it.
 */
export const answerOf = (address: string, lastWords: () => string, init: Init): Promise<Response> =>
  fetch(address, {
    ...init,
    headers: { ...init.headers, connection: 'close' },
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error) => {
    throw new Error(`${init.method} ${address} has no answer. The shop’s log:\n${lastWords()}`, { cause: error })
  })

/** Controls the sandbox gateway over HTTP. */
export function createSandboxControl(
  storeUrl: string,
  keySecret: string,
  /** Resolves once the shop has fetched every order that an event named. */
  allRequested: () => Promise<void>,
  lastWords: () => string,
): SandboxControl {
  const authorization = `Basic ${Buffer.from(`rzp_test_sandbox:${keySecret}`).toString('base64')}`
  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await answerOf(`${storeUrl}/sandbox/razorpay/control${path}`, lastWords, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`sandbox ${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    async loseWebhooks() {
      await request('POST', '/faults/webhooks', { fault: 'lose', count: 10_000 })
    },
    async delayWebhooks() {
      await request('POST', '/faults/webhooks', { fault: 'delay', ms: 60_000, count: 10_000 })
    },
    async refuseRefund(description) {
      await request('POST', '/faults/api', { fault: 'answer', status: 400, description, match: 'payments.refund' })
    },
    async refuseLink(description) {
      await request('POST', '/faults/api', { fault: 'answer', status: 400, description, match: 'payment_links.create' })
    },
    async reset() {
      await request('POST', '/reset-faults')
    },
    async deliver() {
      await request('POST', '/deliver')
      await allRequested()
    },
    async pay(linkId) {
      await request('POST', `/links/${linkId}/pay`)
    },
    async fail(linkId) {
      await request('POST', `/links/${linkId}/fail`)
    },
    async payPart(linkId, amount) {
      await request('POST', `/links/${linkId}/pay-part`, { amount })
    },
    async dispute(orderId) {
      const { links, payments } = await request<Ledger>('GET', '/ledger')
      const link = links.find(({ reference_id }) => reference_id === orderId)
      const payment = payments.find(({ payment_link_id }) => payment_link_id === link?.id)
      if (!payment) throw new Error(`nobody paid for ${orderId}`)
      const dispute = await request<{ id: string }>('POST', `/payments/${payment.id}/dispute`, {})
      await request('POST', '/deliver')
      await allRequested()
      return dispute
    },
    ledger: () => request('GET', '/ledger'),
  }
}
