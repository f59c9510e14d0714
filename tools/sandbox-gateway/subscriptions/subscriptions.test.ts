import Razorpay from 'razorpay'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { describe, expect, it } from 'vitest'
import { useTestGateway } from '../../../server/test/gateway.ts'

const gateway = useTestGateway()

/** Razorpay's own SDK, with the sandbox's address. */
function sdkOf(): Razorpay {
  const sdk = new Razorpay({ key_id: gateway.keys.keyId, key_secret: gateway.keys.keySecret })
  const transport = (sdk as unknown as { api: { rq: { defaults: Record<string, unknown> } } }).api.rq
  Object.assign(transport.defaults, { baseURL: gateway.gatewayKeys.baseUrl, proxy: false })
  return sdk
}

const START = new Date('2026-12-31T09:00:00Z')
const seconds = (at: string) => Date.parse(at) / 1000
const names = () => gateway.received.map(({ event }) => event)
const act = (id: string, what: string, body: object = {}) => gateway.control(`subscriptions/${id}/${what}`, body)
/** Does what is due for one subscription. */
const run = (id: string) => gateway.control('subscriptions/run', { ids: [id] })
const invoicesOf = async (id: string) => (await gateway.request('GET', `/v1/invoices?subscription_id=${id}`)).json.items

async function deliveredOf(work: () => Promise<unknown>): Promise<string[]> {
  await gateway.control('deliver')
  gateway.received.length = 0
  await work()
  await gateway.control('deliver')
  return names()
}

async function newSubscription(more: Partial<Parameters<Razorpay['subscriptions']['create']>[0]> = {}) {
  gateway.clock.now = START
  const sdk = sdkOf()
  const item = { name: 'All courses', amount: 49_900, currency: 'INR' }
  const plan = await sdk.plans.create({ period: 'monthly', interval: 1, item })
  return sdk.subscriptions.create({
    plan_id: plan.id,
    total_count: 12,
    customer_notify: 1,
    notes: { member: 'm1' },
    ...more,
  })
}

async function activeSubscription(more: Parameters<typeof newSubscription>[0] = {}) {
  const { id } = await newSubscription(more)
  await act(id, 'approve', { email: 'kavya@example.com', contact: '+919876543210' })
  await gateway.control('deliver')
  gateway.received.length = 0
  return id
}

