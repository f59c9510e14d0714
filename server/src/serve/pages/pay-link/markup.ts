import { hiddenEmail } from 'contract/email-and-phone'
import type { Language } from 'contract/languages'
import { formatRupees } from 'contract/money'
import type { ShopSettings } from 'contract/shop/defaults'
import { statesIn } from 'contract/state-names'
import { inLanguage } from '../../../platform/language/language.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import type { OpenedLink } from '../../../sales/pay-links/pay-by-link.ts'
import { attribute } from '../head-tags.ts'
import { languageLinks, plainDocument, plainField } from '../plain-page.ts'

export type Place = { language: Language; shop: ShopSettings; styles: string }
/** The fields as they were sent, with their problems. */
export type Tried = { name: string; state: string; problems: Partial<Record<'name' | 'state' | 'pay', string>> }
type Open = Extract<OpenedLink, { state: 'open' }>

const icon = (paths: string) => `<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`
const STORE = icon(
  '<path d="M3 21h18"/><path d="M3 7v1a3 3 0 0 0 6 0V7m0 1a3 3 0 0 0 6 0V7m0 1a3 3 0 0 0 6 0V7H3l2-4h14l2 4"/><path d="M5 21V10.850"/><path d="M19 21V10.850"/><path d="M9 21v-4a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v4"/>',
)
const MAIL = icon(
  '<path d="M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7"/><path d="M3 7l9 6 9-6"/>',
)

/** Renders an open link: what is bought, what the shop wrote, and what the account and the invoice still need. */
export function openPage({ link, cart, user, needs }: Open, tried: Tried, place: Place): string {
  const { language, shop } = place
  const speech = inLanguage(language)
  const { t } = speech
  const amount = formatRupees(cart.priced.total_paise)
  const pay = t('Pay {amount}', { amount })
  const { problems } = tried
  const courses = cart.courses.map(({ name, banner }) => {
    const picture = banner ? `<img ${attribute('src', banner)} alt="" loading="lazy">` : ''
    return `<li>${picture}<span>${escapeHtml(name)}</span></li>`
  })
  const options = statesIn(language).map(
    ([code, name]) =>
      `<option ${attribute('value', code)}${code === tried.state ? ' selected' : ''}>${escapeHtml(name)}</option>`,
  )
  const name = plainField('name', t('Your name'), problems.name, (more) => {
    return `<input id="name" name="name" autocomplete="name" maxlength="100" ${attribute('value', tried.name)}${more}>`
  })
  const state = plainField('state', t('State, for your invoice'), problems.state, (more) => {
    const first = `<option value="">${t('Choose your state')}</option>`
    return `<select id="state" name="state" autocomplete="address-level1"${more}>${first}${options.join('')}</select>`
  })
  const until = t('Good until {day}. Then the list price is back.', { day: speech.longDay(new Date(link.ends_at)) })
  const email = hiddenEmail(link.email ?? '')
  const whose = user
    ? t('The courses open in your account {email}.', { email })
    : t('You get an account for {email} with this payment.', { email })
  const seller = t('You pay {seller}.', { seller: shop.legal.legal_name || shop.brand.name })
  const body = `<div class="top"><h1>${t('Your price: {amount}', { amount })}</h1></div>
<div class="both">
<section class="card" ${attribute('aria-label', t('Your courses'))}>
${link.note ? `<p class="quote">${escapeHtml(link.note)}</p>` : ''}
<ul class="bought">${courses.join('')}</ul>
${problems.pay ? `<p class="said problem" role="alert">${escapeHtml(problems.pay)}</p>` : ''}
<form method="post" novalidate>
${needs.name ? name : ''}${needs.state ? state : ''}
<button class="button buy" type="submit">${pay}</button>
</form>
<p class="small muted">${escapeHtml(until)}</p>
</section>
<aside class="card" ${attribute('aria-label', t('What you pay for'))}>
<dl>${rowsOf(cart, language).join('')}</dl>
<ul>
<li>${STORE}<span>${escapeHtml(seller)}</span></li>
<li>${MAIL}<span>${escapeHtml(whose)}</span></li>
</ul>
</aside>
</div>`
  return documentOf(pay, body, place)
}

function rowsOf({ courses, priced }: Open['cart'], language: Language): string[] {
  const { t } = inLanguage(language)
  const row = (name: string, value: string, look = '') =>
    `<div${look === 'to-pay' ? ' class="to-pay"' : ''}><dt>${escapeHtml(name)}</dt><dd${look === 'less' ? ' class="less"' : ''}>${value}</dd></div>`
  const sums = courses.map(({ name, price_paise }) => row(name, formatRupees(price_paise)))
  const { credit_paise, discount_paise, tax_paise, total_paise } = priced
  return [
    ...sums,
    ...(credit_paise > 0 ? [row(t('For courses you own'), `−${formatRupees(credit_paise)}`, 'less')] : []),
    ...(discount_paise > 0 ? [row(t('Discount for you'), `−${formatRupees(discount_paise)}`, 'less')] : []),
    ...(tax_paise > 0 ? [row(t('GST'), formatRupees(tax_paise))] : []),
    row(t('To pay'), formatRupees(total_paise), 'to-pay'),
  ]
}

type Ended = Exclude<OpenedLink['state'], 'open'> | 'unknown' | 'away'

/** Renders a link that nobody can pay by: why, and one way on. */
export function endedPage(state: Ended, place: Place): string {
  const { t } = inLanguage(place.language)
  const shop = place.shop.brand.name
  const [title, text] = {
    paid: [t('This is paid'), t('Thank you. Your courses are in your account, and the receipt is in your email.')],
    owned: [t('You have this already'), t('A course of this link is in your account. There is nothing to pay.')],
    expired: [
      t('This link has ended'),
      t('The price of this link is over. Write to {shop} if you still want it.', { shop }),
    ],
    cancelled: [
      t('This link has ended'),
      t('It cannot be paid any more. Write to {shop} if you did not expect that.', { shop }),
    ],
    gone: [t('This is not sold any more'), t('A course of this link is off sale. Nothing was taken.')],
    unknown: [t('This payment page is not known'), t('Please open the link as it is in your email or message.')],
    away: [t('Too many tries'), t('Please wait a few minutes, then open it again.')],
  }[state] as [string, string]
  const [label, path] =
    state === 'paid' || state === 'owned' ? [t('Log in'), '/login'] : [t('See all courses'), '/courses']
  const href = attribute('href', place.language === 'en' ? path : `/${place.language}${path}`)
  const body = `<section class="card alone"><h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(text)}</p><a class="button go" ${href}>${escapeHtml(label)}</a></section>`
  return documentOf(title, body, place)
}

const documentOf = (title: string, body: string, { language, shop, styles }: Place) =>
  plainDocument({ language, title, body, shop, styles, below: languageLinks(language) })
