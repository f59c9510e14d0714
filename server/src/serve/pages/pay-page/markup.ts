import { addressIn, type Language } from 'contract/languages'
import { formatRupees } from 'contract/money'
import type { ShopSettings } from 'contract/shop/defaults'
import { soldAs } from '../../../platform/language/access-text.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { reducedBy, reductionName } from '../../../platform/language/reductions.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import type { OrderLineRow, OrderRow } from '../../../sales/orders/orders.queries.ts'
import { attribute } from '../head-tags.ts'
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
/** Input of the page's script. */
export type PayData = { order: string; mark: string; script: string; status: string }

/** In which language, by which shop, and where the page's own files are. */
export type Place = { language: Language; shop: ShopSettings; styles: string; script: string }

type Shown = { order: OrderRow; lines: OrderLineRow[]; data: PayData; place: Place }

/** Renders the page of a payable order: items, seller, pay button and link. */
export function payPage({ order, lines, data, place }: Shown): string {
  const { language, shop } = place
  const { t } = inLanguage(language)
  const amount = formatRupees(order.total_paise)
  const pay = t('Pay {amount}', { amount })
  const notified = Object.entries({ ...data, words: JSON.stringify(wordsOf(order, language)) }).map(([name, value]) =>
    attribute(`data-${name}`, value),
  )
  const link = attribute('href', order.payment_link ?? '')
  const rather = t('Trouble paying? <link>Pay on Razorpay’s page</link>')
    .replace('<link>', `<a class="link" ${link}>`)
    .replace('</link>', '</a>')
  const seller = t('<b>You pay {seller}.</b> Razorpay handles the payment; we never see your card or UPI PIN.', {
    seller: escapeHtml(shop.legal.legal_name || shop.brand.name),
  })
  const { days } = shop.guarantee
  const promise = t('<b>{days}-day money-back guarantee.</b> Write to us for a full refund.', { days })
  const back = days > 0 ? `<li>${SHIELD}<span>${promise}</span></li>\n` : ''
  const body = `<div class="top"><h1>${pay}</h1><a class="link small" href="${addressIn(language, '/checkout')}">${t('Back to checkout')}</a></div>
<div class="both">
<section class="card pay" data-mode="sheet" ${notified.join(' ')} aria-labelledby="ways">
<h2 id="ways">${t('UPI, card or net banking')}</h2>
<p class="tags"><span class="first">UPI</span><span>${t('Cards')}</span><span>${t('Net banking')}</span></p>
<div class="swap news"><p class="said small" id="said" role="status"></p><p class="muted as-text"><span class="by-touch">${t('Your UPI app opens. You return here after paying.')}</span><span class="by-mouse">${t('Scan a code with any UPI app, or pay by card. You stay on this page.')}</span></p></div>
<div class="swap"><button class="button buy" id="pay" type="button">${pay}</button>
<a class="button buy as-button" ${link}>${t('Pay {amount} on Razorpay’s page', { amount })}</a></div>
<p class="small as-text">${rather}</p>
</section>
<aside class="card" ${attribute('aria-label', t('What you pay for'))}>
<div><p class="small muted">${t('Order {order}', { order: escapeHtml(order.order_no) })}</p><p class="amount">${amount}</p></div>
<dl>${rowsOf(order, lines, language).join('')}</dl>
<ul>
<li>${STORE}<span>${seller}</span></li>
${back}<li>${MAIL}<span>${t('After paying, your courses open at once and we email the receipt.')}</span></li>
</ul>
</aside>
</div>`
  return documentOf(pay, body, place)
}

