import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tabOf, tabs, tabsOf } from './tabs.ts'

test('every tab names the file of its screen, which the server has fetched along', () => {
  const missing = tabs.filter(({ file }) => !existsSync(join(import.meta.dirname, file)))
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('an address opens the tab that it names where the role may, else the first that it may', () => {
  const open = (query: string, role?: 'owner' | 'editor' | 'support') => tabOf(new URLSearchParams(query), role).id
  expect(open('tab=orders', 'support')).toBe('orders')
  expect(open('tab=payment', 'owner')).toBe('payment')
  expect([open('tab=payment', 'editor'), open('', 'editor'), open('tab=x', 'owner')]).toEqual([
    ...['courses', 'courses', 'courses'],
  ])
  expect(tabsOf('support').some(({ id }) => id === 'courses')).toBe(false)
  expect(open('tab=courses', 'support')).toBe(tabsOf('support')[0]?.id)
  // Until the role is known, every tab may be named.
  expect(open('tab=admins')).toBe('admins')
})
