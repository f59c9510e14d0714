/**
 * The second model: who has access until when, and which orders exist, by what was joined, paid, refunded and ended. Written from the
 * specification; it shares no code with the shop or the stand-in.
 */

const DAY = 86_400_000
const INDIA = 330 * 60_000

export type Terms = {
  id: string
  months: number
  paise: number
  grace: number
  /** Debits in all; undefined without an end. */
  cycles: number | undefined
  courses: readonly string[]
}

export type Debit = {
  payment: string
  from: number
  to: number
  paidAt: number
  paise: number
  back: number
  /** The money came after the end of the mandate, or of the cycle that it pays: an order that gives nothing, and goes back. */
  stray: boolean
}

export type Mandate = {
  id: string
  subscription: string
  terms: Terms
  /** The first payment, which all cycles are counted from. */
  startedAt: number | undefined
  debits: Debit[]
  /** The press of "Cancel" in the shop. */
  endWanted: number | undefined
  /** The end at the gateway, and by when the shop knows of it. */
  ended: number | undefined
  knownBy: number
}

export type Person = { id: number; userId: string; token: string; mandates: Mandate[] }

/** Returns the beginning of a cycle: the first with its payment, others at midnight in India, on the same day of a later month or its last. */
export function cycleOf(startedAt: number, months: number, cycle: number): number {
  if (cycle === 0) return startedAt
  const start = new Date(startedAt + INDIA)
  const month = start.getUTCMonth() + months * cycle
  const last = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  return Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), last)) - INDIA
}

/** Adds a payment of a cycle, which the gateway names by its beginning. Returns undefined for a beginning that no cycle has. */
export function addDebit(
  mandate: Mandate,
  { payment, billingStart, paidAt, paise }: { payment: string; billingStart: number; paidAt: number; paise: number },
): Debit | undefined {
  mandate.startedAt ??= billingStart
  const { startedAt, terms } = mandate
  const most = terms.cycles ?? 200
  const cycle = Array.from({ length: most }, (_, n) => n).find(
    (n) => cycleOf(startedAt, terms.months, n) === billingStart,
  )
  if (cycle === undefined) return undefined
  const end = Math.min(mandate.endWanted ?? Number.POSITIVE_INFINITY, mandate.ended ?? Number.POSITIVE_INFINITY)
  const to = cycleOf(startedAt, terms.months, cycle + 1)
  const debit = { payment, from: billingStart, to, paidAt, paise, back: 0, stray: paidAt > end || to <= paidAt }
  mandate.debits.push(debit)
  return debit
}

/** Returns the ends of access of a mandate that are right now: two while the shop may not know yet that a bank ended it. */
function endsOf({ debits, terms, endWanted, ended, knownBy }: Mandate, now: number): number[] {
  const counted = debits.filter(({ stray, back, paise }) => !stray && back < paise)
  if (counted.length === 0) return []
  const paidUntil = Math.max(...counted.map(({ to }) => to))
  const withGrace = paidUntil + terms.grace * DAY
  if (endWanted === undefined && ended === undefined) return [withGrace]
  return endWanted === undefined && now < knownBy ? [paidUntil, withGrace] : [paidUntil]
}

/** Returns the right ends of access to a course; empty when there is none. */
export function accessOf({ mandates }: Person, course: string, now: number): number[] {
  const each = mandates.filter(({ terms }) => terms.courses.includes(course)).map((mandate) => endsOf(mandate, now))
  const known = each.filter((ends) => ends.length > 0)
  if (known.length === 0) return []
  return [Math.max(...known.map((ends) => Math.min(...ends))), Math.max(...known.map((ends) => Math.max(...ends)))]
}
