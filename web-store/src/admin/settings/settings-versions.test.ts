import { shopDefaults } from 'contract/shop/defaults'
import { demoShop } from 'contract/shop/demo'
import type { Settings } from 'contract/shop/settings'
import { expect, test } from 'vitest'
import { type SettingsSectionId, settingsSections } from './settings-index.ts'
import { mergedSettings, settingsOf, settingsParts } from './settings-versions.ts'

test('two versions differ by named fields, and a merge takes one of each', () => {
  const [praise] = demoShop.testimonials ?? []
  const base = { ...shopDefaults, testimonials: praise ? [praise] : [] }
  const mine = { ...base, contact: { ...base.contact, hours: 'Mine' }, brand: { ...base.brand, name: 'Mine' } }
  const theirs = { ...base, brand: { ...base.brand, name: 'Their shop', line: 'Their line' }, testimonials: [] }
  const partsOf = (section: SettingsSectionId) =>
    settingsParts(section, { mine, theirs, base }).map(({ id, label, changedHere }) => [id, label, changedHere])
  // A section compares its own fields alone.
  expect(partsOf('shop')).toEqual([
    ['brand.name', 'Shop: Shop name', true],
    ['brand.line', 'Shop: Tagline', false],
  ])
  expect(partsOf('testimonials')).toEqual([['testimonials', 'Testimonials', false]])
  expect(partsOf('contact')).toEqual([['contact.hours', 'Contact: Hours', true]])
  expect(partsOf('about')).toEqual([])
  const merged = mergedSettings(mine, theirs, new Set(['brand.line', 'testimonials']))
  expect(merged).toEqual({
    ...base,
    brand: { ...base.brand, name: 'Mine', line: 'Their line' },
    contact: { ...base.contact, hours: 'Mine' },
    testimonials: [],
  })
  expect(base.brand.name).not.toBe('Mine')
})

test('every setting that can differ has the label of the form', () => {
  const groups = Object.entries(shopDefaults).map(([group, value]) => [group, Array.isArray(value) ? value : {}])
  const theirs = Object.fromEntries(groups) as Settings
  const parts = settingsSections.flatMap(({ id }) =>
    settingsParts(id, { mine: shopDefaults, theirs, base: shopDefaults }),
  )
  expect(parts.map(({ id }) => id)).toContain('legal.grievance_officer')
  expect(parts.filter(({ label }) => !/^[A-Z][^._]*$/.test(label)).map(({ id }) => id)).toEqual([])
})

test('the sections send every setting once, and nothing of another one', () => {
  const sent = settingsSections.flatMap(({ id }) => fieldsOf(settingsOf(id, shopDefaults)))
  const elsewhere = ['legal.policy_dates', 'payments.test']
  const all = fieldsOf(shopDefaults).filter((path) => !elsewhere.includes(path))
  expect(sent.toSorted()).toEqual(all.toSorted())
})

const fieldsOf = (settings: object) =>
  Object.entries(settings).flatMap(([group, value]) =>
    value === null || Array.isArray(value) ? [group] : Object.keys(value).map((field) => `${group}.${field}`),
  )
