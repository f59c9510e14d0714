import type { BreachInput, OneBreach, Receiver } from 'contract/breaches/breaches'
import { longDayText } from 'contract/indian-time'
import type { MailShop } from '../../platform/mail/email.ts'

const INDIA = { timeZone: 'Asia/Kolkata' } as const
const weekday = new Intl.DateTimeFormat('en-IN', { weekday: 'long', ...INDIA })
const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', hour12: true, ...INDIA })

/** `Saturday, 28 November 2026, 9:20 am`, in India. */
export const momentWords = (at: Date): string =>
  `${weekday.format(at)}, ${longDayText(at)}, ${clock.format(at).replace(/\s/g, ' ').toLowerCase()}`

type Facts = Pick<BreachInput, (typeof FIELDS)[number][0] | 'title' | 'known_at'>
/** Counts of the emails to people. */
type Notice = { touched: number; sent: number; came_back: number; begun_at: string | null }

const FIELDS = [
  ['nature', 'What happened'],
  ['happened', 'When it happened'],
  ['place', 'Place or system'],
  ['data', 'Data concerned'],
  ['extent', 'Extent'],
  ['cause', 'Cause'],
  ['who', 'Who did it, as far as known'],
  ['consequences', 'Likely consequences'],
  ['done', 'Done so far'],
  ['to_do', 'What people can do'],
  ['prevention', 'Against a repeat'],
] as const
type Field = (typeof FIELDS)[number][0]

const FIRST: readonly Field[] = ['nature', 'happened', 'place', 'data', 'extent', 'consequences', 'done']
const needs: Record<Receiver | 'people', readonly Field[]> = {
  cert_in: FIRST,
  board: [...FIRST, 'cause', 'who', 'to_do', 'prevention'],
  people: ['nature', 'happened', 'extent', 'consequences', 'done', 'to_do'],
}

/** Lists what a text still lacks, by the labels of the form. */
export function missingFor(to: Receiver | 'people', facts: Facts, { people }: MailShop): string[] {
  const lacks = FIELDS.filter(([field]) => needs[to].includes(field) && facts[field] === '').map(([, label]) => label)
  return people?.email ? lacks : [...lacks, 'Contact email of the shop (Settings)']
}

const blank = (label: string) => `[${label}: to fill in]`

/** Writes what an authority gets; what is missing has its name in brackets. */
export function authorityText(to: Receiver, facts: Facts, notice: Notice, shop: MailShop): string {
  const { people } = shop
  const lines = FIELDS.filter(([field]) => needs[to].includes(field)).map(
    ([field, label]) => `${label}:\n${facts[field] || blank(label)}`,
  )
  const emails = notice.begun_at
    ? `${notice.touched} people are concerned. Emails began on ${momentWords(new Date(notice.begun_at))}: ${notice.sent} are sent, ${notice.came_back} came back.`
    : `${notice.touched} people are concerned. Their emails have not begun.`
  return [
    to === 'cert_in'
      ? 'To CERT-In (incident@cert-in.org.in)\nReport of a cyber incident under section 70B of the Information Technology Act'
      : 'To the Data Protection Board of India\nIntimation of a personal data breach under section 8(6) of the DPDP Act and rule 7',
    `Reported by: ${people?.legal_name || shop.shopName}${people?.legal_address ? `, ${people.legal_address}` : ''}`,
    `Contact: ${[people?.person, people?.email || blank('Contact email of the shop'), people?.phone].filter(Boolean).join(', ')}`,
    `Subject: ${facts.title}`,
    `Known since: ${momentWords(new Date(facts.known_at))} (IST)`,
    ...lines,
    `People:\n${emails}`,
  ].join('\n\n')
}

/** Writes the three texts with what each lacks. `letter` is the email to people, as text. */
export function writeTexts(facts: Facts, notice: Notice, shop: MailShop, letter: string): OneBreach['texts'] {
  const authorities = (['cert_in', 'board'] as const).map((to) => ({
    to,
    text: authorityText(to, facts, notice, shop),
    missing: missingFor(to, facts, shop),
  }))
  return [...authorities, { to: 'people', text: letter, missing: missingFor('people', facts, shop) }]
}
