import type { BreachInput } from 'contract/breaches/breaches'
import { hoursText } from 'contract/date-styles'
import { inLanguage } from '../../platform/language/language.ts'
import {
  button,
  composeEmail,
  type EmailContent,
  greetingOf,
  type MailShop,
  paragraph,
} from '../../platform/mail/email.ts'
import { html } from '../../platform/mail/html.ts'
import { momentWords } from './breach-texts.ts'

type Words = Pick<BreachInput, 'happened' | 'extent' | 'nature' | 'consequences' | 'done' | 'to_do' | 'hi' | 'mr'>

/** Writes what rule 7 has a person read: what happened, what it means for them, what is done, what they can do, and who answers. */
export function breachLetter({ name, facts, ...shop }: { name: string | null; facts: Words } & MailShop): EmailContent {
  const speech = inLanguage(shop.language)
  const { t } = speech
  const { people, language, shopName } = shop
  const own = language === 'hi' || language === 'mr' ? facts[language] : undefined
  const wordsFor = (field: 'nature' | 'consequences' | 'done' | 'to_do') => own?.[field] || facts[field]
  const parts: readonly (readonly [title: string, words: string])[] = [
    [t('This happened'), wordsFor('nature')],
    [t('When'), facts.happened],
    [t('How far it went'), facts.extent],
    [t('What it can mean for you'), wordsFor('consequences')],
    [t('We have done this'), wordsFor('done')],
    [t('You can do this'), wordsFor('to_do')],
    [t('Who answers your questions'), [people?.person, people?.email, people?.phone].filter(Boolean).join(', ')],
  ]
  const shown = parts.filter(([, words]) => words !== '')
  const greeting = greetingOf(speech, name)
  const first = t('Personal data of yours at {shop} were part of a breach. The law has us write to you at once.', {
    shop: shopName,
  })
  const text = `${greeting}

${first}

${shown.map(([title, words]) => `${title}:\n${words}`).join('\n\n')}`
  const body = html`${paragraph(html`${greeting}`)}
${paragraph(html`${first}`)}
${shown.map(
  ([title, words]) =>
    html`${paragraph(html`<strong>${title}</strong>${words.split('\n').map((line) => html`<br>${line}`)}`)}`,
)}`
  return composeEmail(shop, t('Your data at {shop}: a breach', { shop: shopName }), text, body)
}

const RECEIVERS = { cert_in: 'CERT-In', board: 'the Data Protection Board' } as const

type Running = { to: keyof typeof RECEIVERS; ends_at: Date }
type Alarm = { title: string; known_at: Date; now: Date; clocks: readonly Running[]; first: boolean } & MailShop

/** Notifies an owner of a new breach, or that a clock of one ends soon or has ended. */
export function breachAlarmEmail({ title, known_at, now, clocks, first, ...shop }: Alarm): EmailContent {
  const lines = clocks.map(({ to, ends_at }) => {
    const left = ends_at.getTime() - now.getTime()
    return left > 0
      ? `A report to ${RECEIVERS[to]} is due until ${momentWords(ends_at)} (IST): ${hoursText(left)} left.`
      : `A report to ${RECEIVERS[to]} was due until ${momentWords(ends_at)} (IST). Send it now, with the reason for the delay.`
  })
  const opening = first
    ? `A breach was reported: ${title}. It is known since ${momentWords(known_at)} (IST).`
    : `The breach “${title}” waits for you.`
  const address = `${shop.storeUrl}/admin?tab=privacy&part=breaches`
  const text = `${opening}

${lines.join('\n')}

${address}`
  const body = html`${paragraph(html`${opening}`)}
${lines.map((line) => paragraph(html`${line}`))}
${button(address, 'Open the privacy desk')}`
  return composeEmail(shop, first ? `A breach was reported: ${title}` : `A clock of the law runs: ${title}`, text, body)
}
