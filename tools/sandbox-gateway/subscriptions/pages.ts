import { formatRupees } from 'contract/money'
import express, { type Request, type Router } from 'express'
import { escapeHtml } from '../../../server/src/platform/net/escape-html.ts'
import { allowFrame, pressed, sheetOf } from '../checkout.ts'
import { parseBody } from '../links.ts'
import { pageFrame, pagePolicy } from '../pay-page.ts'
import { errorBody, Refusal, unknownId } from '../refusal.ts'
import { idOf, queryText, type SandboxParts } from '../requests.ts'
import { finishDebit, latestAttempt, runDebit } from './debits.ts'
import type { PlanRow, SubscriptionRow } from './entities.ts'
import { approveMandate, changeMethod, refuseMandate, signSubscription } from './mandate.ts'
import { findPlan } from './plans.ts'
import { cancelSubscription, findSubscription, pauseSubscription, resumeSubscription } from './subscriptions.ts'

const isSubscription = (req: Request) => String(req.params.id).startsWith('sub_')

/**
 * Serves the checkout sheet for a `subscription_id`, and the page behind a subscription's `short_url`: there the student
 * gives or refuses the mandate, and later does what a UPI app offers. The page also runs the next debit, like "Charge
 * this now" in Razorpay's test mode.
 */
export function createSubscriptionPages({
  db,
  account,
  now,
  wake,
  shopName,
}: SandboxParts & { shopName: () => Promise<string> }): Router {
  const pages = express.Router({ caseSensitive: true })

  pages.get('/checkout/:id', async (req, res, next) => {
    if (!isSubscription(req)) return next()
    requireKey(queryText(req, 'key'))
    const row = await findSubscription(db, idOf(req), now())
    const amountPaise = amountOf(row, await findPlan(db, row.plan_id))
    allowFrame(res)
    const look = {
      base: req.baseUrl,
      name: await shopName(),
      phone: queryText(req, 'device') === 'phone',
      upiFirst: queryText(req, 'first') === 'upi',
    }
    res.type('html').send(sheetOf({ id: row.subscription_id, amountPaise }, look))
  })

  pages.post('/checkout/:id/:action', express.json({ limit: '5kb' }), async (req, res, next) => {
    if (!isSubscription(req)) return next()
    const { key, ...payer } = parseBody(pressed, req.body)
    requireKey(key)
    const id = idOf(req)
    if (req.params.action === 'fail') {
      const { payment } = await refuseMandate(db, account, id, payer, now()).finally(wake)
      const message = payment.error_description ?? ''
      const { error } = errorBody({ code: 'BAD_REQUEST_ERROR', message, field: undefined })
      const metadata = { payment_id: payment.payment_id, subscription_id: id }
      return res.json({ error: { ...error, reason: payment.error_reason, metadata } })
    }
    if (req.params.action !== 'pay') throw unknownId()
    const { payment } = await approveMandate(db, account, id, payer, now()).finally(wake)
    res.json({
      razorpay_payment_id: payment.payment_id,
      razorpay_subscription_id: id,
      razorpay_signature: signSubscription(payment.payment_id, id, account.keys.keySecret),
    })
  })

  pages.get('/pay/:id', async (req, res, next) => {
    if (!isSubscription(req)) return next()
    const row = await findSubscription(db, idOf(req), now())
    const plan = await findPlan(db, row.plan_id)
    const open = (await latestAttempt(db, row.subscription_id))?.payment?.status === 'created'
    const page = { row, plan, open, refused: queryText(req, 'refused') !== undefined }
    pagePolicy(res)
    res.type('html').send(pageOf(page, req.baseUrl, await shopName()))
  })

  const acts: Record<string, (id: string) => Promise<unknown>> = {
    approve: (id) => approveMandate(db, account, id, {}, now()),
    'approve-card': (id) => approveMandate(db, account, id, { method: 'card' }, now()),
    refuse: (id) => refuseMandate(db, account, id, {}, now()),
    pause: (id) => pauseSubscription(db, account, id, 'customer', now()),
    resume: (id) => resumeSubscription(db, account, id, 'customer', now()),
    cancel: (id) => cancelSubscription(db, account, id, { by: 'customer' }, now()),
    'change-card': (id) => changeMethod(db, account, id, 'card', now()),
    debit: (id) => runDebit(db, account, id, 'succeed', now()),
    'debit-fails': (id) => runDebit(db, account, id, 'fail', now()),
    'debit-waits': (id) => runDebit(db, account, id, 'open', now()),
    'debit-arrives': (id) => finishDebit(db, account, id, 'succeed', now()),
  }
  pages.post('/pay/:id/:action', async (req, res, next) => {
    if (!isSubscription(req)) return next()
    const action = String(req.params.action)
    const act = Object.hasOwn(acts, action) ? acts[action] : undefined
    if (!act) throw unknownId()
    await act(idOf(req))
      .catch((error) => {
        // A second press finds the subscription moved; the page shows where it is.
        if (!(error instanceof Refusal)) throw error
      })
      .finally(wake)
    res.redirect(303, `${req.baseUrl}/pay/${idOf(req)}${action === 'refuse' ? '?refused' : ''}`)
  })

  function requireKey(key: string | undefined): void {
    if (key !== account.keys.keyId) throw new Refusal('The api key provided is invalid', { status: 401 })
  }
  return pages
}

