import express, { type Request, type Response, type Router } from 'express'
import { z } from 'zod'
import { allInvariants } from '../../server/src/platform/features/features.ts'
import { checkInvariants } from '../../server/src/platform/invariants/check-invariants.ts'
import type { FlushResult } from './courier.ts'
import { DisputeStep, moveDispute, openDispute } from './disputes.ts'
import {
  disputeEntity,
  type LinkRow,
  linkEntity,
  type OrderRow,
  orderEntity,
  type PaymentRow,
  paymentEntity,
  type RefundRow,
  refundEntity,
} from './entities.ts'
import { apiFault, type FaultSide, refundFault, resetFaults, setFault, webhookFault } from './faults.ts'
import { cancelLink, expireLink, parseBody, showLink } from './links.ts'
import { failOrder, payOrder } from './orders.ts'
import { captureLate, failLink, payLink, payPart } from './paying.ts'
import { finishRefund, refundPayment } from './refunds.ts'
import type { SandboxParts } from './requests.ts'
import { addSubscriptionControl } from './subscriptions/control.ts'

const fee = z.object({ fee: z.int().min(1).max(1_000_000) })

const offer = z.object({ offer: z.int().min(1).max(1_000_000) })
const part = z.object({ amount: z.int().min(100) })

const faultSchemas: [FaultSide, z.ZodType<Parameters<typeof setFault>[2]>][] = [
  ['api', apiFault],
  ['webhooks', webhookFault],
  ['refunds', refundFault],
]

/**
 * Serves the switches for tests, below `/control`:
 * - `POST faults/api|webhooks|refunds`: sets a fault (see `faults.ts`); `POST reset-faults` clears all
 * - `GET calls`: number of API calls by kind; `DELETE calls`: resets it
 * - `GET ledger`: every order, link, payment and refund; `GET deliveries`: every webhook and its result
 * - `GET invariants`: each invariant of the shop that is broken now, with its first rows
 * - `POST deliver`: tries every pending webhook now and waits; returns `{delivered, failed}`
 * - `POST links/{id}/pay|fail|cancel|expire`: acts like a buyer or the clock, without a browser
 * - `POST orders/{id}/pay|fail`: the same at the checkout, for an order without a link
 * - `POST links/{id}/pay-with-fee` `{fee}`: with a convenience fee on top, in paise
 * - `POST links/{id}/pay-with-offer` `{offer}`: minus a bank's offer; `POST links/{id}/pay-part` `{amount}`: a part of
 * the amount
 * - `POST payments/{id}/capture`: late authorisation; `POST payments/{id}/refund`: a refund from the dashboard
 * - `POST refunds/{id}/process|fail`: ends a held refund; `fail` also a processed one
 * - `POST payments/{id}/dispute` `{amount?, days?, phase?}`: opens a dispute; `POST
 * disputes/{id}/under_review|action_required|won|lost|closed` changes its state; a lost one may be won later
 * - subscriptions: see `subscriptions/control.ts`
 */
