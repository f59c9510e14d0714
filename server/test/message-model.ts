// Judges messages of a year by the facts alone: no row of the database, and no function of the shop.

const HOUR = 3_600_000
export const DAY = 24 * HOUR
export const WEEK = 7 * DAY
const INDIA = 5.5 * HOUR
/** Days between an ending of access and a letter about it. */
const LETTER_DAYS: Readonly<Record<string, number>> = { first: 14, last: 3 }

export type Fact = { at: number; student: number } & (
  | { is: 'enrolled'; course: string; until: number | null }
  | { is: 'renewed'; course: string; until: number }
  | { is: 'lesson'; course: string; lesson: number; done: boolean }
  | { is: 'revoked'; course: string }
  | { is: 'reminders'; on: boolean }
  | { is: 'agreed'; to: boolean }
  | { is: 'stopped' | 'deleted' | 'registered' }
  | { is: 'paid' | 'refunded'; order: string }
  | { is: 'plan'; plan: string; due: readonly string[] }
  | { is: 'part' | 'ended'; plan: string }
  | { is: 'interested' }
)

/** Facts of the shop: live lessons planned or cancelled, a course on sale, templates that Meta counts as marketing. */
export type Shop = {
  live: readonly { lesson: string; course: string; starts: number; cancelled: number | null }[]
  onSaleAt: number
  marketing: readonly { template: string; from: number }[]
  /** Lessons of a course; none for a course without nudges. */
  lessons: number
  renewed: string
}

/** A message that went out. `kind` is the trigger of a sequence, or the name of an email. */
export type Sent = {
  student: number
  kind: string
  channel: 'email' | 'whatsapp'
  at: number
  /** Course, order, plan or lesson that it is about, with the rest of its reason. */
  about: readonly string[]
  template?: string
}

const hourOf = (at: number) => Math.floor(((at + INDIA) % DAY) / HOUR)
const dayOf = (at: number) => new Date(at + INDIA).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

/** Answers to a message of their own, which need no reminders. */
const OF_A_DEED = ['receipt', 'registered', 'on-sale-mail']

/** Names what is wrong with a message; undefined for a right one. `facts` are those of its student. */
export function fault(sent: Sent, facts: readonly Fact[], shop: Shop): string | undefined {
  const known = facts.filter(({ at }) => at <= sent.at)
  const hour = hourOf(sent.at)
  if (hour < 8 || hour >= 21) return 'at night'
  const gone = known.find(({ is }) => is === 'deleted')
  // An address left after the account is gone is that of a visitor.
  const isVisitor =
    sent.kind === 'on-sale-mail' && known.some(({ is, at }) => is === 'interested' && at > (gone?.at ?? 0))
  if (gone && !isVisitor) return 'to nobody'
  const [, mark] = sent.about
  const isNews = sent.kind === 'live-mail' && mark === 'cancelled'
  const remindersOff = known.findLast((fact) => fact.is === 'reminders')?.on === false
  if (remindersOff && !OF_A_DEED.includes(sent.kind) && sent.kind !== 'part-due-mail' && !isNews)
    return 'reminders are off'
  return (
    (sent.channel === 'whatsapp' ? refusal(sent, known, shop) : undefined) ?? JUDGES[sent.kind]?.(sent, known, shop)
  )
}

/** A stop ends every message until a later consent, and marketing needs a consent. */
function refusal({ template, at }: Sent, known: readonly Fact[], { marketing }: Shop): string | undefined {
  const consent = known.findLast((fact) => fact.is === 'agreed')
  const stop = known.findLast(({ is }) => is === 'stopped')
  const again = known.some((fact) => fact.is === 'agreed' && fact.to && fact.at > (stop?.at ?? 0))
  if (stop && !again) return 'after a stop'
  const isMarketing = marketing.some((one) => one.template === template && one.from <= at)
  return isMarketing && !(consent?.is === 'agreed' && consent.to) ? 'marketing without a consent' : undefined
}

type Judge = (sent: Sent, known: readonly Fact[], shop: Shop) => string | undefined

/** The end of access to a course; undefined without it, null for good. */
function endOf(known: readonly Fact[], course: string): number | null | undefined {
  const of = known.filter((fact) => 'course' in fact && fact.course === course)
  if (of.some(({ is }) => is === 'revoked')) return undefined
  return of.findLast((fact) => fact.is === 'renewed' || fact.is === 'enrolled')?.until
}

