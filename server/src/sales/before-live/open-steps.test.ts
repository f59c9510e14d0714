import { FIRST_STEPS, LIVE_STEPS } from 'contract/before-live'
import { shopDefaults, withChanges } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import { expect, test } from 'vitest'
import { openSteps, type ShopFacts } from './open-steps.ts'

const demo: ShopFacts = {
  settings: withChanges(demoShop),
  hasKeys: false,
  takesMoney: false,
  testOrders: 0,
  hasWebhookSecret: false,
  courses: 0,
  demoCourses: 12,
  demo: true,
  taxDecided: false,
  sold: false,
  hasStudents: false,
  settled: [],
}

/** Open in every shop until they are decided. */
const DECISIONS = ['guarantee', 'urgency']

const own: ShopFacts = {
  settings: {
    ...shopDefaults,
    home: { ...shopDefaults.home, headline: 'Sew your first kurta' },
    brand: {
      name: 'Mela',
      logo_text: 'Mela',
      logo: '/media/x/mela.png',
      line: '',
      description: 'Courses for tailors.',
    },
    contact: { address: ['12 MG Road', 'Pune'], phone: '+91 98200 98200', email: 'hello@mela.in', hours: '' },
    claims: { enrolled_students: '', active_students: '', expert_courses: '', success_stories: '', countries: '' },
    testimonials: [],
    about: { mission: 'Cut and sew.', paragraphs: [], leadership: [{ name: 'Priya', role: 'Founder', line: '' }] },
    legal: {
      ...shopDefaults.legal,
      legal_name: 'Mela Pvt Ltd',
      grievance_officer: { name: 'Priya', designation: '', email: '', phone: '' },
      privacy: 'Ours',
      terms: 'Ours',
    },
  },
  hasKeys: true,
  takesMoney: true,
  testOrders: 0,
  hasWebhookSecret: true,
  courses: 1,
  demoCourses: 0,
  demo: false,
  taxDecided: true,
  sold: true,
  hasStudents: true,
  settled: ['look', ...DECISIONS],
}

const openOf = (facts: Partial<ShopFacts>) => openSteps({ ...own, ...facts }).open
const inDemo = LIVE_STEPS.filter((step) => !['webhook', 'test_orders', 'look', 'purchase'].includes(step))

test('the demo has every step open that it can have, a shop with nothing but its own content and choices none', () => {
  expect(openSteps(demo)).toEqual({ open: inDemo, dismissed: [], first: { done: 0, of: 5 } })
  expect(openSteps(own)).toEqual({ open: [], dismissed: DECISIONS, first: null })
})

test('each step of money and people opens and closes by what the shop itself shows', () => {
  expect(openOf({ hasKeys: false })).toEqual(['keys'])
  expect(openOf({ hasStudents: false })).toEqual(['students'])
  expect(openOf({ sold: false })).toEqual(['purchase'])
  expect(openOf({ sold: false, settled: DECISIONS })).toEqual(['look', 'purchase'])
  expect(openOf({ settled: DECISIONS })).toEqual([])
  expect(openOf({ courses: 0 })).toEqual(['course'])
  // Test payments need no secret.
  expect(openOf({ takesMoney: false, testOrders: 0, hasWebhookSecret: false })).toEqual(['live'])
  expect(openOf({ hasWebhookSecret: false })).toEqual(['webhook'])
  // A shop of before this was known has them among its real ones.
  expect(openOf({ testOrders: 2 })).toEqual(['test_orders'])
})

test('more courses than are on sale are a figure to correct', () => {
  const claiming = (expert_courses: string) => ({
    settings: { ...own.settings, claims: { ...own.settings.claims, expert_courses } },
  })
  expect(openOf({ ...claiming('13+'), courses: 12 })).toEqual(['claims'])
  expect(openOf({ ...claiming('12'), courses: 12 })).toEqual([])
  expect(openOf({ ...claiming('many'), courses: 12 })).toEqual([])
})

test('the first steps are counted, and dismissed ones are done', () => {
  const facts = { ...demo, hasKeys: true, courses: 1 }
  expect(openSteps(facts).first).toEqual({ done: 2, of: 5 })
  expect(openSteps({ ...facts, settled: ['look', 'logo'] }).first).toEqual({ done: 3, of: 5 })
  expect(openSteps({ ...facts, settled: [...FIRST_STEPS] }).first).toBeNull()
})

test('one piece of demo content among own ones keeps its step open', () => {
  const [made] = demoShop.testimonials
  const [leader] = demoShop.about.leadership
  if (!made || !leader) throw new Error('no demo content')
  const { settings } = own
  const about = { ...settings.about, leadership: [...settings.about.leadership, { ...leader, line: 'Ours' }] }
  // Another name over made-up words is still a made-up testimonial.
  const testimonials = [{ ...made, name: 'Sunita' }]
  const claims = { ...settings.claims, countries: '100+' }
  expect(openSteps({ ...own, settings: { ...settings, about, testimonials, claims } }).open).toEqual([
    'about',
    'testimonials',
    'claims',
  ])
})

test('a step settled by hand stays dismissed while it is open', () => {
  expect(openSteps({ ...demo, settled: ['policies', 'line'] })).toEqual({
    open: inDemo.filter((step) => step !== 'policies' && step !== 'line'),
    dismissed: ['policies', 'line'],
    first: { done: 0, of: 5 },
  })
  expect(openSteps({ ...own, settled: ['policies', 'line', 'look', ...DECISIONS] })).toMatchObject({
    open: [],
    dismissed: DECISIONS,
  })
})

test('the demo is named first until nothing of it is left, and its courses are none of the shop’s own', () => {
  expect(openSteps({ ...own, courses: 0, demoCourses: 1, demo: true }).open).toEqual(['demo_courses', 'course'])
})

test('a shop without a name of its own, or with the name of the demo, lacks one before it is live', () => {
  for (const name of [shopDefaults.brand.name, demoShop.brand.name]) {
    const settings = { ...own.settings, brand: { ...own.settings.brand, name } }
    expect(openSteps({ ...own, settings }).open, name).toEqual(['name'])
  }
  expect([shopDefaults.brand.name, demoShop.brand.name]).toEqual(['My shop', 'SkillHaat'])
})

test('a new shop has no made-up content to replace, and what it lacks is named', () => {
  expect(openSteps({ ...demo, settings: shopDefaults, demoCourses: 0, demo: false }).open).toEqual(
    LIVE_STEPS.filter(
      (step) =>
        !['testimonials', 'claims', 'demo_courses', 'look', 'purchase', 'test_orders', 'webhook'].includes(step),
    ),
  )
})
