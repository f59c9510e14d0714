import { shopDefaults } from 'contract/shop/defaults'
import { expect, test } from 'vitest'
import { type FirstFacts, firstSteps } from './before-live.service.ts'

const empty: FirstFacts = {
  settings: shopDefaults,
  ...{
    takesMoney: false,
    hasWebhookSecret: false,
    courses: 0,
    demoCourses: 0,
    settled: [],
    hasKeys: false,
    sold: false,
  },
}
const named = { ...shopDefaults, brand: { ...shopDefaults.brand, name: 'Mela', logo_text: 'Mela' } }
const done = (facts: FirstFacts) => firstSteps(facts).flatMap(({ step, done: is }) => (is ? [step] : []))

test('each first step is done when the shop itself shows it, and opens again when that is taken back', () => {
  expect(firstSteps(empty)).toHaveLength(5)
  expect(done(empty)).toEqual([])
  expect(done({ ...empty, settings: named })).toEqual(['name'])
  expect(done({ ...empty, hasKeys: true })).toEqual(['keys'])
  expect(done({ ...empty, courses: 1 })).toEqual(['course'])
  // Demo courses are nobody's first one.
  expect(done({ ...empty, demoCourses: 12 })).toEqual([])
  expect(done({ ...empty, sold: true })).toEqual(['purchase'])
  expect(done({ ...empty, hasKeys: true, takesMoney: true })).toEqual(['keys', 'live'])
})

test('the list goes when all is done, and when the owner puts it away', () => {
  const all = { ...empty, settings: named, hasKeys: true, courses: 1, sold: true, takesMoney: true }
  expect(firstSteps(all)).toEqual([])
  expect(firstSteps({ ...all, sold: false })).toHaveLength(5)
  expect(firstSteps({ ...empty, settled: ['getting_started'] })).toEqual([])
})
