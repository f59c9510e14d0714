/**
 * Judges who gets which email of a sequence, from the same facts as the shop and by other means: it replays them in memory, person by person,
 * and knows no SQL.
 */
export type Fact = { at: number; buyer: number } & (
  | { is: 'registered' | 'deleted' }
  | { is: 'consent'; agreed: boolean }
  | { is: 'ordered'; order: string; courses: string[]; seats: number }
  | { is: 'order'; order: string; status: 'paid' | 'expired' | 'cancelled' | 'refunded' }
  | { is: 'given' | 'completed'; course: string }
)

export type ModelStep = { id: string; minutes: number; since: number; shows?: string }
/** A version of a sequence, in force from `at` on. */
export type Version = { at: number; on: boolean; since: number; steps: ModelStep[] }
export type ModelSequence = {
  trigger: 'purchase' | 'registered' | 'order_unpaid' | 'finished'
  course?: string
  versions: Version[]
}

type Order = { order: string; at: number; courses: string[]; seats: number; status: string; paidAt?: number }
type Person = {
  registered?: number
  deleted: boolean
  agreed: boolean
  orders: Order[]
  owned: Set<string>
  completed: Map<string, number>
}
export type Outcome = `sent ${number}` | `skipped ${string}`

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const IST = 330 * MINUTE

/** Returns what became of each step, by `step/buyer/occasion`. `ticks` are the moments at which a shop ran. */
export function judge(
  facts: readonly Fact[],
  sequences: readonly ModelSequence[],
  ticks: readonly number[],
): Map<string, Outcome | 'waiting'> {
  const people = new Map<number, Person>()
  const fates = new Map<string, Outcome | 'waiting'>()
  const waiting: {
    key: string
    buyer: number
    occasion: string
    due: number
    sequence: ModelSequence
    step: string
  }[] = []
  let next = 0
  for (const tick of ticks) {
    for (let fact = facts[next]; fact && fact.at <= tick; fact = facts[++next]) learn(people, fact)
    for (const sequence of sequences) {
      const now = versionAt(sequence, tick)
      // A save ends who waits for what is off or gone.
      for (let at = waiting.length - 1; at >= 0; at -= 1) {
        const row = waiting[at]
        if (row?.sequence !== sequence || (now?.on && now.steps.some(({ id }) => id === row.step))) continue
        fates.set(row.key, 'skipped off')
        waiting.splice(at, 1)
      }
      if (!now?.on) continue
      for (const step of now.steps) {
        for (const [buyer, person] of people) {
          if (person.deleted) continue
          for (const [occasion, at] of eventsOf(sequence, person)) {
            const due = at + step.minutes * MINUTE
            const key = `${step.id}/${buyer}/${occasion}`
            const tooOld = tick - due > (sequence.trigger === 'order_unpaid' ? 1 : 7) * DAY
            if (fates.has(key) || due > tick || at < now.since || due < step.since || tooOld) continue
            fates.set(key, 'waiting')
            waiting.push({ key, buyer, occasion, due, sequence, step: step.id })
          }
        }
      }
    }
    const hour = ((tick + IST) % DAY) / (60 * MINUTE)
    if (hour < 9 || hour >= 21) continue
    for (const row of waiting.splice(0)) {
      const person = people.get(row.buyer)
      const step = versionAt(row.sequence, tick)?.steps.find(({ id }) => id === row.step)
      const why = person && step ? whyNot(row, person, step, tick) : 'off'
      fates.set(row.key, why ? `skipped ${why}` : `sent ${tick}`)
    }
  }
  return fates
}

const versionAt = ({ versions }: ModelSequence, tick: number) => versions.findLast(({ at }) => at <= tick)

function learn(people: Map<number, Person>, fact: Fact): void {
  const fresh: Person = { deleted: false, agreed: false, orders: [], owned: new Set(), completed: new Map() }
  const person = people.get(fact.buyer) ?? fresh
  people.set(fact.buyer, person)
  if (fact.is === 'registered') person.registered = fact.at
  if (fact.is === 'deleted') person.deleted = true
  if (fact.is === 'consent') person.agreed = fact.agreed
  if (fact.is === 'ordered') person.orders.push({ ...fact, status: 'created' })
  if (fact.is === 'given') person.owned.add(fact.course)
  if (fact.is === 'completed') person.completed.set(fact.course, fact.at)
  if (fact.is !== 'order') return
  const order = person.orders.find((one) => one.order === fact.order)
  if (!order) return
  order.status = fact.status
  if (fact.status === 'paid') order.paidAt = fact.at
  for (const course of order.courses) {
    if (fact.status === 'paid') person.owned.add(course)
    if (fact.status === 'refunded') person.owned.delete(course)
  }
}

const isOpen = ({ status }: Order) => status === 'created' || status === 'expired'

function eventsOf({ trigger, course }: ModelSequence, person: Person): [string, number][] {
  if (trigger === 'registered') return person.registered === undefined ? [] : [['registered', person.registered]]
  if (trigger === 'finished') return [...person.completed].filter(([id]) => course === undefined || id === course)
  const orders = person.orders.filter(({ courses }) => course === undefined || courses.includes(course))
  if (trigger === 'order_unpaid') return orders.filter(isOpen).map(({ order, at }) => [order, at])
  return orders.flatMap(({ order, status, paidAt }) =>
    status === 'paid' && paidAt ? [[order, paidAt] as [string, number]] : [],
  )
}

type Row = { occasion: string; due: number; sequence: ModelSequence }

function whyNot({ occasion, due, sequence }: Row, person: Person, step: ModelStep, now: number): string | undefined {
  const { trigger } = sequence
  const order = person.orders.find((one) => one.order === occasion)
  if (trigger === 'purchase' && order?.status !== 'paid') return 'refunded'
  if (trigger === 'finished' && !person.owned.has(occasion)) return 'refunded'
  if (trigger === 'order_unpaid' && order) {
    if (order.status === 'cancelled') return 'ended'
    if (!isOpen(order)) return 'paid'
    if (person.orders.some((one) => one.at > order.at && one.status !== 'cancelled')) return 'newer_order'
    if (order.seats === 1 && order.courses.every((course) => person.owned.has(course))) return 'bought'
    if (order.at + step.minutes * MINUTE + DAY < now) return 'late'
  } else if (due + 7 * DAY < now) return 'late'
  if (person.deleted) return 'ended'
  if (!person.agreed) return 'no_consent'
  const { shows } = step
  // An order that stays paid counts by itself, and so does access by hand.
  const bought = person.orders.some(({ status, courses }) => status === 'paid' && courses.includes(shows ?? ''))
  return shows !== undefined && (bought || person.owned.has(shows)) ? 'bought' : undefined
}
