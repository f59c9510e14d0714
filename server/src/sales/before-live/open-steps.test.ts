import { LIVE_STEPS } from 'contract/before-live'
import { shopDefaults, withChanges } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import { expect, test } from 'vitest'
import { openSteps, type ShopFacts } from './open-steps.ts'

const demo: ShopFacts = {
  settings: withChanges(demoShop),
  takesMoney: false,
  hasWebhookSecret: false,
  courses: 0,
  demoCourses: 12,
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
  takesMoney: true,
  hasWebhookSecret: true,
  courses: 1,
  demoCourses: 0,
  settled: DECISIONS,
}

test('the demo has every step open, a shop with nothing but its own content and choices none', () => {
  expect(openSteps(demo)).toEqual({ open: [...LIVE_STEPS], dismissed: [] })
  expect(openSteps(own)).toEqual({ open: [], dismissed: DECISIONS })
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
    'testimonials',
    'claims',
    'about',
  ])
})

test('a step settled by hand stays dismissed while it is open', () => {
  expect(openSteps({ ...demo, settled: ['policies', 'line'] })).toEqual({
    open: LIVE_STEPS.filter((step) => step !== 'policies' && step !== 'line'),
    dismissed: ['line', 'policies'],
  })
  expect(openSteps({ ...own, settled: ['policies', 'line', ...DECISIONS] })).toEqual({ open: [], dismissed: DECISIONS })
})

test('demo courses on sale are named until none is left, and are no course of the shop’s own', () => {
  expect(openSteps({ ...own, courses: 0, demoCourses: 1 }).open).toEqual(['demo_courses', 'course'])
})

test('a new shop has no made-up content to replace, and what it lacks is named', () => {
  expect(openSteps({ ...demo, settings: shopDefaults, demoCourses: 0 }).open).toEqual(
    LIVE_STEPS.filter((step) => !['testimonials', 'claims', 'demo_courses'].includes(step)),
  )
})
