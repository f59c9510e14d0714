import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from 'contract'
import type { CallMeta } from 'contract/define-call'
import { expect, test } from 'vitest'
import { groups } from './tab.ts'
import { closedTab, entryOf, menuOf, tabOf, tabs, tabsOf } from './tabs.ts'

test('every tab names the file of its screen, which the server has fetched along', () => {
  const missing = tabs.filter(({ file }) => !existsSync(join(import.meta.dirname, '..', file)))
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('an address opens the tab that it names where the role may, else the first that it may', () => {
  const open = (query: string, role?: 'owner' | 'editor' | 'support') => tabOf(new URLSearchParams(query), role).id
  expect(open('tab=orders', 'support')).toBe('orders')
  expect(open('tab=payment', 'owner')).toBe('payment')
  expect([open('tab=payment', 'editor'), open('', 'editor'), open('tab=x', 'owner')]).toEqual([
    'courses',
    'courses',
    'courses',
  ])
  expect(tabsOf('support').some(({ id }) => id === 'courses')).toBe(false)
  expect(open('tab=courses', 'support')).toBe(tabsOf('support')[0]?.id)
  // Until the role is known, every tab may be named.
  expect(open('tab=admins')).toBe('admins')
  // A new shop opens at the overview.
  expect(tabOf(new URLSearchParams(''), 'owner', 'overview').id).toBe('overview')
})

test('a tab that the role may not open is named as such, and none before the role is known', () => {
  const closed = (query: string, role?: 'owner' | 'support') => closedTab(new URLSearchParams(query), role)?.id
  expect(closed('tab=payouts', 'support')).toBe('payouts')
  for (const query of ['tab=orders', 'tab=no-such-tab', '']) expect(closed(query, 'support'), query).toBeUndefined()
  expect([closed('tab=payouts', 'owner'), closed('tab=payouts')]).toEqual([undefined, undefined])
})

/** The menu of the trunk, by hand: this reveals a role with an extra screen. A new feature's tab is not in it. */
const dayOne = {
  owner: ['Home', 'Orders', 'Courses', 'Students', 'Inbox', 'Pages', 'Promo codes', 'Settings', 'More tools'],
  editor: ['Courses', 'Pages', 'Promo codes', 'More tools'],
  support: ['Home', 'Orders', 'Students', 'Inbox', 'More tools'],
  finance: ['Home', 'Orders', 'Promo codes', 'More tools'],
}
/** The groups above Settings and More tools once everything is needed. */
const groupsOf = {
  owner: [
    'Teach: Bundles, Reviews, Media',
    'Grow: Offers, Sources',
    'Money: Payouts, Invoices',
    'Team: Admins, Activity',
  ],
  editor: ['Teach: Bundles, Reviews, Media', 'Grow: Offers'],
  support: ['Teach: Reviews'],
  finance: ['Grow: Offers, Sources', 'Money: Payouts, Invoices'],
}
const pinned = groupsOf.owner.flatMap((row) => row.replace(/.*: /, '').split(', '))
const roles = Object.keys(dayOne) as (keyof typeof dayOne)[]
const labelsOf = (role: (typeof roles)[number], shown?: Parameters<typeof menuOf>[1]) =>
  menuOf(role, shown).flatMap(({ label, place, entries }) => {
    if (place !== 'group') return label
    const known = entries.filter((tab) => pinned.includes(tab.label))
    return known.length > 0 ? `${label}: ${known.map((tab) => tab.label).join(', ')}` : []
  })
/** Pages is a feature that can be deleted. */
const dayOneOf = (role: (typeof roles)[number]) =>
  dayOne[role].filter((label) => label !== 'Pages' || tabs.some((tab) => tab.label === label))

test.each(roles)('the menu of this role on the first day is short and flat: %s', (role) => {
  expect(labelsOf(role, { tools: [], show_all: false })).toEqual(dayOneOf(role))
})

test.each(roles)(
  'a wish for everything adds every tool to the menu of this role, and moves no other entry: %s',
  (role) => {
    const end = dayOneOf(role).filter((label) => ['Settings', 'More tools'].includes(label))
    const all = [...dayOneOf(role).filter((label) => !end.includes(label)), ...groupsOf[role], ...end]
    expect(labelsOf(role, { tools: [], show_all: true })).toEqual(all)
    // Also before the shop has answered.
    expect(labelsOf(role)).toEqual(all)
  },
)

test('a tool joins the menu alone, and its screen belongs to the page of all tools, or to Settings, before that', () => {
  const rows = menuOf('owner', { tools: ['payouts'], show_all: false })
  expect(rows.filter(({ place }) => place === 'group')).toMatchObject([
    { label: 'Money', entries: [{ id: 'payouts' }] },
  ])
  const at = (id: string) => entryOf(tabs.find((tab) => tab.id === id) as (typeof tabs)[number], rows)
  expect(['payouts', 'offers', 'addbundle', 'admins', 'quiz', 'enrol'].map(at)).toEqual([
    'payouts',
    'tools',
    'tools',
    'settings',
    'courses',
    'users',
  ])
})

test('every tool says in a sentence what it is for, and has a group', () => {
  const tools = tabs.filter(({ tool }) => tool)
  expect(tools.length).toBeGreaterThan(9)
  expect(tools.filter(({ tool = '', place }) => !/^[A-Z].*\.$/.test(tool) || !(place in groups))).toEqual([])
  expect(tabs.filter(({ tool, place }) => !tool && place in groups)).toEqual([])
})

test('every role that sees a tab may read what the tab opens with', () => {
  const read = /adminApi\.(\w+)\.(\w+)\.queryOptions\([^)]*\)(?!,\s*enabled:)/g
  const reads = tabs.flatMap((tab) => {
    const source = readFileSync(join(import.meta.dirname, '..', tab.file), 'utf8')
    // A part of another tab is shown to who sees that one.
    const hasOwnTab = (feature: string) => source.includes(`id === '${feature}'`)
    return [...source.matchAll(read)]
      .map(([, feature = '', call = '']) => ({ tab, feature, call }))
      .filter(({ feature }) => !hasOwnTab(feature))
  })
  expect(reads.length).toBeGreaterThan(8)
  const calls = contract as unknown as Record<string, Record<string, { '~orpc': { meta: CallMeta } }>>
  const refused = reads.filter(({ tab, feature, call }) => {
    const may = calls[feature]?.[call]?.['~orpc'].meta.roles ?? []
    return tab.roles.some((role) => !may.includes(role))
  })
  expect(refused).toEqual([])
})

test('no two tabs are at one place of the order', () => {
  const orders: number[] = tabs.map(({ at }) => at)
  const twice = tabs.filter(({ at }, index) => orders.indexOf(at) !== index).map(({ id, at }) => `${id}: ${at}`)
  expect(twice, 'change "at" in the tabs.ts of one of them').toEqual([])
})

test('every tab outside the menu belongs to an entry of it, or to the account', () => {
  const rows = menuOf('owner', { tools: [], show_all: false })
  const outside = tabs.filter((tab) => !rows.some(({ id }) => id === entryOf(tab, rows)))
  expect(outside.map(({ id }) => id)).toEqual(['password'])
})