describe("with Razorpay's own SDK,", () => {
  it('a plan is created, fetched and listed', async () => {
    const sdk = sdkOf()
    const item = { name: 'Quarterly', amount: 129_900, currency: 'INR', description: 'Three months' }
    const plan = await sdk.plans.create({ period: 'monthly', interval: 3, item, notes: { of: 'shop' } })
    expect(plan).toMatchObject({ entity: 'plan', interval: 3, period: 'monthly', item: { ...item, type: 'plan' } })
    expect(plan.id).toMatch(/^plan_\w{14}$/)
    expect(await sdk.plans.fetch(plan.id)).toEqual(plan)
    expect((await sdk.plans.all({ count: 1 })).items).toEqual([plan])
    const daily = sdk.plans.create({ period: 'daily', interval: 1, item })
    await expect(daily).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', field: 'interval' },
    })
  })

  it('a subscription is created, fetched, listed, paused, resumed and cancelled', async () => {
    const sdk = sdkOf()
    const made = await newSubscription()
    expect(made).toMatchObject({
      status: 'created',
      paid_count: 0,
      remaining_count: 12,
      charge_at: null,
      notes: { member: 'm1' },
    })
    expect(made.short_url).toContain(`/pay/${made.id}`)
    expect(await sdk.subscriptions.fetch(made.id)).toEqual(made)
    expect((await sdk.subscriptions.all({ plan_id: made.plan_id })).items).toEqual([made])
    await act(made.id, 'approve')
    expect(await sdk.subscriptions.pause(made.id, { pause_at: 'now' })).toMatchObject({
      status: 'paused',
      charge_at: null,
    })
    expect(await sdk.subscriptions.resume(made.id, { resume_at: 'now' })).toMatchObject({ status: 'active' })
    expect(await sdk.subscriptions.cancel(made.id, true)).toMatchObject({
      status: 'active',
      has_scheduled_changes: false,
    })
    expect(await sdk.subscriptions.cancel(made.id)).toMatchObject({ status: 'cancelled', charge_at: null })
    const again = sdk.subscriptions.cancel(made.id)
    await expect(again).rejects.toMatchObject({
      error: { description: 'Subscription is not cancellable in cancelled status.' },
    })
    expect(await sdk.invoices.all({ subscription_id: made.id })).toMatchObject({
      count: 1,
      items: [{ status: 'paid' }],
    })
  })

  it('the signature of the checkout is verified, with the payment first', async () => {
    const { id } = await newSubscription()
    const sheet = `${gateway.gatewayKeys.baseUrl}/checkout/${id}`
    expect(await (await fetch(`${sheet}?key=${gateway.keys.keyId}&device=phone&first=upi`)).text()).toContain('₹499')
    const headers = { 'content-type': 'application/json' }
    const press = async (action: string) => {
      const body = JSON.stringify({ key: gateway.keys.keyId, email: 'kavya@example.com' })
      return (await fetch(`${sheet}/${action}`, { method: 'POST', headers, body })).json()
    }
    expect(await press('fail')).toMatchObject({ error: { metadata: { subscription_id: id } } })
    const answer = (await press('pay')) as Record<string, string>
    const signed = { subscription_id: id, payment_id: answer.razorpay_payment_id ?? '' }
    const signature = answer.razorpay_signature ?? ''
    expect(answer.razorpay_subscription_id).toBe(id)
    expect(validatePaymentVerification(signed, signature, gateway.keys.keySecret)).toBe(true)
    const turned = { order_id: id, payment_id: signed.payment_id }
    expect(validatePaymentVerification(turned, signature, gateway.keys.keySecret)).toBe(false)
  })

  it('a cancellation takes a boolean: an object cancels at the end of the cycle, whatever it says', async () => {
    const sdk = sdkOf()
    const id = await activeSubscription()
    const asDocumented = { cancel_at_cycle_end: false } as unknown as boolean
    expect(await sdk.subscriptions.cancel(id, asDocumented)).toMatchObject({ status: 'active' })
  })
})

