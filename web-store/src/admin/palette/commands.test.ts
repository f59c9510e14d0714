import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchHit } from 'contract/overview'
import { expect, test } from 'vitest'
import { tabsOf } from '../tabs/tabs.ts'
import { fixedCommands, hitCommands, matches } from './commands.ts'

const find = (role: 'owner' | 'editor' | 'support', typed: string) =>
  fixedCommands(role)
    .filter((command) => matches(command, typed))
    .map(({ title }) => title)

test('settings and actions are found by what they are called and what they are for', () => {
  expect(find('owner', 'webhook')).toEqual(['Developers', 'Webhook address', 'Webhooks', 'Deliveries'])
  expect(find('owner', 'grievance')).toEqual(['Settings: Who runs the shop'])
  expect(find('owner', 'coupon')).toEqual(['Promo codes', 'Add promo code'])
  expect(find('owner', 'gst')).toContain('GST settings')
  expect(find('editor', 'bin')).toEqual(['Bin of deleted courses'])
})

test('a role is offered only what it may open', () => {
  expect(find('editor', 'razorpay')).toEqual([])
  expect(find('support', 'add course')).toEqual([])
  expect(find('support', 'settings')).toEqual([])
})

test('a code that was found leads to its row', () => {
  const [hit] = hitCommands([{ kind: 'promocode', id: '4', title: 'DIWALI', detail: '20% off' }])
  expect(hit?.to).toBe('/admin?tab=promocodes&q=DIWALI')
})

test('each thing that is found leads to where it is shown', () => {
  const hit = (kind: SearchHit['kind']) => hitCommands([{ kind, id: 'id 1', title: 'A & B', detail: '' }])[0]?.to
  expect(hit('course')).toBe('/admin?tab=editcourse&course_id=id+1')
  expect(hit('user')).toBe('/admin?tab=student&id=id+1')
  expect(hit('order')).toBe('/admin?tab=orders&order=id+1')
  expect(hit('promocode')).toBe('/admin?tab=promocodes&q=A+%26+B')
})

test('commands lead no role to a forbidden tab, and appear once', () => {
  for (const role of ['owner', 'editor', 'support', 'finance'] as const) {
    const commands = fixedCommands(role)
    const own = tabsOf(role).map(({ id }): string => id)
    const tabsLed = commands.map(({ to }) => new URL(to, 'https://shop.example').searchParams.get('tab') ?? '')
    expect([role, tabsLed.filter((tab) => !own.includes(tab))]).toEqual([role, []])
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  }
})

test('each word that is typed has to be found, in any order and letters; nothing typed finds all', () => {
  const command = { title: 'Add promo code', words: 'coupon discount' }
  expect(['code ADD', 'coupon  promo', ''].map((typed) => matches(command, typed))).toEqual([true, true, true])
  expect(matches(command, 'add course')).toBe(false)
})

test('an owner finds each of these words', () => {
  const words =
    'developers webhooks zapier backup,move out,landing page,bio instalments,coming soon,passkey domain smtp'
  const typed = words
    .split(',')
    .flatMap((part) => (/^(move out|landing page|coming soon)$/.test(part) ? [part] : part.split(' ')))
  expect(typed.filter((one) => find('owner', one).length === 0)).toEqual([])
})

/** Headings inside a dialog, a state or one row, which are no place to go to. */
const noPlaces = new Set([
  'Save this key now',
  'Save your recovery codes',
  'Nothing to do',
  'Closed on',
  'History',
  'Part',
  'Page',
  'When',
  'Moving',
  'Versions',
  'Send the email',
  'Confirm it is you',
  'Admin login',
  'Forgot password',
  'Please look at',
  'Leave out rows that are',
  'Promo codes for this course',
])

const HEADINGS = [
  /<(?:chakra\.h[1-3]|H[1-3]|Title)\b[^>]*>\s*([A-Z][^<{}]{2,60}?)\s*[<{]/g,
  /<(?:TabHead|ListTab|SettingsSection|Section|Part|Panel|Pane|LoadedPane|FormCard|Sum)\b[^>]*?\btitle="([^"]+)"/g,
  /\b(?:(?:settingsCard|listTab)(?:<[^>]*>)?\(|desk: Desk = )\{[^{}]*?\btitle: ['"]([^'"]+)['"]/g,
]

test('each heading that a screen of the console shows is found by its own words', () => {
  const admin = join(import.meta.dirname, '..')
  const headings = globSync('**/*.tsx', { cwd: admin }).flatMap((file) => {
    const source = readFileSync(join(admin, file), 'utf8')
    return HEADINGS.flatMap((pattern) => [...source.matchAll(pattern)].map(([, heading = '']) => heading))
  })
  expect(headings.length).toBeGreaterThan(90)
  const typed = headings
    .filter((heading) => !noPlaces.has(heading))
    .map((heading) => heading.replace(/[?(].*$/, '').trim())
  expect(typed.filter((heading) => find('owner', heading).length === 0)).toEqual([])
})