const nudge: Judge = ({ kind, at, about: [course = ''] }, known, { lessons: all }) => {
  const end = endOf(known, course)
  if (end === undefined) return 'without the course'
  if (end !== null && end <= at) return 'after the access'
  const began = known.find((fact) => fact.is === 'enrolled' && fact.course === course)?.at ?? at
  const lessons = known.filter((fact) => fact.is === 'lesson' && fact.course === course)
  if (kind === 'not_begun') {
    if (lessons.length > 0) return 'after the beginning'
    return at < began + 3 * DAY ? 'too early' : undefined
  }
  if (lessons.length === 0) return 'before the beginning'
  if (lessons.filter((fact) => fact.is === 'lesson' && fact.done).length === all) return 'after the end'
  return at < Math.max(...lessons.map((one) => one.at)) + WEEK ? 'while they learn' : undefined
}

const live: Judge = ({ at, about: [lesson, kind] }, known, shop) => {
  const found = shop.live.find((one) => one.lesson === lesson)
  const end = found && endOf(known, found.course)
  if (!found || end === undefined || (end !== null && end <= at)) return 'without the course'
  const isCancelled = found.cancelled !== null && found.cancelled <= at
  if (isCancelled !== (kind === 'cancelled')) return 'of another state'
  const hours = (found.starts - at) / HOUR
  if (hours <= 0) return 'after its beginning'
  return (kind === 'day' && hours > 24) || (kind === 'soon' && hours > 1) ? 'too early' : undefined
}

const due: Judge = ({ at, about: [plan, part, dueOn = '', kind] }, known) => {
  const begun = known.find((fact) => fact.is === 'plan' && fact.plan === plan)
  if (begun?.is !== 'plan') return 'without a plan'
  if (known.some((fact) => fact.is === 'ended' && fact.plan === plan)) return 'after its plan'
  const paid = 1 + known.filter((fact) => fact.is === 'part' && fact.plan === plan).length
  if (paid !== Number(part) - 1) return 'of a part that is not due'
  if (begun.due[paid] !== dueOn) return 'of another day'
  const late = daysBetween(dueOn, dayOf(at))
  const [from, to] = { before: [-3, -1], day: [0, 2], late: [3, 99] }[kind ?? ''] ?? [99, 99]
  return late < (from ?? 99) || late > (to ?? 99) ? `${kind} on day ${late}` : undefined
}

const ending =
  (isRenewed: boolean): Judge =>
  ({ at, about: [course = '', letter = '', until] }, known, { renewed }) => {
    const end = endOf(known, course)
    if ((course === renewed) !== isRenewed) return 'of the other letter'
    if (!end || end <= at || end !== Number(until)) return 'of no end'
    return end - at > (LETTER_DAYS[letter] ?? 7) * DAY ? 'too early' : undefined
  }

const JUDGES: Readonly<Record<string, Judge>> = {
  not_begun: nudge,
  quiet: nudge,
  live,
  'live-mail': live,
  due,
  'part-due-mail': due,
  'renewal-mail': ending(true),
  'access-ending-mail': ending(false),
  receipt: ({ at, about: [order] }, known) => {
    const paid = known.find((fact) => fact.is === 'paid' && fact.order === order)
    if (!paid || known.some((fact) => fact.is === 'refunded' && fact.order === order)) return 'of no paid order'
    return at > paid.at + 2 * DAY ? 'too late' : undefined
  },
  registered: ({ at }, known) => {
    const from = known.find(({ is }) => is === 'registered')
    return !from || at > from.at + 8 * DAY ? 'too late' : undefined
  },
  'on-sale-mail': ({ at }, known, { onSaleAt }) => {
    const waits = known.find(({ is }) => is === 'interested')
    if (!waits || onSaleAt > at) return 'before the sale'
    return at > waits.at + 180 * DAY ? 'after half a year' : undefined
  },
}

/** Lists reasons with more than one message; nudges have two about a course, one in a week. */
export function tooMany(sent: readonly Sent[]): string[] {
  const isNudge = ({ kind }: Sent) => kind === 'not_begun' || kind === 'quiet'
  const nudges = [...Map.groupBy(sent.filter(isNudge), ({ student }) => student).values()]
  const close = nudges.flatMap((of) => {
    const times = of.map(({ at }) => at).sort((a, b) => a - b)
    return times.flatMap((at, place) => (at - (times[place - 1] ?? 0) < WEEK ? ['a second nudge in a week'] : []))
  })
  const most = (one: Sent) => (isNudge(one) ? 2 : 1)
  const reason = (one: Sent) =>
    `${one.student} ${one.channel} ${isNudge(one) ? `nudge ${one.about[0]}` : [one.kind, ...one.about].join(' ')}`
  const often = [...Map.groupBy(sent, reason)].filter(([, [first, ...more]]) => first && more.length >= most(first))
  return [...close, ...often.map(([name, list]) => `${list.length} times ${name}`)]
}