describe('in the life of a subscription,', () => {
  it('the mandate charges the first cycle at once, and each debit has an order, an invoice and a payment', async () => {
    const { id } = await newSubscription()
    const events = await deliveredOf(() => act(id, 'approve'))
    expect(events).toEqual([
      'payment.captured',
      'order.paid',
      'invoice.paid',
      'subscription.authenticated',
      'subscription.activated',
      'subscription.charged',
    ])
    const charged = gateway.received.find(({ event }) => event === 'subscription.charged')
    const [invoice] = await invoicesOf(id)
    expect(charged?.payload).toMatchObject({
      subscription: {
        entity: {
          id,
          status: 'active',
          paid_count: 1,
          remaining_count: 11,
          current_start: START.getTime() / 1000,
          current_end: seconds('2027-01-30T18:30:00Z'),
          charge_at: seconds('2027-01-30T18:30:00Z'),
          end_at: seconds('2027-11-29T18:30:00Z'),
          short_url: null,
        },
      },
      payment: {
        entity: { invoice_id: invoice.id, order_id: invoice.order_id, amount: 49_900, notes: { member: 'm1' } },
      },
    })
    expect(invoice).toMatchObject({ status: 'paid', subscription_id: id, amount_due: 0 })
    const second = await act(id, 'debit')
    expect(second.payment).toMatchObject({ status: 'captured', notes: [] })
    const invoices = await invoicesOf(id)
    expect(new Set(invoices.map(({ order_id }: { order_id: string }) => order_id)).size).toBe(2)
    // From the 31st to the last day of a shorter month, and back.
    expect(second.subscription).toMatchObject({ charge_at: seconds('2027-02-27T18:30:00Z') })
    expect((await act(id, 'debit')).subscription).toMatchObject({ charge_at: seconds('2027-03-30T18:30:00Z') })
  })

  it('a refused mandate leaves it waiting, and one who never approves lets it expire', async () => {
    const { id } = await newSubscription({ expire_by: START.getTime() / 1000 + 3600 })
    expect(await deliveredOf(() => act(id, 'refuse'))).toEqual(['payment.failed'])
    expect((await gateway.request('GET', `/v1/subscriptions/${id}`)).json).toMatchObject({ status: 'created' })
    gateway.clock.now = new Date(START.getTime() + 3_600_001)
    expect((await gateway.request('GET', `/v1/subscriptions/${id}`)).json).toMatchObject({ status: 'expired' })
    await expect(act(id, 'approve')).rejects.toThrow('expired')
  })

  it('one that starts later is tried with ₹5 that go back, and is active with its first debit', async () => {
    const { id } = await newSubscription({ start_at: seconds('2027-01-05T00:00:00Z') })
    const events = await deliveredOf(() => act(id, 'approve', { method: 'card' }))
    expect(events.toSorted()).toEqual([
      'payment.captured',
      'refund.created',
      'refund.processed',
      'subscription.authenticated',
    ])
    expect(await invoicesOf(id)).toEqual([])
    gateway.clock.now = new Date('2027-01-05T00:00:00Z')
    const debits = (await run(id)).debits
    expect(debits).toMatchObject([
      { subscription: { id, status: 'active', paid_count: 1 }, payment: { method: 'card' } },
    ])
    expect((await run(id)).debits).toEqual([])
  })

  it('a failed debit is tried on three more days, then the subscription is halted and its invoices stay open', async () => {
    const id = await activeSubscription()
    await act(id, 'next', { outcomes: ['fail', 'fail', 'fail', 'fail'] })
    const events = await deliveredOf(async () => {
      for (const day of ['01-31', '02-01', '02-02', '02-03', '02-04']) {
        gateway.clock.now = new Date(`2027-${day}T06:00:00Z`)
        await run(id)
      }
    })
    const failure = ['payment.failed', 'subscription.pending']
    expect(events).toEqual([...failure, ...failure, ...failure, 'payment.failed', 'subscription.halted'])
    gateway.clock.now = new Date('2027-03-01T06:00:00Z')
    expect((await run(id)).debits).toEqual([])
    expect((await invoicesOf(id)).map(({ status }: { status: string }) => status)).toEqual(['issued', 'issued', 'paid'])
    const changed = await deliveredOf(() => act(id, 'change-method', { method: 'card' }))
    expect(changed).toEqual(['subscription.activated'])
    gateway.clock.now = new Date('2027-03-31T06:00:00Z')
    expect((await run(id)).debits).toMatchObject([{ payment: { method: 'card' } }])
    expect((await invoicesOf(id)).map(({ status }: { status: string }) => status)).toEqual([
      'paid',
      'issued',
      'issued',
      'paid',
    ])
    const late = (await invoicesOf(id))[1]
    expect(await gateway.control(`invoices/${late.id}/charge`)).toMatchObject({ subscription: { paid_count: 3 } })
  })

  it('a changed card in pending is charged for the last invoice at once', async () => {
    const id = await activeSubscription()
    await act(id, 'debit', { outcome: 'fail' })
    const events = await deliveredOf(async () => {
      const { payment } = await act(id, 'change-method', { method: 'card' })
      expect(payment).toMatchObject({ status: 'captured', method: 'card' })
    })
    expect(events.slice(-2)).toEqual(['subscription.charged', 'subscription.activated'])
    expect(await invoicesOf(id)).toHaveLength(2)
  })

  it('an open debit is not tried again until it ends', async () => {
    const id = await activeSubscription()
    await act(id, 'next', { outcomes: ['open'] })
    gateway.clock.now = new Date('2027-01-31T06:00:00Z')
    expect((await run(id)).debits).toMatchObject([{ payment: { status: 'created' } }])
    gateway.clock.now = new Date('2027-02-01T06:00:00Z')
    expect((await run(id)).debits).toEqual([])
    await expect(act(id, 'debit')).rejects.toThrow('in process')
    expect(await deliveredOf(() => act(id, 'finish'))).toContain('subscription.charged')
    expect((await run(id)).debits).toEqual([])
  })

  it('a failed debit that succeeds late pays its invoice, or goes back if that is paid', async () => {
    const id = await activeSubscription()
    await act(id, 'debit', { outcome: 'fail' })
    expect(await deliveredOf(() => act(id, 'late'))).toContain('subscription.charged')
    await act(id, 'debit', { outcome: 'fail' })
    await act(id, 'debit', { outcome: 'succeed' })
    expect(await deliveredOf(() => act(id, 'late'))).toEqual(['payment.captured', 'refund.created', 'refund.processed'])
  })

  it('a student pauses, resumes and cancels in a UPI app, and revokes without a word', async () => {
    const id = await activeSubscription()
    expect(await deliveredOf(() => act(id, 'app/pause'))).toEqual(['subscription.paused'])
    expect(gateway.received[0]?.payload).toMatchObject({ subscription: { entity: { pause_initiated_by: 'customer' } } })
    expect(await gateway.request('POST', `/v1/subscriptions/${id}/resume`)).toMatchObject({ status: 400 })
    // Two cycles later: nothing was charged, and the next debit is with the next cycle.
    gateway.clock.now = new Date('2027-03-05T06:00:00Z')
    expect((await run(id)).debits).toEqual([])
    const { subscription } = await act(id, 'app/resume')
    expect(subscription).toMatchObject({ status: 'active', charge_at: seconds('2027-03-30T18:30:00Z') })
    expect(await deliveredOf(() => act(id, 'app/revoke'))).toEqual([])
    gateway.clock.now = new Date('2027-03-31T06:00:00Z')
    expect((await run(id)).debits).toMatchObject([{ payment: { status: 'failed' } }])
    expect(await deliveredOf(() => act(id, 'app/cancel'))).toEqual(['subscription.cancelled'])
  })

  it('one that is cancelled at the end of its cycle runs until then, and is not charged again', async () => {
    const id = await activeSubscription()
    const path = `/v1/subscriptions/${id}/cancel`
    const early = await newSubscription()
    expect(
      (await gateway.request('POST', `/v1/subscriptions/${early.id}/cancel`, { cancel_at_cycle_end: 1 })).json,
    ).toMatchObject({
      error: { description: 'Subscription cannot be cancelled since no billing cycle is going on' },
    })
    expect(await gateway.request('POST', path, { cancel_at_cycle_end: true })).toMatchObject({ status: 200 })
    gateway.clock.now = new Date('2027-01-31T06:00:00Z')
    expect(await deliveredOf(() => run(id))).toEqual(['subscription.cancelled'])
    expect(await invoicesOf(id)).toHaveLength(1)
  })

  it('the last debit completes it', async () => {
    const id = await activeSubscription({ total_count: 2 })
    const events = await deliveredOf(() => act(id, 'debit'))
    expect(events.slice(-2)).toEqual(['subscription.charged', 'subscription.completed'])
    await expect(act(id, 'debit')).rejects.toThrow('completed')
  })

  it('parallel runs of the clock debit a cycle once', async () => {
    const id = await activeSubscription()
    gateway.clock.now = new Date('2027-01-31T06:00:00Z')
    const runs = await Promise.allSettled(Array.from({ length: 6 }, () => run(id)))
    expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await invoicesOf(id)).toHaveLength(2)
  })

  it('the page behind the address takes the mandate, and shows the state', async () => {
    const { id, short_url: address } = await newSubscription()
    const press = (action: string) => fetch(`${address}/${action}`, { method: 'POST' })
    expect(await (await fetch(address)).text()).toContain('Approve in the UPI app')
    expect(await (await press('refuse')).text()).toContain('The bank refused')
    const [first] = await Promise.all([press('approve'), press('approve')])
    expect(await first.text()).toContain('1 of 12')
    expect(await (await press('debit-waits')).text()).toContain('in process')
    expect(await (await press('debit-arrives')).text()).toContain('2 of 12')
    expect(await invoicesOf(id)).toHaveLength(2)
  })

  it('events of subscriptions are lost, repeated and reordered like others', async () => {
    const id = await activeSubscription()
    await gateway.control('faults/webhooks', { fault: 'lose', event: 'subscription.charged' })
    expect(await deliveredOf(() => act(id, 'debit'))).not.toContain('subscription.charged')
    await gateway.control('faults/webhooks', { fault: 'repeat', times: 2, event: 'subscription.charged' })
    await gateway.control('faults/webhooks', { fault: 'reorder' })
    const events = await deliveredOf(() => act(id, 'debit'))
    expect(events).toEqual([...Array(3).fill('subscription.charged'), 'invoice.paid', 'order.paid', 'payment.captured'])
  })
})
