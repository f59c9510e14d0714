import { shopDefaults } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import type { Settings } from 'contract/shop/settings'
import { expect, test } from 'vitest'
import { mergedSettings, settingsParts } from './settings-versions.ts'

test('two versions differ by named fields, and a merge takes one of each', () => {
  const [praise] = demoShop.testimonials ?? []
  const base = { ...shopDefaults, testimonials: praise ? [praise] : [] }
  const mine = { ...base, contact: { ...base.contact, hours: 'Mine' }, brand: { ...base.brand, name: 'My shop' } }
  const theirs = { ...base, brand: { ...base.brand, name: 'Their shop', line: 'Their line' }, testimonials: [] }
  const parts = settingsParts(mine, theirs, base)
  expect(parts.map(({ id, label, changedHere }) => [id, label, changedHere])).toEqual([
    ['brand.name', 'Shop: Shop name', true],
    ['brand.line', 'Shop: Tagline', false],
    ['testimonials', 'Testimonials', false],
    ['contact.hours', 'Contact: Hours', true],
  ])
  const merged = mergedSettings(mine, theirs, new Set(['brand.line', 'testimonials']))
  expect(merged).toEqual({
    ...base,
    brand: { ...base.brand, name: 'My shop', line: 'Their line' },
    contact: { ...base.contact, hours: 'Mine' },
    testimonials: [],
  })
  expect(base.brand.name).not.toBe('My shop')
})

test('every setting that can differ has the label of the form', () => {
  const groups = Object.entries(shopDefaults).map(([group, value]) => [group, Array.isArray(value) ? value : {}])
  const parts = settingsParts(shopDefaults, Object.fromEntries(groups) as Settings, shopDefaults)
  expect(parts.map(({ id }) => id)).toContain('legal.grievance_officer')
  expect(parts.filter(({ label }) => !/^[A-Z][^._]*$/.test(label)).map(({ id }) => id)).toEqual([])
})
