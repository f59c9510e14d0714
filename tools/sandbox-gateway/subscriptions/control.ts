import type { Request, Router } from 'express'
import type { Knex } from 'knex'
import { z } from 'zod'
import { paymentEntity } from '../entities.ts'
import { parseBody } from '../links.ts'
import { idOf, type SandboxParts } from '../requests.ts'
import { showInvoice } from './api.ts'
import { runDueDebits } from './clock.ts'
import { captureDebitLate, chargeInvoice, type Debit, finishDebit, runDebit } from './debits.ts'
import type { InvoiceRow, SubscriptionRow } from './entities.ts'
import { approveMandate, changeMethod, refuseMandate } from './mandate.ts'
import {
  cancelSubscription,
  change,
  lockSubscription,
  pauseSubscription,
  resumeSubscription,
  showSubscription,
} from './subscriptions.ts'

const method = z.enum(['upi', 'card']).default('upi')
const payer = z.object({
  method,
  email: z.string().nullable().default(null),
  contact: z.string().nullable().default(null),
})
const Outcome = z.enum(['succeed', 'fail', 'open'])
const ended = z.object({ outcome: z.enum(['succeed', 'fail']).default('succeed') })

/**
 * Adds the switches for subscriptions, below `/control`. Each answers `{subscription, payment?, invoice?}`:
 * - `POST subscriptions/{id}/approve|refuse` `{method?, email?, contact?}`: the mandate, in the bank's or a UPI app
 * - `POST subscriptions/{id}/debit` `{outcome?: succeed|fail|open}`: runs the next debit now, before its day too; `open`
 * stays in process until `POST subscriptions/{id}/finish` `{outcome?: succeed|fail}`
 * - `POST subscriptions/{id}/next` `{outcomes}`: the results of the next debits
 * - `POST subscriptions/run` `{ids?}`: does what is due by the clock; answers `{debits}`
 * - `POST subscriptions/{id}/late`: the last failed debit succeeds late; `POST subscriptions/{id}/halt`: all tries fail
 * - `POST subscriptions/{id}/change-method` `{method?}`: another card or account
 * - `POST subscriptions/{id}/app/pause|resume|cancel|revoke`: the student, in a UPI app; nothing tells of `revoke`
 * - `POST invoices/{id}/charge`: the student pays what a halted subscription left open
 * - `GET subscriptions`: every subscription with its invoices
 */
export function addSubscriptionControl(control: Router, { db, account, now, wake }: SandboxParts): void {
  const show = async ({ subscription, payment, invoice }: Partial<Debit> & { subscription: SubscriptionRow }) => ({
    subscription: await showSubscription(db, subscription, account),
    ...(payment ? { payment: paymentEntity(payment) } : {}),
    ...(invoice ? { invoice: await showInvoice(db, invoice) } : {}),
  })
  const post = (path: string, act: (req: Request) => Promise<Parameters<typeof show>[0]>) =>
    control.post(path, async (req, res) => {
      const answer = await act(req).finally(wake)
      res.json(await show(answer))
    })

  control.post('/subscriptions/run', async (req, res) => {
    const { ids } = parseBody(z.object({ ids: z.array(z.string()).optional() }), req.body)
    const debits = await runDueDebits(db, account, now(), ids).finally(wake)
    res.json({ debits: await Promise.all(debits.map(show)) })
  })
  post('/subscriptions/:id/approve', (req) => approveMandate(db, account, idOf(req), parseBody(payer, req.body), now()))
  post('/subscriptions/:id/refuse', (req) => refuseMandate(db, account, idOf(req), parseBody(payer, req.body), now()))
  post('/subscriptions/:id/debit', (req) => {
    const { outcome } = parseBody(z.object({ outcome: Outcome.optional() }), req.body)
    return runDebit(db, account, idOf(req), outcome, now())
  })
  post('/subscriptions/:id/finish', (req) =>
    finishDebit(db, account, idOf(req), parseBody(ended, req.body).outcome, now()),
  )
  post('/subscriptions/:id/next', async (req) => {
    const { outcomes } = parseBody(z.object({ outcomes: z.array(Outcome).max(100) }), req.body)
    return { subscription: await changeOne(db, idOf(req), { outcomes }, now()) }
  })
  post('/subscriptions/:id/late', (req) => captureDebitLate(db, account, idOf(req), now()))
  post('/subscriptions/:id/halt', async (req) => {
    for (;;) {
      const debit = await runDebit(db, account, idOf(req), 'fail', now())
      if (debit.subscription.status === 'halted') return debit
    }
  })
  post('/subscriptions/:id/change-method', async (req) => {
    const { method: wanted } = parseBody(z.object({ method }), req.body)
    return changeMethod(db, account, idOf(req), wanted, now())
  })
  const byStudent: Record<string, (id: string) => Promise<SubscriptionRow>> = {
    pause: (id) => pauseSubscription(db, account, id, 'customer', now()),
    resume: (id) => resumeSubscription(db, account, id, 'customer', now()),
    cancel: (id) => cancelSubscription(db, account, id, { by: 'customer' }, now()),
    revoke: (id) => changeOne(db, id, { mandate_revoked: true }, now()),
  }
  for (const [name, act] of Object.entries(byStudent)) {
    post(`/subscriptions/:id/app/${name}`, async (req) => ({ subscription: await act(idOf(req)) }))
  }
  post('/invoices/:id/charge', (req) => chargeInvoice(db, account, idOf(req), now()))

  control.get('/subscriptions', async (_req, res) => {
    const rows = await db<SubscriptionRow>('sandbox.subscriptions').orderBy('created_at').orderBy('subscription_id')
    const invoices = await db<InvoiceRow>('sandbox.invoices').orderBy('cycle')
    res.json({
      subscriptions: await Promise.all(rows.map((row) => showSubscription(db, row, account))),
      invoices: await Promise.all(invoices.map((invoice) => showInvoice(db, invoice))),
    })
  })
}

const changeOne = (db: Knex, id: string, changes: Partial<SubscriptionRow>, now: Date) =>
  db.transaction(async (trx) => change(trx, await lockSubscription(trx, id, now), changes))