/** Builds the texts of the page's script, by its names for them; `reasons` are sentences by the gateway's names of a failure. */
function wordsOf({ order_no }: OrderRow, language: Language): Record<string, string | Record<string, string>> {
  const { t } = inLanguage(language)
  return {
    reasons: {
      insufficient_funds: t('There is not enough money in the account.'),
      payment_cancelled: t('The payment was cancelled.'),
      'payment_timed_out payment_collect_request_expired otp_expired': t('The time for this payment ran out.'),
      'authentication_failed incorrect_otp invalid_otp incorrect_pin incorrect_cvv incorrect_card_details card_number_invalid':
        t('The OTP, the PIN or the card details were not right.'),
      'bank_technical_error gateway_technical_error bank_not_available bank_cutoff_in_progress credit_failed server_error':
        t('Your bank has a technical problem. Try again in a few minutes, or pay another way.'),
      'card_declined payment_declined debit_declined payment_risk_check_failed authorisation_declined_by_psp': t(
        'Your bank declined the payment. Pay another way, or ask your bank.',
      ),
      'card_expired card_not_enrolled card_disabled_for_online_payments debit_instrument_blocked debit_instrument_inactive international_transaction_not_allowed':
        t('This card cannot pay online. Use another card or UPI.'),
      'transaction_limit_exceeded transaction_daily_limit_exceeded': t('The amount is above the limit of your bank.'),
      'invalid_vpa vpa_resolution_failed bank_account_invalid': t('This UPI ID or account does not work.'),
    },
    blocked: t('The payment window does not open here. You can pay on Razorpay’s page.'),
    checking: t('Checking your payment...'),
    closed: t('You closed the payment window. Nothing was taken, and your order is saved.'),
    failed: t('The payment failed.'),
    kept: t('{reason} Your order is saved.'),
    offline: t('Please check your internet connection and try again.'),
    opening: t('Processing...'),
    order: t('Order {order}', { order: order_no }),
    refused: t('The payment window could not be opened. You can pay on Razorpay’s page.'),
    stay: t('Please do not close or refresh this page...'),
    upi: t('Pay by UPI'),
  }
}

function rowsOf(order: OrderRow, lines: readonly OrderLineRow[], language: Language): string[] {
  const speech = inLanguage(language)
  const { t } = speech
  const row = (name: string, value: string, look = '') =>
    `<div><dt>${escapeHtml(name)}</dt><dd${look && ` class="${look}"`}>${value}</dd></div>`
  const courses = lines.map((line) => {
    const { quantity, price_paise } = line
    const name = soldAs(speech, line)
    return row(quantity > 1 ? `${name} × ${quantity}` : name, formatRupees(price_paise * quantity))
  })
  const { credit_paise, tax_paise, minimum_charge_paise, promocode } = order
  const discount = order.discount_paise - credit_paise - reducedBy(order.reductions)
  return [
    ...courses,
    ...(credit_paise > 0 ? [row(t('For courses you own'), `−${formatRupees(credit_paise)}`, 'less')] : []),
    ...(discount > 0 ? [row(promocode ?? t('Discount'), `−${formatRupees(discount)}`, 'less')] : []),
    ...(order.reductions ?? []).map((one) => row(reductionName(speech, one), `−${formatRupees(one.paise)}`, 'less')),
    ...(tax_paise > 0 ? [row(t('GST'), formatRupees(tax_paise))] : []),
    ...(minimum_charge_paise > 0
      ? [row(t('Rounded up to the gateway’s minimum of ₹1'), formatRupees(minimum_charge_paise))]
      : []),
  ]
}

/** Replaces payment where it is impossible: heading, text, and a link. */
export type Notice = { title: string; text: string; go: [label: string, path: string] }

export function noticePage({ title, text, go: [label, path] }: Notice, place: Place): string {
  const href = attribute('href', addressIn(place.language, path))
  const body = `<section class="card alone"><h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(text)}</p><a class="button go" ${href}>${escapeHtml(label)}</a></section>`
  return documentOf(title, body, place)
}

function documentOf(title: string, body: string, { shop, ...place }: Place): string {
  const { t } = inLanguage(place.language)
  const beside = `<span class="secure">${LOCK}${t('Secure checkout')}</span>`
  return plainDocument({ ...place, title, body, shop, beside })
}
