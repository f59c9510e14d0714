import express, { type Request, type Router } from 'express'
import type { Knex } from 'knex'
import { apiCall } from './answering.ts'
import {
  type DisputeRow,
  disputeEntity,
  linkEntity,
  type OrderRow,
  orderEntity,
  type PaymentRow,
  paymentEntity,
  type RefundRow,
  refundEntity,
} from './entities.ts'
import { cancelLink, createLink, expireDueLinks, findLink, listLinks, paymentsOfLinks, showLink } from './links.ts'
import { createOrder, findOrder } from './orders.ts'
import { refundPayment } from './refunds.ts'
import { Refusal, unknownId } from './refusal.ts'
import { collection, idOf, paging, queryText, type SandboxParts } from './requests.ts'
import { listSettled } from './settled.ts'
import { addSubscriptionCalls } from './subscriptions/api.ts'

/** Serves Razorpay's API, as far as the shop uses it, below `/v1`. */
export function createApi({ db, account, now, wake }: SandboxParts): Router {
  const api = express.Router({ caseSensitive: true })
  api.use(express.json({ limit: '100kb' }))
  const on = (method: 'get' | 'post', path: string, kind: string, act: (req: Request) => Promise<object>) =>
    api[method](path, apiCall(db, kind, act))
  const expireDue = async (linkId?: string) => {
    if ((await expireDueLinks(db, account, now(), linkId)) > 0) wake()
  }

  on('post', '/payment_links', 'payment_links.create', async (req) =>
    showLink(db, account, await createLink(db, req.body, now())),
  )
  on('get', '/payment_links', 'payment_links.list', async (req) => {
    await expireDue()
    const filter = { referenceId: queryText(req, 'reference_id'), paymentId: queryText(req, 'payment_id') }
    const links = await listLinks(db, filter)
    const payments = Map.groupBy(
      await paymentsOfLinks(
        db,
        links.map((link) => link.link_id),
      ),
      (payment) => payment.link_id,
    )
    const entities = links.map((link) =>
      linkEntity(link, payments.get(link.link_id) ?? [], account.shortUrl(link.link_id)),
    )
    return { payment_links: page(req, entities) }
  })
  on('get', '/payment_links/:id', 'payment_links.fetch', async (req) => {
    await expireDue(idOf(req))
    return showLink(db, account, await findLink(db, idOf(req)))
  })
  on('post', '/payment_links/:id/cancel', 'payment_links.cancel', async (req) => {
    await expireDue(idOf(req))
    return showLink(db, account, await cancelLink(db, account, idOf(req), now()).finally(wake))
  })

  on('get', '/payments', 'payments.list', async (req) => {
    const { count, skip } = paging(req)
    const from = new Date(Number(queryText(req, 'from') ?? 0) * 1000)
    const made = db<PaymentRow>('sandbox.payments').where('created_at', '>=', from)
    const newest = made.orderBy('created_at', 'desc').orderBy('payment_id')
    return collection((await newest.limit(count).offset(skip)).map(paymentEntity))
  })
  on('get', '/payments/:id', 'payments.fetch', async (req) => paymentEntity(await findPayment(db, idOf(req))))
  on('post', '/payments/:id/refund', 'payments.refund', async (req) => {
    const request = { body: req.body, idempotencyKey: req.get('x-refund-idempotency') }
    return refundEntity(await refundPayment(db, account, idOf(req), request, now()).finally(wake))
  })
  on('get', '/payments/:id/refunds', 'payments.refunds', async (req) => {
    const { payment_id } = await findPayment(db, idOf(req))
    return collection(
      (await db<RefundRow>('sandbox.refunds').where({ payment_id }).orderBy('created_at')).map(refundEntity),
    )
  })

  on('post', '/orders', 'orders.create', async (req) => orderEntity(await createOrder(db, req.body, now())))
  on('get', '/orders', 'orders.list', async (req) => {
    const { count, skip } = paging(req)
    const newest = db<OrderRow>('sandbox.orders').orderBy('created_at', 'desc').orderBy('order_id')
    const receipt = queryText(req, 'receipt')
    if (receipt !== undefined) newest.where({ receipt })
    return collection((await newest.limit(count).offset(skip)).map(orderEntity))
  })
  on('get', '/orders/:id', 'orders.fetch', async (req) => orderEntity(await findOrder(db, idOf(req))))
  on('get', '/orders/:id/payments', 'orders.payments', async (req) => {
    const { order_id } = await findOrder(db, idOf(req))
    const payments = await db<PaymentRow>('sandbox.payments').where({ order_id }).orderBy('created_at', 'desc')
    return collection(payments.map(paymentEntity))
  })

  on('get', '/refunds', 'refunds.list', async (req) => {
    const { count, skip } = paging(req)
    const from = new Date(Number(queryText(req, 'from') ?? 0) * 1000)
    const newest = db<RefundRow>('sandbox.refunds').where('created_at', '>=', from).orderBy('created_at', 'desc')
    return collection((await newest.orderBy('refund_id').limit(count).offset(skip)).map(refundEntity))
  })
  on('get', '/refunds/:id', 'refunds.fetch', async (req) => {
    const refund = await db<RefundRow>('sandbox.refunds')
      .where({ refund_id: idOf(req) })
      .first()
    if (!refund) throw unknownId()
    return refundEntity(refund)
  })

  on('get', '/settlements/recon/combined', 'settlements.list', async (req) => {
    const { count, skip } = paging(req, 1_000)
    const [year, month] = [Number(queryText(req, 'year')), Number(queryText(req, 'month'))]
    const lines = await listSettled(db, { year, month }, now())
    return collection(lines.slice(skip, skip + count))
  })

  on('get', '/disputes', 'disputes.list', async (req) => {
    const { count, skip } = paging(req)
    const newest = db<DisputeRow>('sandbox.disputes').orderBy('created_at', 'desc').orderBy('dispute_id')
    return collection((await newest.limit(count).offset(skip)).map(disputeEntity))
  })
  on('get', '/disputes/:id', 'disputes.fetch', async (req) => {
    const dispute = await db<DisputeRow>('sandbox.disputes')
      .where({ dispute_id: idOf(req) })
      .first()
    if (!dispute) throw unknownId()
    return disputeEntity(dispute)
  })

  addSubscriptionCalls(api, { db, account, now, wake })

  api.use(() => {
    throw new Refusal('The requested URL was not found on the server.', { status: 404 })
  })
  return api
}

async function findPayment(db: Knex, paymentId: string): Promise<PaymentRow> {
  const payment = await db<PaymentRow>('sandbox.payments').where({ payment_id: paymentId }).first()
  if (!payment) throw unknownId()
  return payment
}

function page<T>(req: Request, entities: T[]): T[] {
  const { count, skip } = paging(req)
  return entities.slice(skip, skip + count)
}
