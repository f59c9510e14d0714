import { FIRST_STEPS, LIVE_STEPS, type LiveStep } from 'contract/before-live'
import { brandDefaults } from 'contract/shop/brand'
import type { ShopSettings } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'

export type ShopFacts = {
  settings: ShopSettings
  /** True when there are keys of the shop's own, test or live. */
  hasKeys: boolean
  /** True when buyers pay real money. */
  takesMoney: boolean
  /** Test orders in a shop whose money is real. */
  testOrders: number
  /** True when there is a secret to check the gateway's events with. */
  hasWebhookSecret: boolean
  /** Published ones of the shop's own. */
  courses: number
  /** Published ones that came with the demo. */
  demoCourses: number
  /** True while anything of the demo is left. */
  demo: boolean
  /** True once the owner saved anything of GST. */
  taxDecided: boolean
  /** True once a course of the shop's own was paid for. */
  sold: boolean
  /** True once somebody was enrolled by hand, was moved in, or bought. */
  hasStudents: boolean
  /** Steps the owner has settled by hand. */
  settled: readonly string[]
}

const { brand, home, contact, testimonials, claims, about } = demoShop

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns true if a list of the shop still has an entry of the demo. */
const holdsDemo = <T>(now: readonly T[], demo: readonly T[], words: (entry: T) => unknown) =>
  now.some((entry) => demo.some((one) => same(words(one), words(entry))))

const isOpen: Record<LiveStep, (facts: ShopFacts) => boolean> = {
  name: ({ settings: { brand: now } }) =>
    [brandDefaults.name, brand.name].includes(now.name) || now.logo_text === brand.logo_text,
  keys: ({ hasKeys }) => !hasKeys,
  students: ({ hasStudents }) => !hasStudents,
  logo: ({ settings: { brand: now } }) => now.logo === '',
  line: ({ settings: { brand: now, home: words } }) =>
    now.line === brand.line ||
    ['', brand.description].includes(now.description) ||
    ['', home.headline].includes(words.headline),
  contact: ({ settings: { contact: now } }) =>
    now.address.length === 0 ||
    same(now.address, contact.address) ||
    ['', contact.phone].includes(now.phone) ||
    ['', contact.email].includes(now.email),
  legal: ({ settings: { legal } }) => legal.legal_name === '' || legal.grievance_officer.name === '',
  testimonials: ({ settings }) => holdsDemo(settings.testimonials, testimonials, ({ text }) => text),
  claims: ({ settings, courses, demoCourses }) =>
    Object.entries(claims).some(([name, demo]) => settings.claims[name as keyof typeof claims] === demo) ||
    Number.parseInt(settings.claims.expert_courses, 10) > courses + demoCourses,
  about: ({ settings: { about: now } }) =>
    ['', about.mission].includes(now.mission) ||
    holdsDemo(now.paragraphs, about.paragraphs, (text) => text) ||
    holdsDemo(now.leadership, about.leadership, ({ name }) => name) ||
    holdsDemo(now.leadership, about.leadership, ({ line }) => line),
  // Nothing shows that a text was read: a default text counts as open until the owner dismisses it.
  policies: ({ settings: { legal } }) => legal.privacy === '' || legal.terms === '',
  // Both settings promise something to buyers, and off is a choice, too: the step is open until the owner saves one or dismisses the step.
  guarantee: () => true,
  urgency: () => true,
  demo_courses: ({ demo }) => demo,
  course: ({ courses }) => courses === 0,
  // Nothing shows that a page was looked at: the press that opens it settles the step, and so does a sale.
  look: ({ sold, courses }) => !sold && courses > 0,
  gst: ({ taxDecided }) => !taxDecided,
  purchase: ({ sold, courses }) => !sold && courses > 0,
  live: ({ takesMoney }) => !takesMoney,
  test_orders: ({ takesMoney, testOrders }) => takesMoney && testOrders > 0,
  // Test payments need none.
  webhook: ({ takesMoney, hasWebhookSecret }) => takesMoney && !hasWebhookSecret,
}

type OpenSteps = {
  open: LiveStep[]
  /** Open, but taken off the list by hand. */
  dismissed: LiveStep[]
  /** Counts the first steps that are done or dismissed; null once all are. */
  first: { done: number; of: number } | null
}

/** Lists steps with demo content or missing settings. */
export function openSteps(facts: ShopFacts): OpenSteps {
  const all = LIVE_STEPS.filter((step) => isOpen[step](facts))
  const isSettled = (step: LiveStep) => facts.settled.includes(step)
  const open = all.filter((step) => !isSettled(step))
  const of = FIRST_STEPS.length
  // Without a course there is nothing to look at or to buy yet.
  const isLeft = (step: LiveStep) =>
    open.includes(step) || (/look|purchase/.test(step) && facts.courses === 0 && !isSettled(step))
  const done = of - FIRST_STEPS.filter(isLeft).length
  return {
    open,
    dismissed: all.filter((step) => isSettled(step) && step !== 'look'),
    first: done === of ? null : { done, of },
  }
}