const amountOf = (row: SubscriptionRow, plan: PlanRow) => Number(plan.amount_paise) * row.quantity

const titles: Record<SubscriptionRow['status'], { title: string; tone: string; text: string }> = {
  created: { title: 'Set up automatic payments', tone: 'open', text: 'Your bank tells you a day before each payment.' },
  authenticated: { title: 'Automatic payments are set up', tone: 'paid', text: 'The first payment is still to come.' },
  active: { title: 'Automatic payments are on', tone: 'paid', text: 'The next payment runs by itself.' },
  pending: { title: 'The last payment failed', tone: 'failed', text: 'It is tried again tomorrow.' },
  halted: { title: 'Payments have stopped', tone: 'failed', text: 'Every try failed. Change the card to go on.' },
  paused: { title: 'Payments are paused', tone: 'closed', text: 'Nothing is charged until you resume.' },
  cancelled: { title: 'Payments are cancelled', tone: 'closed', text: 'Nothing more is charged.' },
  completed: { title: 'All payments are made', tone: 'closed', text: 'Nothing more is charged.' },
  expired: { title: 'The time to approve is over', tone: 'closed', text: 'Nothing was charged.' },
}

const buttons: Partial<Record<SubscriptionRow['status'], [action: string, label: string][]>> = {
  created: [
    ['approve', 'Approve in the UPI app'],
    ['approve-card', 'Approve by card'],
    ['refuse', 'Refuse in the bank’s app'],
  ],
  authenticated: [['cancel', 'Cancel in the UPI app']],
  active: [
    ['debit', 'Charge this now'],
    ['debit-fails', 'Charge, and let it fail'],
    ['debit-waits', 'Charge, and let it wait'],
    ['pause', 'Pause in the UPI app'],
    ['cancel', 'Cancel in the UPI app'],
    ['change-card', 'Change the card'],
  ],
  pending: [
    ['debit', 'Charge again'],
    ['debit-fails', 'Charge, and let it fail'],
    ['change-card', 'Change the card'],
    ['cancel', 'Cancel in the UPI app'],
  ],
  halted: [
    ['change-card', 'Change the card'],
    ['cancel', 'Cancel in the UPI app'],
  ],
  paused: [
    ['resume', 'Resume in the UPI app'],
    ['cancel', 'Cancel in the UPI app'],
  ],
}

type Page = { row: SubscriptionRow; plan: PlanRow; open: boolean; refused: boolean }

function pageOf({ row, plan, open, refused }: Page, base: string, shopName: string): string {
  const { title, tone, text } = titles[row.status]
  const shown = open
    ? 'A payment is in process. Your bank needs up to a day.'
    : refused
      ? 'The bank refused. You can try again.'
      : text
  const offered: [string, string][] = open ? [['debit-arrives', 'Let the payment arrive']] : (buttons[row.status] ?? [])
  const press = ([action, label]: [string, string], index: number) =>
    `<form class="wide" method="post" action="${escapeHtml(base)}/pay/${row.subscription_id}/${action}"><button class="button ${index === 0 ? 'buy' : 'outline'}">${label}</button></form>`
  const rhythm = `every ${plan.every === 1 ? '' : `${plan.every} × `}${plan.period}`
  const body = `<p class="muted">${escapeHtml(plan.name)}, ${rhythm}</p>
<h1 class="amount">${formatRupees(amountOf(row, plan))}</h1>
<p><strong>${title}</strong></p><p class="muted">${shown}</p>
<dl><div><dt>Payments</dt><dd>${row.paid_count} of ${row.total_count}</dd></div><div><dt>Subscription</dt><dd>${row.subscription_id}</dd></div></dl>
<div class="actions">${offered.map(press).join('')}</div>`
  return pageFrame({ title, tone, body }, base, shopName)
}
