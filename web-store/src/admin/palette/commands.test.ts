import { expect, test } from 'vitest'
import { fixedCommands, hitCommands, matches } from './commands.ts'

const find = (role: 'owner' | 'editor' | 'support', typed: string) =>
  fixedCommands(role)
    .filter((command) => matches(command, typed))
    .map(({ title }) => title)

test('settings and actions are found by what they are called and what they are for', () => {
  expect(find('owner', 'webhook')).toEqual(['Razorpay keys'])
  expect(find('owner', 'grievance')).toEqual(['Settings: Who runs the shop'])
  expect(find('owner', 'coupon')).toEqual(['Add promo code'])
  expect(find('owner', 'gst')).toContain('GST settings')
  expect(find('editor', 'bin')).toEqual(['Bin of deleted courses'])
})

test('a role is offered only what it may open', () => {
  expect(find('editor', 'razorpay')).toEqual([])
  expect(find('support', 'course')).toEqual([])
  expect(find('support', 'settings')).toEqual([])
})

test('a code that was found leads to its row', () => {
  const [hit] = hitCommands([{ kind: 'promocode', id: '4', title: 'DIWALI', detail: '20% off' }])
  expect(hit?.to).toBe('/admin?tab=promocodes&q=DIWALI')
})
