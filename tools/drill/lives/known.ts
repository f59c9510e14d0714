import type { Script } from './batch.ts'
import type { Step, StepName, Times } from './steps.ts'

/** Lives that once broke a rule, as data: they are played by themselves, and with their fault planted again they have to break it. */

/** From 31 January on; tax is added to prices from the 55th day. */
export const knownTimes: Times = {
  start: Date.UTC(2027, 0, 31, 6, 30),
  days: [0, 1, 2, 3, 15, 20, 32, 45, 55, 60],
  taxes: [
    { from: 0, tax: null },
    { from: 8, tax: { rate: 18, onTop: true } },
  ],
  coinsPercent: 100,
}

const [ASHA, BINA, CHARU] = [0.1, 0.4, 0.9]
/** The carts of a purchase, in their order; codes and coins are none. */
const carts = [
  'plain',
  'month',
  '',
  'two',
  'a gift',
  '',
  'bundle',
  '',
  'a gift of the bundle',
  'parts',
  'with an offer',
  'second',
]
const cartAt = (cart: string) => (carts.indexOf(cart) + 0.5) / carts.length
const NONE = 0.95
const NEWEST = 0

const on = (day: number, name: StepName, ...at: number[]): Step => ({
  day: knownTimes.days.indexOf(day),
  do: name,
  at: [...at, NONE, NONE, NONE, NONE, NONE].slice(0, 5),
  which: 0,
  events: 'now',
})
const buy = (day: number, who: number, cart: string, coins = NONE) => [
  on(day, 'buy', who, cartAt(cart), NONE, coins),
  on(day, 'pay', NEWEST),
]
const inParts = (day: number, who: number) => [on(day, 'buy in parts', who), on(day, 'pay', NEWEST)]
const part = (day: number) => [on(day, 'pay a part', NEWEST), on(day, 'pay', NEWEST)]
const renew = (day: number, who: number) => [on(day, 'renew', who), on(day, 'pay', NEWEST)]
const ALL_COINS = 0.1
/** The first of their lists: the shortest option, and the lasting one of those that are longer. */
const SHORT = 0.1
const LASTING = 0.1
const [FIRST_DATE, MIDDLE] = [0.95, 0.5]
const BY_LINK = 0.3
const LOST = 0.1

export type Known = Script & { name: string }

