import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
  // In the first days of a shop.
  expect(tabOf(new URLSearchParams(''), 'owner', 'overview').id).toBe('overview')
})

test('each role has a menu of what it may open, in one order', () => {
  const menu = (role: 'owner' | 'editor' | 'support' | 'finance') =>
    menuOf(role).map(({ label, entries }) => [label, ...entries.map((tab) => tab.label)].join(': '))
  expect(menu('owner')).toEqual([
    'Home: Home',
    'Orders: Orders',
    'Courses: Courses: Add Course: Content: Bundles: Media',
    'Students: Students: Enrol: Reviews: Inbox',
    'Grow: Promo Codes: Offers: Letters: Sources',
    'Money: Payouts: Invoices: Payment',
    'Store: Pages: Settings',
    'Team: Admins: Activity',
  ])
  expect(menu('editor')).toEqual([
    'Courses: Courses: Add Course: Content: Bundles: Media',
    'Students: Reviews',
    'Grow: Promo Codes: Offers: Letters',
    'Store: Pages',
  ])
  expect(menu('support')).toEqual(['Home: Home', 'Orders: Orders', 'Students: Students: Enrol: Reviews: Inbox'])
  expect(menu('finance')).toEqual([
    'Home: Home',
    'Orders: Orders',
    'Grow: Promo Codes: Offers: Sources',
    'Money: Payouts: Invoices',
  ])
})

test('every tab outside the menu belongs to an entry of it, or to the account', () => {
  const entries = menuOf('owner').flatMap((row) => row.entries.map(({ id }): string => id))
  expect(tabs.filter((tab) => !entries.includes(entryOf(tab))).map(({ id }) => id)).toEqual(['password'])
})
