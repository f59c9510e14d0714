import { dayStart } from 'contract/indian-time'
import { addressIn, type Language } from 'contract/languages'
import type { MembershipPeriod, ShownMembership } from 'contract/memberships/memberships'
import { formatRupees, toPaise } from 'contract/money'
import type { ShopSettings } from 'contract/shop/defaults'
import { inLanguage, type Speech } from '../../../platform/language/language.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import { attribute } from '../head-tags.ts'
import { languageLinks, plainDocument } from '../plain-page.ts'

export type Place = { language: Language; shop: ShopSettings; styles: string }

const rhythm = ({ t }: Speech, period: MembershipPeriod, amount: string) =>
  ({
    month: t('{amount} every month', { amount }),
    quarter: t('{amount} every 3 months', { amount }),
    year: t('{amount} every year', { amount }),
  })[period]

/** Renders a membership: what it opens, and beside it, in one place, all that is known before the first debit. */
export function membershipPage(shown: ShownMembership, place: Place): string {
  const speech = inLanguage(place.language)
  const { t, longDay } = speech
  const { name, description, period, cycles, all, courses } = shown
  const amount = formatRupees(toPaise(shown.price))
  const seller = place.shop.legal.legal_name || place.shop.brand.name
  const row = (label: string, value: string) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`
  const day = (at: string) => longDay(dayStart(at))
  const rows = [
    row(t('Every payment'), rhythm(speech, period, amount)),
    row(t('You pay first'), t('Today, {day}', { day: day(shown.first_debit_on) })),
    row(t('Next payment'), day(shown.next_debit_on)),
    row(t('Never more than'), formatRupees(toPaise(shown.most))),
    row(t('Number of payments'), cycles === null ? t('Until you cancel') : String(cycles)),
  ]
  const terms = [
    t('Your bank or UPI app asks for your approval once. It tells you a day before each later payment.'),
    t(
      'Cancel any time in your dashboard, in two taps, or in your UPI app. You keep access until the end of the period you paid for.',
    ),
    t('You pay {seller}. Every payment has its own receipt.', { seller }),
  ]
  const href = attribute('href', addressIn(place.language, `/dashboard?join=${shown.membership_id}`))
  const body = `<div class="top"><h1>${escapeHtml(name)}</h1></div>
<div class="both">
<section class="card" ${attribute('aria-label', t('Courses of this membership'))}>
<p class="price">${escapeHtml(rhythm(speech, period, amount))}</p>
${description ? `<p class="about">${escapeHtml(description)}</p>` : ''}
<h2>${escapeHtml(all ? t('All courses, also new ones') : t('Courses of this membership'))}</h2>
<ul class="opens">${courses.map((course) => `<li>${escapeHtml(course.name)}</li>`).join('')}</ul>
</section>
<aside class="card" aria-labelledby="before">
<h2 id="before">${t('Before you join')}</h2>
<dl>${rows.join('')}</dl>
<ul>${terms.map((term) => `<li><span>${escapeHtml(term)}</span></li>`).join('')}</ul>
<a class="button buy" ${href}>${t('Become a member')}</a>
</aside>
</div>`
  return documentOf(name, body, place)
}

export function endedPage(place: Place, away: boolean): string {
  const { t } = inLanguage(place.language)
  const [title, text] = away
    ? [t('Please open it again in a few minutes'), t('It was opened too often from here.')]
    : [t('This membership is not available'), t('Nobody can join it now. Members keep what they have.')]
  const href = attribute('href', addressIn(place.language, '/courses'))
  const body = `<section class="card alone"><h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(text)}</p><a class="button go" ${href}>${t('See the courses')}</a></section>`
  return documentOf(title, body, place)
}

const documentOf = (title: string, body: string, { language, shop, styles }: Place) =>
  plainDocument({ language, title, body, shop, styles, below: languageLinks(language) })
