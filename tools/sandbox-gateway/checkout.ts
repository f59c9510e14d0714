import { readFileSync } from 'node:fs'
import { formatRupees } from 'contract/money'
import express, { type Response, type Router } from 'express'
import { z } from 'zod'
import { escapeHtml } from '../../server/src/platform/net/escape-html.ts'
import { signCheckout } from '../../server/src/platform/payments/signatures.ts'
import { parseBody } from './links.ts'
import { failOrder, findOrder, payOrder } from './orders.ts'
import { errorBody, Refusal, unknownId } from './refusal.ts'
import { queryText, type SandboxParts } from './requests.ts'

const file = (name: string) => readFileSync(new URL(`./checkout/${name}`, import.meta.url), 'utf8')
const scripts = { '/checkout.js': file('checkout.js'), '/checkout-sheet.js': file('sheet.js') }
const styles = file('sheet.css')

export const pressed = z.object({
  key: z.string(),
  method: z.enum(['upi', 'card']).default('upi'),
  email: z.string().max(200).nullable().default(null),
  contact: z.string().max(30).nullable().default(null),
})

/**
 * Serves a stand-in for Standard Checkout: `checkout.js` takes the options of the real one and opens a sheet in a
 * frame, with UPI first if the display settings say so. Presses go through the ledger, and results are signed with the
 * key secret.
 */
export function createCheckout({
  db,
  account,
  now,
  wake,
  shopName,
}: SandboxParts & { shopName: () => Promise<string> }): Router {
  const checkout = express.Router({ caseSensitive: true })
  for (const [path, script] of Object.entries(scripts)) {
    checkout.get(path, (_req, res) => void res.type('js').send(script))
  }
  checkout.get('/checkout-sheet.css', (_req, res) => void res.type('css').send(styles))

  checkout.get('/checkout/:id', async (req, res) => {
    if (queryText(req, 'key') !== account.keys.keyId)
      throw new Refusal('The api key provided is invalid', { status: 401 })
    const order = await findOrder(db, idOf(req.params.id))
    const phone = queryText(req, 'device') === 'phone'
    const upiFirst = queryText(req, 'first') === 'upi'
    allowFrame(res)
    const look = { base: req.baseUrl, name: await shopName(), phone, upiFirst }
    res.type('html').send(sheetOf({ id: order.order_id, amountPaise: Number(order.amount_paise) }, look))
  })

  checkout.post('/checkout/:id/:action', express.json({ limit: '5kb' }), async (req, res) => {
    const { key, ...payer } = parseBody(pressed, req.body)
    if (key !== account.keys.keyId) throw new Refusal('The api key provided is invalid', { status: 401 })
    const orderId = idOf(req.params.id)
    if (req.params.action === 'fail') {
      const payment = await failOrder(db, account, orderId, payer, now()).finally(wake)
      const { error } = errorBody({
        code: 'BAD_REQUEST_ERROR',
        message: payment.error_description ?? '',
        field: undefined,
      })
      const metadata = { payment_id: payment.payment_id, order_id: orderId }
      return res.json({ error: { ...error, reason: payment.error_reason, metadata } })
    }
    if (req.params.action !== 'pay') throw unknownId()
    const { payment_id: paymentId } = await payOrder(db, account, orderId, payer, now()).finally(wake)
    res.json({
      razorpay_payment_id: paymentId,
      razorpay_order_id: orderId,
      razorpay_signature: signCheckout({ gatewayOrderId: orderId, paymentId }, account.keys.keySecret),
    })
  })
  return checkout
}

function idOf(id: unknown): string {
  if (typeof id !== 'string' || !/^[A-Za-z0-9_]{1,64}$/.test(id)) throw unknownId()
  return id
}

/** Allows framing for the checkout stand-in only; no other page may be framed. */
export function allowFrame(res: Response): void {
  res.set({
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    'X-Frame-Options': 'SAMEORIGIN',
    'Referrer-Policy': 'no-referrer',
  })
}

type Look = { base: string; name: string; phone: boolean; upiFirst: boolean }

export function sheetOf(order: { id: string; amountPaise: number }, { base, name, phone, upiFirst }: Look): string {
  const amount = formatRupees(order.amountPaise)
  const upi = phone
    ? `<section><h2>UPI</h2><p>The app opens by itself.</p><button class="button primary" data-act="pay" data-method="upi" data-intent>Open UPI app</button></section>`
    : `<section><h2>UPI</h2><p class="qr" role="img" aria-label="QR code"></p><p>Scan with any UPI app.</p><button class="button primary" data-act="pay" data-method="upi">Scanned and paid</button></section>`
  const card = `<section><h2>Card</h2><button class="button outline" data-act="pay" data-method="card">Pay by card</button></section>`
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox checkout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(base)}/pay-page.css">
<link rel="stylesheet" href="${escapeHtml(base)}/checkout-sheet.css">
<script src="${escapeHtml(base)}/checkout-sheet.js" defer></script>
</head>
<body class="sheet">
<main data-order="${escapeHtml(order.id)}" data-base="${escapeHtml(base)}" data-amount="${amount}">
<header><span><b>${escapeHtml(name)}</b><br>${amount}</span><button class="button ghost" data-act="close" aria-label="Close">✕</button></header>
<p class="notice"><strong>Sandbox gateway.</strong> No real money moves.</p>
${upiFirst ? upi + card : card + upi}
<section><button class="button ghost" data-act="fail" data-method="upi">Let it fail</button></section>
<p class="said" role="status"></p>
</main>
</body>
</html>
`
}