export const knownLives: readonly Known[] = [
  {
    number: 1,
    name: 'a part whose refund fails late leaves its plan open',
    steps: [...inParts(0, BINA), on(1, 'refund', NEWEST), on(2, 'let a refund fail', NEWEST), ...part(15)],
  },
  {
    number: 2,
    name: 'a part whose dispute is lost and then won leaves its plan open',
    steps: [
      ...inParts(0, BINA),
      on(1, 'dispute', NEWEST),
      on(1, 'decide a dispute', NEWEST, LOST),
      on(2, 'decide a dispute', NEWEST),
      ...part(15),
    ],
  },
  {
    number: 10,
    name: 'a part whose refund of the dashboard fails leaves its plan open',
    steps: [
      ...inParts(0, BINA),
      on(1, 'refund in the dashboard', NEWEST),
      on(2, 'let a refund fail', NEWEST),
      ...part(15),
    ],
  },
  {
    number: 4,
    name: 'a plan ends with the bundle that has its course',
    steps: [...inParts(0, BINA), ...buy(1, BINA, 'bundle'), ...part(15)],
  },
  {
    number: 5,
    name: 'a plan that ran out ends with a gift of its course',
    steps: [
      ...inParts(0, BINA),
      ...buy(1, CHARU, 'a gift of the bundle'),
      on(45, 'redeem a gift', NEWEST, ASHA, NEWEST),
      ...part(60),
    ],
  },
  {
    number: 6,
    name: 'a renewal is a period of its own when the first order goes back',
    steps: [...buy(1, BINA, 'month'), ...renew(3, BINA), on(15, 'refund', 0.6)],
  },
  {
    number: 7,
    name: 'a plan of before tax keeps its sums',
    steps: [...inParts(0, BINA), ...part(55)],
  },
  {
    number: 8,
    name: 'a plan keeps its sums when the rate of its course changes',
    steps: [
      on(55, 'change the tax of a course', 0.5, 0.6),
      ...inParts(55, BINA),
      on(60, 'change the tax of a course', 0.5, 0),
      ...part(60),
    ],
  },
  {
    number: 9,
    name: 'a late renewal begins when it is paid',
    steps: [...buy(0, BINA, 'month'), ...renew(55, BINA)],
  },
  {
    number: 20,
    name: 'months keep the day of the first',
    steps: [...buy(0, BINA, 'month'), ...renew(20, BINA)],
  },
  {
    number: 11,
    name: 'a reward that was spent is owed once its order goes back',
    steps: [
      ...buy(0, BINA, 'plain'),
      ...buy(32, ASHA, 'second', ALL_COINS),
      on(55, 'refund', 0.6),
      on(55, 'refund', NEWEST),
    ],
  },
  {
    number: 12,
    name: 'coins pay for one order',
    steps: [
      on(0, 'give coins', ASHA, NONE),
      ...['plain', 'second', 'month'].flatMap((cart) => [
        on(0, 'buy', ASHA, cartAt(cart), NONE, ALL_COINS),
        on(0, 'fail to pay', NEWEST),
        on(0, 'let the link expire', NEWEST),
      ]),
      ...[1, 1, 1].map((day) => on(day, 'capture late', NEWEST)),
      on(2, 'give coins', ASHA, NONE),
    ],
  },
  {
    number: 13,
    name: 'an order that coins paid alone can be refunded',
    steps: [
      ...[1, 2, 3, 4].map(() => on(0, 'give coins', ASHA, NONE)),
      ...buy(0, ASHA, 'second', ALL_COINS),
      on(1, 'refund', NEWEST),
    ],
  },
  {
    number: 15,
    name: 'an upgrade ends with its purchase',
    steps: [
      on(0, 'buy an option', ASHA, SHORT),
      on(0, 'pay', NEWEST),
      on(1, 'upgrade', NEWEST, LASTING, LASTING),
      on(1, 'pay', NEWEST),
      on(2, 'refund', 0.6),
    ],
  },
  {
    number: 16,
    name: 'money that arrives once a date is over goes back',
    steps: [on(0, 'buy a seat', ASHA, FIRST_DATE), on(0, 'fail to pay', NEWEST), on(55, 'capture late', NEWEST)],
  },
  {
    number: 17,
    name: 'an order that moved ends where it went',
    steps: [...buy(0, ASHA, 'plain'), on(1, 'move an order', NEWEST, MIDDLE, MIDDLE, MIDDLE), on(2, 'refund', NEWEST)],
  },
  {
    number: 18,
    name: 'a partner has a share of what others paid and stays',
    steps: [
      on(0, 'buy', CHARU, cartAt('plain'), NONE, NONE, BY_LINK),
      on(0, 'pay', NEWEST),
      on(0, 'buy', BINA, cartAt('plain'), NONE, NONE, BY_LINK),
      on(0, 'pay', NEWEST),
      on(1, 'refund', NEWEST, BY_LINK, MIDDLE),
    ],
  },
  {
    number: 19,
    name: 'a membership that is cancelled has no days of grace',
    steps: [on(0, 'join the membership', BINA, LASTING, LASTING), on(2, 'leave the membership', NEWEST)],
  },
  {
    number: 14,
    name: 'an order is not refunded while the money of a kept seat stays',
    steps: [
      ...buy(0, CHARU, 'a gift'),
      on(1, 'redeem a gift', NEWEST, ASHA, NEWEST),
      on(2, 'refund', NEWEST, LOST),
      on(3, 'refund', NEWEST),
    ],
  },
]