export function createControl({
  db,
  account,
  now,
  wake,
  flush,
}: SandboxParts & { flush: () => Promise<FlushResult> }): Router {
  const control = express.Router()
  control.use(express.json({ limit: '100kb' }))
  const post = (path: string, act: (req: Request) => Promise<object>) =>
    control.post(path, async (req: Request, res: Response) => {
      const answer = await act(req).finally(wake)
      res.json(answer)
    })

  for (const [side, schema] of faultSchemas) {
    post(`/faults/${side}`, async (req) => {
      await setFault(db, side, parseBody(schema, req.body))
      return { ok: true }
    })
  }
  control.get('/invariants', async (_req, res) => {
    const checked = await checkInvariants(db, allInvariants, { now: now() })
    const broken = checked.filter(({ rows }) => rows?.length !== 0)
    res.json({ broken: broken.map(({ invariant: { sentence }, rows }) => ({ sentence, rows: rows ?? [] })) })
  })
  post('/reset-faults', async () => {
    await resetFaults(db)
    return { ok: true }
  })
  post('/deliver', flush)

  const tryLink = { pay: payLink, fail: failLink }
  for (const [name, act] of Object.entries(tryLink)) {
    post(`/links/:id/${name}`, async (req) => {
      const { link, payment } = await act(db, account, idOf(req), now())
      return { link: await showLink(db, account, link), payment: payment ? paymentEntity(payment) : null }
    })
  }
  post('/links/:id/pay-with-fee', async (req) => {
    const { payment } = await payLink(db, account, idOf(req), now(), {
      feePaise: parseBody(fee, req.body).fee,
    })
    return { payment: payment ? paymentEntity(payment) : null }
  })
  post('/links/:id/pay-with-offer', async (req) => {
    const { payment } = await payLink(db, account, idOf(req), now(), { offerPaise: parseBody(offer, req.body).offer })
    return { payment: payment ? paymentEntity(payment) : null }
  })
  post('/links/:id/pay-part', async (req) => {
    const { payment } = await payPart(db, account, idOf(req), now(), parseBody(part, req.body).amount)
    return { payment: payment ? paymentEntity(payment) : null }
  })
  const tryOrder = { pay: payOrder, fail: failOrder }
  for (const [name, act] of Object.entries(tryOrder)) {
    post(`/orders/:id/${name}`, async (req) => ({
      payment: paymentEntity(await act(db, account, idOf(req), {}, now())),
    }))
  }
  const closeLink = { cancel: cancelLink, expire: expireLink }
  for (const [name, act] of Object.entries(closeLink)) {
    post(`/links/:id/${name}`, async (req) => ({
      link: await showLink(db, account, await act(db, account, idOf(req), now())),
    }))
  }
  post('/payments/:id/capture', async (req) => paymentEntity(await captureLate(db, account, idOf(req), now())))
  post('/payments/:id/refund', async (req) =>
    refundEntity(await refundPayment(db, account, idOf(req), { body: req.body }, now())),
  )
  post('/refunds/:id/process', async (req) =>
    refundEntity(await finishRefund(db, account, idOf(req), 'processed', now())),
  )
  post('/refunds/:id/fail', async (req) => refundEntity(await finishRefund(db, account, idOf(req), 'failed', now())))

  post('/payments/:id/dispute', async (req) =>
    disputeEntity(await openDispute(db, account, idOf(req), req.body, now())),
  )
  for (const step of DisputeStep.options) {
    post(`/disputes/:id/${step}`, async (req) => disputeEntity(await moveDispute(db, account, idOf(req), step, now())))
  }

  addSubscriptionControl(control, { db, account, now, wake })

  control.get('/calls', async (_req, res) => {
    const rows = await db<{ kind: string }>('sandbox.calls').groupBy('kind').select('kind').count({ count: '*' })
    res.json(
      Object.fromEntries(
        rows.map(({ kind, count }: { kind?: string; count?: string | number }) => [kind, Number(count)]),
      ),
    )
  })
  control.delete('/calls', async (_req, res) => {
    await db('sandbox.calls').delete()
    res.json({ ok: true })
  })
  control.get('/ledger', async (_req, res) => {
    const [orders, links, payments, refunds] = await Promise.all([
      db<OrderRow>('sandbox.orders').orderBy('created_at').orderBy('order_id'),
      db<LinkRow>('sandbox.links').orderBy('created_at').orderBy('link_id'),
      db<PaymentRow>('sandbox.payments').orderBy('created_at').orderBy('payment_id'),
      db<RefundRow>('sandbox.refunds').orderBy('created_at').orderBy('refund_id'),
    ])
    const byLink = Map.groupBy(payments, (payment) => payment.link_id)
    res.json({
      orders: orders.map(orderEntity),
      links: links.map((link) => linkEntity(link, byLink.get(link.link_id) ?? [], account.shortUrl(link.link_id))),
      payments: payments.map((payment) => ({ ...paymentEntity(payment), payment_link_id: payment.link_id })),
      refunds: refunds.map(refundEntity),
    })
  })
  control.get('/deliveries', async (_req, res) => {
    const columns = ['event_id', 'event', 'subject', 'state', 'attempts', 'answer', 'body', 'signature']
    res.json({ deliveries: await db('sandbox.deliveries').orderBy('delivery_id').select(columns) })
  })
  return control
}

function idOf(req: Request): string {
  return parseBody(z.string().max(64).regex(/^\w+$/), req.params.id)
}
