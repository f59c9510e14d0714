import { soldAs } from 'contract/access-period'
import { formatRupees } from 'contract/money'
import type { ShopSettings } from 'contract/shop-defaults'
import type { OrderLineRow, OrderRow } from '../../orders/orders.queries.ts'
import { attribute, escaped } from '../head-tags.ts'
import { plainDocument } from '../plain-page.ts'

const icon = (paths: string) => `<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`
const LOCK = icon(
  '<path d="M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6"/><path d="M11 16a1 1 0 1 0 2 0 1 1 0 0 0-2 0"/><path d="M8 11V7a4 4 0 1 1 8 0v4"/>',
)
const STORE = icon(
  '<path d="M3 21h18"/><path d="M3 7v1a3 3 0 0 0 6 0V7m0 1a3 3 0 0 0 6 0V7m0 1a3 3 0 0 0 6 0V7H3l2-4h14l2 4"/><path d="M5 21V10.850"/><path d="M19 21V10.850"/><path d="M9 21v-4a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v4"/>',
)
const SHIELD = icon(
  '<path d="M11.460 20.846a12 12 0 0 1-7.960-14.846 12 12 0 0 0 8.500-3 12 12 0 0 0 8.500 3 12 12 0 0 1-.090 7.060"/><path d="M15 19l2 2 4-4"/>',
)
const MAIL = icon(
  '<path d="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7"/><path d="M3 7l9 6 9-6"/>',
)
/** What the page's script is told. */
export type PayData = { order: string; script: string; status: string; ask: string }

type Shown = { order: OrderRow; lines: OrderLineRow[]; shop: ShopSettings; data: PayData; files: Files }
/** Where the page's own files are. */
export type Files = { styles: string; script: string }

/** An order that can be paid: what for, to whom, the button and the link. */
export function payPage({ order, lines, shop, data, files }: Shown): string {
  const amount = formatRupees(order.total_paise)
  const told = Object.entries(data).map(([name, value]) => attribute(`data-${name}`, value))
  const link = attribute('href', order.payment_link ?? '')
  const body = `<div class="top"><h1>Pay ${amount}</h1><a class="link small" href="/checkout">Back to checkout</a></div>
<div class="both">
<section class="card pay" data-mode="link" ${told.join(' ')} aria-labelledby="ways">
<h2 id="ways">UPI, card or net banking</h2>
<p class="tags"><span class="first">UPI</span><span>Cards</span><span>Net banking</span></p>
<p class="muted as-text"><span class="by-touch">Your UPI app opens and leads you back here.</span><span class="by-mouse">Scan a code with any UPI app, or pay by card. You stay on this page.</span></p>
<button class="button buy" id="pay" type="button">Pay ${amount}</button>
<a class="button buy as-button" ${link}>Pay ${amount} on Razorpay’s page</a>
<p class="said small" id="said" role="status"></p>
<p class="small as-text">Rather pay on Razorpay’s page? <a class="link" ${link}>Use the payment link</a></p>
</section>
<aside class="card" aria-label="What you pay for">
<div><p class="small muted">Order ${escaped(order.order_id)}</p><p class="amount">${amount}</p></div>
<dl>${rowsOf(order, lines).join('')}</dl>
<ul>
<li>${STORE}<span><b>${escaped(shop.legal.legal_name || shop.brand.name)} takes your money.</b> Razorpay handles the payment; we never see your card or UPI PIN.</span></li>
<li>${SHIELD}<span><b>30-day money-back guarantee.</b> Write to us, get all of it back.</span></li>
<li>${MAIL}<span>After paying, your courses open at once and we email the receipt.</span></li>
</ul>
</aside>
</div>`
  return documentOf(`Pay ${amount}`, body, shop, files)
}

function rowsOf(order: OrderRow, lines: readonly OrderLineRow[]): string[] {
  const row = (name: string, value: string, look = '') =>
    `<div><dt>${escaped(name)}</dt><dd${look && ` class="${look}"`}>${value}</dd></div>`
  const courses = lines.map((line) => {
    const { quantity, price_paise } = line
    const name = soldAs(line)
    return row(quantity > 1 ? `${name} × ${quantity}` : name, formatRupees(price_paise * quantity))
  })
  const { discount_paise, tax_paise, minimum_charge_paise, promocode } = order
  return [
    ...courses,
    ...(discount_paise > 0 ? [row(promocode ?? 'Discount', `−${formatRupees(discount_paise)}`, 'less')] : []),
    ...(tax_paise > 0 ? [row('GST', formatRupees(tax_paise))] : []),
    ...(minimum_charge_paise > 0 ? [row('Minimum charge', formatRupees(minimum_charge_paise))] : []),
  ]
}

/** What there is to say where nothing can be paid: heading, text, and where to go. */
export type Said = { title: string; text: string; go: [label: string, href: string] }

export function saidPage({ title, text, go: [label, href] }: Said, shop: ShopSettings, files: Files): string {
  const body = `<section class="card alone"><h1>${escaped(title)}</h1><p class="muted">${escaped(text)}</p><a class="button go" ${attribute('href', href)}>${escaped(label)}</a></section>`
  return documentOf(title, body, shop, files)
}

function documentOf(title: string, body: string, { brand }: ShopSettings, files: Files): string {
  return plainDocument({ title, body, brand, ...files, beside: `<span class="secure">${LOCK}Secure checkout</span>` })
}
