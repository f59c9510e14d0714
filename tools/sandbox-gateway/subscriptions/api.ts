import type { Request, Router } from 'express'
import type { Knex } from 'knex'
import { apiCall } from '../answering.ts'
import { unknownId } from '../refusal.ts'
import { collection, idOf, paging, queryText, type SandboxParts } from '../requests.ts'
import { type InvoiceRow, invoiceEntity, type PlanRow, planEntity, type SubscriptionRow } from './entities.ts'
import { createPlan, findPlan } from './plans.ts'
import {
  cancelSubscription,
  createSubscription,
  findSubscription,
  pauseSubscription,
  resumeSubscription,
  showSubscription,
} from './subscriptions.ts'

/** Adds plans, subscriptions and their invoices to the API. */
export function addSubscriptionCalls(api: Router, { db, account, now, wake }: SandboxParts): void {
  const on = (method: 'get' | 'post', path: string, kind: string, act: (req: Request) => Promise<object>) =>
    api[method](path, apiCall(db, kind, act))
  const show = (row: SubscriptionRow) => showSubscription(db, row, account)

  on('post', '/plans', 'plans.create', async (req) => planEntity(await createPlan(db, req.body, now())))
  on('get', '/plans', 'plans.list', async (req) => {
    const { count, skip } = paging(req)
    const newest = db<PlanRow>('sandbox.plans').orderBy('created_at', 'desc').orderBy('plan_id')
    return collection((await newest.limit(count).offset(skip)).map(planEntity))
  })
  on('get', '/plans/:id', 'plans.fetch', async (req) => planEntity(await findPlan(db, idOf(req))))

  on('post', '/subscriptions', 'subscriptions.create', async (req) =>
    show(await createSubscription(db, req.body, now())),
  )
  on('get', '/subscriptions', 'subscriptions.list', async (req) => {
    const { count, skip } = paging(req)
    const newest = db<SubscriptionRow>('sandbox.subscriptions').orderBy('created_at', 'desc').orderBy('subscription_id')
    const planId = queryText(req, 'plan_id')
    if (planId !== undefined) newest.where({ plan_id: planId })
    return collection(await Promise.all((await newest.limit(count).offset(skip)).map(show)))
  })
  on('get', '/subscriptions/:id', 'subscriptions.fetch', async (req) =>
    show(await findSubscription(db, idOf(req), now())),
  )
  on('post', '/subscriptions/:id/cancel', 'subscriptions.cancel', async (req) =>
    show(await cancelSubscription(db, account, idOf(req), { body: req.body }, now()).finally(wake)),
  )
  on('post', '/subscriptions/:id/pause', 'subscriptions.pause', async (req) =>
    show(await pauseSubscription(db, account, idOf(req), 'self', now()).finally(wake)),
  )
  on('post', '/subscriptions/:id/resume', 'subscriptions.resume', async (req) =>
    show(await resumeSubscription(db, account, idOf(req), 'self', now()).finally(wake)),
  )

  on('get', '/invoices', 'invoices.list', async (req) => {
    const { count, skip } = paging(req)
    const newest = db<InvoiceRow>('sandbox.invoices').orderBy('issued_at', 'desc').orderBy('cycle', 'desc')
    for (const filter of ['subscription_id', 'payment_id'] as const) {
      const wanted = queryText(req, filter)
      if (wanted !== undefined) newest.where({ [filter]: wanted })
    }
    const invoices = await newest.limit(count).offset(skip)
    return collection(await Promise.all(invoices.map((invoice) => showInvoice(db, invoice))))
  })
  on('get', '/invoices/:id', 'invoices.fetch', async (req) => {
    const invoice = await db<InvoiceRow>('sandbox.invoices')
      .where({ invoice_id: idOf(req) })
      .first()
    if (!invoice) throw unknownId()
    return showInvoice(db, invoice)
  })
}

export async function showInvoice(db: Knex, invoice: InvoiceRow) {
  const row = await db<SubscriptionRow>('sandbox.subscriptions')
    .where({ subscription_id: invoice.subscription_id })
    .first()
  if (!row) throw unknownId()
  return invoiceEntity(invoice, await findPlan(db, row.plan_id), row)
}
