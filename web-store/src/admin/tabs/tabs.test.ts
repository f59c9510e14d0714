import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from 'contract'
import type { CallMeta } from 'contract/define-call'
import { expect, test } from 'vitest'
import { entryOf, menuOf, tabOf, tabs, tabsOf } from './tabs.ts'

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

/** The menu of the trunk, by hand: this reveals a role with an extra screen. A new feature's tab is not in it. */
const trunk = {
  owner: [
    'Home: Home',
    'Orders: Orders',
    'Courses: Courses: Add course: Lessons: Bundles: Media',
    'Students: Students: Give access: Reviews: Inbox',
    'Grow: Promo codes: Offers: Sources',
    'Money: Payouts: Invoices: Payment',
    'Store: Settings',
    'Team: Admins: Activity',
  ],
  editor: ['Courses: Courses: Add course: Lessons: Bundles: Media', 'Students: Reviews', 'Grow: Promo codes: Offers'],
  support: ['Home: Home', 'Orders: Orders', 'Students: Students: Give access: Reviews: Inbox'],
  finance: ['Home: Home', 'Orders: Orders', 'Grow: Promo codes: Offers: Sources', 'Money: Payouts: Invoices'],
}
const pinned = new Set(trunk.owner.flatMap((row) => row.split(': ').slice(1)))

test.each(Object.entries(trunk))('the menu of this role has what it may open, in one order: %s', (role, expected) => {
  const rows = menuOf(role as keyof typeof trunk).map(({ label, entries }) => {
    const known = entries.filter((tab) => pinned.has(tab.label))
    return [label, ...known.map((tab) => tab.label)].join(': ')
  })
  expect(rows.filter((row) => row.includes(': '))).toEqual(expected)
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
  const entries = menuOf('owner').flatMap((row) => row.entries.map(({ id }): string => id))
  expect(tabs.filter((tab) => !entries.includes(entryOf(tab))).map(({ id }) => id)).toEqual(['password'])
})
