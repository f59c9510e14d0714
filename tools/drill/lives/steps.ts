import { failpoints } from '../../../server/src/platform/db/failpoint.ts'
import type { Random } from '../money/random.ts'

/** Steps of a life, and how often each is drawn. */
const weights = {
  buy: 13,
  'buy in parts': 6,
  pay: 3,
  'fail to pay': 2,
  'capture late': 2,
  'let the link expire': 1.5,
  'pay a part': 8,
  renew: 6,
  'make a pay link': 2.5,
  'press a pay link': 3,
  'take the offer after': 2,
  'redeem a gift': 4,
  'give coins': 3,
  'change a price': 1.5,
  'change the tax of a course': 1,
  'buy an option': 6,
  upgrade: 6,
  'change the options': 1,
  'buy a seat': 6,
  'change a date': 1,
  'cancel a date': 1,
  'choose after a date': 2,
  'move a student': 1.5,
  'move an order': 5,
  'change the partner': 1,
  'pay the partner': 1.5,
  'join the membership': 5,
  'leave the membership': 1.5,
  'act in the UPI app': 2,
  'change the card': 1,
  'let debits fail': 2.5,
  'pay what stayed open': 1,
  'end the price': 0.5,
  refund: 7,
  'refund seats': 3,
  'refund by bank': 2,
  'refund in the dashboard': 2,
  'end a held refund': 3,
  'let a refund fail': 5,
  dispute: 3,
  'decide a dispute': 4,
} as const

export type StepName = keyof typeof weights
export const eventWays = ['now', 'twice', 'late', 'lost', 'reversed'] as const

/** A step as data: `at` picks its targets, by numbers from 0 to below 1. */
export type Step = {
  /** Index of the day in the calendar. */
  day: number
  do: StepName
  at: readonly number[]
  /** The instance that gets the requests; 2 is both at once. */
  which?: 0 | 1 | 2
  /** The fate of the gateway's events. */
  events?: (typeof eventWays)[number]
  /** The instance dies there. */
  kill?: (typeof failpoints)[number]
}

/** Days, tax and worth of coins, which the lives of a batch share. */
export type Times = {
  /** Noon in India of the first day. */
  start: number
  /** Days since the start. */
  days: readonly number[]
  /** From an index of `days` on; null for a shop without invoices. */
  taxes: readonly { from: number; tax: { rate: number; onTop: boolean } | null }[]
  coinsPercent: number
}

const DAY = 86_400_000
const PICKS = 5
const KILLED = 0.04
const mailpoints = /^(mail|document)/

const gaps = [1, 2, 4, 6, 9, 14, 17, 22, 28, 29, 31] as const

export function drawTimes(random: Random): Times {
  const days = [0]
  for (let n = 0; n < 8; n++) days.push((days.at(-1) ?? 0) + random.pick(gaps))
  const draw = () => (random.chance(0.3) ? null : { rate: random.pick([18, 5, 12]), onTop: random.chance(0.5) })
  const taxes = [{ from: 0, tax: draw() }]
  // A shop without invoices begins them; one that has them changes them.
  if (random.chance(0.6)) taxes.push({ from: 2 + random.below(4), tax: draw() ?? { rate: 18, onTop: true } })
  const start = Date.UTC(2027, 0, 1, 6, 30) + random.below(365) * DAY
  return { start, days, taxes, coinsPercent: random.pick([50, 100]) }
}

/** Steps that often follow another: a buyer mostly pays, and a refund may fail. */
const followers: Partial<Record<StepName, { do: StepName; chance: number; at?: number }>> = {
  buy: { do: 'pay', chance: 0.8, at: 0 },
  'buy in parts': { do: 'pay', chance: 0.85, at: 0 },
  'pay a part': { do: 'pay', chance: 0.85, at: 0 },
  renew: { do: 'pay', chance: 0.85, at: 0 },
  'make a pay link': { do: 'press a pay link', chance: 0.5, at: 0 },
  'buy an option': { do: 'pay', chance: 0.85, at: 0 },
  upgrade: { do: 'pay', chance: 0.8, at: 0 },
  'buy a seat': { do: 'pay', chance: 0.8, at: 0 },
  'cancel a date': { do: 'choose after a date', chance: 0.8 },
  'press a pay link': { do: 'pay', chance: 0.8, at: 0 },
  'take the offer after': { do: 'pay', chance: 0.8, at: 0 },
  'fail to pay': { do: 'let the link expire', chance: 0.6, at: 0 },
  refund: { do: 'let a refund fail', chance: 0.2 },
  dispute: { do: 'decide a dispute', chance: 0.6 },
}

export function drawSteps(random: Random, days: number): Step[] {
  return Array.from({ length: days }, (_, day) => {
    // The first days have more: without a purchase nothing happens.
    const steps: Step[] = []
    for (let count = day < 2 ? 3 : 2 + random.below(2); count > 0; count--) {
      steps.push(drawStep(random, day, day === 0 && steps.length === 0))
      for (let follower = followerOf(random, steps); follower; follower = followerOf(random, steps))
        steps.push(follower)
    }
    return steps
  }).flat()
}

function followerOf(random: Random, steps: readonly Step[]): Step | undefined {
  const last = steps.at(-1)
  const follower = last && followers[last.do]
  if (!follower || !random.chance(follower.chance)) return undefined
  const step = drawStep(random, last.day, false)
  const [first = 0, ...rest] = step.at
  return { ...step, do: follower.do, at: [follower.at ?? first, ...rest] }
}

function drawStep(random: Random, day: number, isFirst: boolean): Step {
  const entries = Object.entries(weights) as [StepName, number][]
  let at = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  const drawn = entries.find(([, weight]) => {
    at -= weight
    return at < 0
  })
  const name = isFirst ? (random.chance(0.4) ? 'buy in parts' : 'buy') : (drawn?.[0] ?? 'buy')
  const killed = random.chance(KILLED)
  const points = failpoints.filter((point) => !mailpoints.test(point))
  return {
    day,
    do: name,
    at: Array.from({ length: PICKS }, () => random.next()),
    which: random.chance(0.12) ? 2 : random.chance(0.5) ? 1 : 0,
    events: random.chance(0.5) ? 'now' : random.pick(eventWays),
    ...(killed ? { kill: random.pick(points) } : {}),
  }
}

export const wordsOf = ({ do: name, at, which, events, kill }: Step) =>
  `${name} [${at.map((one) => one.toFixed(2)).join(' ')}]${which === 2 ? ', at both' : ''}${events === 'now' ? '' : `, events ${events}`}${kill ? `, killed at ${kill}` : ''}`
