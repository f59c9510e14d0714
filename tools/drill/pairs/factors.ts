import type { Row } from './covering.ts'

/** What meets in one life of an order. The first value of each factor goes with every other one. */
export const factors = {
  sold: [
    'course',
    'bundle',
    'shorter option',
    'longer option',
    'date',
    'membership of some',
    'membership of all',
    'pay link',
    'gift',
    'three seats',
    'renewal',
    'upgrade',
    'offer at checkout',
    'offer after paying',
  ],
  paid: ['whole', 'code of 20 %', 'code of 100 %', 'some coins', 'coins alone', 'parts', 'tax on top', 'with a GSTIN'],
  broughtBy: ['nobody', 'link with a source', 'partner’s link', 'partner’s code', 'referral'],
  owned: [
    'nothing',
    'the course',
    'in a bundle',
    'option with time left',
    'by a membership',
    'a date of it',
    'ended',
    'given by hand',
  ],
  comesBack: [
    'nothing',
    'a part',
    'all',
    'by hand at the gateway',
    'fails late',
    'dispute lost',
    'dispute won',
    'date cancelled',
    'guarantee',
    'mandate ended',
  ],
  hands: ['same person', 'moved', 'erased', 'address changed', 'first purchase comes back'],
  events: ['in order', 'late', 'twice', 'lost', 'in reverse'],
} as const

export type Life = Row<typeof factors>

const inCart = [
  'course',
  'bundle',
  'shorter option',
  'longer option',
  'date',
  'gift',
  'three seats',
  'offer at checkout',
]
const ofOptions = ['shorter option', 'longer option', 'upgrade']
const memberships = ['membership of some', 'membership of all']

const has = ['the course', 'in a bundle', 'given by hand', 'by a membership']
/** What the shop sells nobody who owns this: each is a short life of its own. */
export const REFUSED: Partial<Record<Life['sold'], readonly string[]>> = {
  course: [...has, 'option with time left'],
  bundle: ['in a bundle'],
  'shorter option': [...has, 'option with time left'],
  'longer option': [...has, 'option with time left'],
  'pay link': [...has, 'option with time left'],
  gift: [...has, 'option with time left'],
  'three seats': has,
  renewal: ['given by hand', 'by a membership', 'ended'],
  'offer at checkout': has,
  'offer after paying': has,
}

/** Values that go only with these values of another factor. */
const only: Partial<Record<string, [factor: keyof Life, values: readonly string[]][]>> = {
  'code of 20 %': [['sold', inCart]],
  'code of 100 %': [['sold', inCart]],
  'some coins': [['sold', inCart]],
  'coins alone': [['sold', inCart]],
  parts: [
    ['sold', ['course']],
    ['owned', ['nothing', 'ended']],
  ],
  'partner’s code': [
    ['sold', inCart],
    ['paid', ['whole', 'some coins', 'coins alone', 'tax on top', 'with a GSTIN']],
  ],
  'a date of it': [['sold', ['date', ...memberships]]],
  'option with time left': [['sold', ['course', 'bundle', 'gift', 'pay link', ...ofOptions, ...memberships]]],
  upgrade: [['owned', ['nothing', 'option with time left']]],
  date: [['owned', ['nothing', 'by a membership', 'a date of it', 'given by hand']]],
  'date cancelled': [['sold', ['date']]],
  'mandate ended': [['sold', memberships]],
  'first purchase comes back': [['owned', ['the course', 'in a bundle', 'option with time left', 'a date of it']]],
}

/** Returns false where the first of two values never meets the second. */
export const mayGo = ([, value]: readonly [string, string], [factor, other]: readonly [string, string]): boolean =>
  (only[value] ?? []).every(([of, values]) => of !== factor || values.includes(other)) &&
  !(factor === 'owned' && REFUSED[value as Life['sold']]?.includes(other))
