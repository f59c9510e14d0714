import { expect, test } from 'vitest'
import { LIVE_STEPS } from '../../contract/before-live.ts'
import { shopDefaults } from '../../contract/shop-defaults.ts'
import { openSteps, type ShopFacts } from './open-steps.ts'

const demo: ShopFacts = {
  settings: shopDefaults,
  takesMoney: false,
  hasWebhookSecret: false,
  courses: 0,
  settled: [],
}

const own: ShopFacts = {
  settings: {
    ...shopDefaults,
    brand: { name: 'Mela', logo_text: 'Mela', line: '', description: 'Courses for tailors.' },
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
  settled: [],
}

test('a new shop has every step open, one with nothing but its own content none', () => {
  expect(openSteps(demo)).toEqual([...LIVE_STEPS])
  expect(openSteps(own)).toEqual([])
})

test('one piece of demo content among own ones keeps its step open', () => {
  const [made] = shopDefaults.testimonials
  const [leader] = shopDefaults.about.leadership
  if (!made || !leader) throw new Error('no demo content')
  const { settings } = own
  const about = { ...settings.about, leadership: [...settings.about.leadership, { ...leader, line: 'Ours' }] }
  // Another name over made-up words is still a made-up testimonial.
  const testimonials = [{ ...made, name: 'Sunita' }]
  const claims = { ...settings.claims, countries: '100+' }
  expect(openSteps({ ...own, settings: { ...settings, about, testimonials, claims } })).toEqual([
    'testimonials',
    'claims',
    'about',
  ])
})

test('what the owner settled by hand is not named again', () => {
  expect(openSteps({ ...demo, settled: ['policies', 'line'] })).toEqual(
    LIVE_STEPS.filter((step) => step !== 'policies' && step !== 'line'),
  )
})
