import { contract } from 'contract'
import type { CallMeta } from 'contract/define-call'
import { expect, test } from 'vitest'
import { restText, sentenceOf } from './ActivityTab.tsx'
import { fieldLabel, valueText } from './field-labels.ts'
import type { Entry } from './phrases.ts'

const entry = (input: Partial<Entry>): Entry => ({
  activity_id: 1,
  at: '2026-11-21T05:00:00Z',
  admin: { admin_id: 'adm_1', email: 'priya@example.com', name: 'Priya', role: 'owner' },
  call: 'courses.update',
  action: 'Change a course',
  kind: 'course',
  target_id: 'reels',
  target_name: 'Reels',
  before: null,
  after: null,
  ...input,
})

/** The sentence in one line. */
const sentenceText = (input: Entry) => {
  const { who, did, thing, rest } = sentenceOf(input)
  return [who, did, thing].filter(Boolean).join(' ') + restText(rest)
}

test('a change is one sentence, with a link to the thing', () => {
  const price = entry({ before: { price: 499 }, after: { price: 599 } })
  expect(sentenceText(price)).toBe('Priya changed the price of Reels from ₹499 to ₹599')
  expect(sentenceOf(price)).toMatchObject({ thing: 'Reels', to: '/admin?tab=editcourse&course_id=reels', whole: true })
  expect(sentenceText(entry({ before: { price: 349.5 }, after: { price: 1299 } }))).toContain('from ₹349.50 to ₹1,299')
})

test.each<[string, Partial<Entry>]>([
  ['Priya published Reels', { call: 'courses.setPlacement', before: { published: false }, after: { published: true } }],
  ['Priya saved the segment Old buyers', { call: 'segments.create', kind: 'other', target_name: 'Old buyers' }],
  ['Priya restored an earlier version of Reels', { call: 'courses.restoreVersion', after: { name: 'Reels' } }],
  [
    'Priya took Reels off the store',
    { call: 'courses.setPlacement', before: { published: true }, after: { published: false } },
  ],
  [
    'Priya made Reels unlisted',
    { call: 'courses.setPlacement', before: { state: 'draft' }, after: { state: 'unlisted' } },
  ],
  ['Priya archived Reels', { call: 'courses.setPlacement', before: { state: 'draft' }, after: { state: 'archived' } }],
  [
    'Priya planned Reels to be on sale for ₹299 from 1 Dec 2026, 10:00 am to 3 Dec 2026, 10:00 am',
    {
      call: 'courses.setSchedule',
      before: { sale: null },
      after: { sale: { price: 299, from: '2026-12-01T04:30:00.000Z', until: '2026-12-03T04:30:00.000Z' } },
    },
  ],
  [
    'Priya planned Reels to be unlisted on 1 Dec 2026, 10:00 am; with no sale',
    {
      call: 'courses.setSchedule',
      before: { withdraw: null, sale: { price: 1 } },
      after: { withdraw: { at: '2026-12-01T04:30:00.000Z', to: 'unlisted' }, sale: null },
    },
  ],
  [
    'Priya moved Reels to place 2 in the catalogue',
    { call: 'courses.setPlacement', before: { place: 5 }, after: { place: 2 } },
  ],
  ['Priya moved Reels to the bin', { call: 'courses.delete', before: { deleted: false }, after: { deleted: true } }],
  ['Priya restored Reels from the bin', { call: 'courses.restore', after: { deleted: false } }],
  [
    'Priya changed name, price and offer of Reels',
    { before: { name: 'R', price: 1, offer_text: null }, after: { name: 'Reels', price: 2, offer_text: 'x' } },
  ],
  [
    'Priya changed name, price and 2 more fields of Reels',
    { before: null, after: { name: 'Reels', price: 2, offer_text: 'x', faq: [] } },
  ],
  [
    'Priya changed the sales page text of Reels',
    { before: { long_description: 'x'.repeat(99) }, after: { long_description: 'y' } },
  ],
  [
    'Priya gave 7 coins to Kavya: A prize of the Diwali quiz',
    {
      call: 'users.addCoins',
      target_name: 'Kavya',
      before: { coins: 3 },
      after: { coins: 10, reason: 'A prize of the Diwali quiz' },
    },
  ],
  [
    'Priya took 1 coin from Kavya (no reason given)',
    {
      call: 'users.subtractCoins',
      target_name: 'Kavya',
      before: { coins: 3 },
      after: { coins: 2, reason: 'no reason given' },
    },
  ],
  [
    'Priya refunded ₹499 of the order ord_1: Paid twice',
    {
      call: 'orders.refund',
      kind: 'order',
      target_id: 'ord_1',
      target_name: 'ord_1',
      after: { refund: 499, reason: 'Paid twice' },
    },
  ],
  [
    'Priya replaced a gift code of the order ord_1',
    { call: 'orders.renewGift', target_name: 'ord_1', after: { gift_replaced: '…ABCD' } },
  ],
  [
    'Priya added the promo code DIWALI with 20% off',
    { call: 'promocodes.add', target_name: 'DIWALI', after: { discount: 20 } },
  ],
  [
    'Priya changed the discount of DIWALI from 15% to 25%',
    { call: 'promocodes.update', target_name: 'DIWALI', before: { discount: 15 }, after: { discount: 25 } },
  ],
  [
    'Priya changed the shop name of the shop from SkillHaat to Reel School',
    {
      call: 'settings.update',
      kind: 'settings',
      target_id: 'shop',
      before: { 'brand.name': 'SkillHaat' },
      after: { 'brand.name': 'Reel School' },
    },
  ],
  [
    'Priya changed the referral reward from 0 to 25 coins',
    {
      call: 'referrals.update',
      target_id: null,
      target_name: null,
      before: { reward_coins: 0 },
      after: { reward_coins: 25 },
    },
  ],
  [
    'Priya changed the role of ravi@example.com from editor to support',
    {
      call: 'admins.update',
      kind: 'admin',
      target_name: 'ravi@example.com',
      before: { role: 'editor' },
      after: { role: 'support' },
    },
  ],
  ['Priya used “Make passkeys anew” Reels', { call: 'passkeys.renew', action: 'Make passkeys anew' }],
  [
    'Priya exported the users as CSV that match “asha”',
    { call: 'exports.users', kind: 'export', target_id: null, target_name: null, after: { q: 'asha' } },
  ],
  [
    'Priya exported a GSTR-1 as JSON',
    { call: 'exports.gstr1', kind: 'export', target_id: null, target_name: null, after: { format: 'json' } },
  ],
  [
    'Priya logged in from Chrome on Windows',
    {
      call: 'auth.adminLogin',
      kind: 'admin',
      after: { logged_in: 'password', device: 'Chrome on Windows', address: '127.0.0.1' },
    },
  ],
  [
    'Priya could not log in from Chrome on Windows',
    { call: 'auth.adminLogin', kind: 'admin', after: { refused: 'wrong password', device: 'Chrome on Windows' } },
  ],
  ['Priya added a passkey', { call: 'secondFactor.addPasskey', kind: 'admin' }],
  [
    'Priya ended a session of ravi@example.com',
    { call: 'admins.endSession', kind: 'admin', target_name: 'ravi@example.com' },
  ],
])('%s', (shown, input) => {
  expect(sentenceText(entry(input))).toBe(shown)
})

test('a sentence without a thing has no link, which would have no words', () => {
  for (const call of ['auth.adminLogin', 'secondFactor.addPasskey', 'admins.changePassword']) {
    expect(
      sentenceOf(entry({ call, kind: 'admin', target_id: 'adm_1', target_name: 'priya@example.com' })),
    ).toMatchObject({
      thing: '',
      to: undefined,
    })
  }
})

test('an admin without a name appears by address, and a deleted thing has no link', () => {
  const nameless = entry({
    admin: { admin_id: 'a', email: 'x@example.com', name: null, role: 'editor' },
    call: 'promocodes.delete',
  })
  expect(sentenceOf(nameless)).toMatchObject({ who: 'x@example.com', to: undefined })
  expect(sentenceOf(entry({ call: 'courses.delete' })).to).toBe('/admin?tab=courses&status=deleted')
  expect(sentenceOf(entry({ call: 'users.addCoins', kind: 'user', target_id: 'usr_1' })).to).toBe(
    '/admin?tab=student&id=usr_1',
  )
})

test('no value shows keys, brackets or JSON', () => {
  expect(valueText('faq', [{ question: 'Why?', answer: 'So.' }])).toBe('Why?, So.')
  expect(valueText('bonuses', [])).toBe('nothing')
  expect(valueText('status', 'partially_refunded')).toBe('partially refunded')
  expect(valueText('expiry_date', '2026-12-31')).toBe('31 Dec 2026')
  expect(valueText('grievance_officer', { name: 'Asha', email: '' })).toBe('Asha')
  expect(valueText('paused', true)).toBe('on')
  expect(fieldLabel('claims.active_students')).toBe('claims active students')
  expect(fieldLabel('DEMO_REELS_VIDEOS')).toBe('demo reels')
})

test('each write of an admin in the contract has words of its own', () => {
  const calls = Object.entries(contract).flatMap(([area, entries]) =>
    Object.entries(entries).map(([name, call]) => ({ call: `${area}.${name}`, ...call['~orpc'] })),
  )
  const writes = calls.filter(
    ({ meta, route }) => (meta as CallMeta).access === 'admin' && (route as { method?: string }).method !== 'GET',
  )
  expect(writes.length).toBeGreaterThan(30)
  const untold = writes.filter(({ call }) => sentenceOf(entry({ call })).did.startsWith('used “'))
  // It leaves no entry.
  const UNNOTED = [
    'secondFactor.beginConfirm',
    'enrolments.plan',
    'moveIn.start',
    'moveIn.readAgain',
    'moveIn.plan',
    'moveIn.previewLetter',
    'letters.preview',
  ]
  expect(untold.map(({ call }) => call).filter((call) => !UNNOTED.includes(call))).toEqual([])
})

test.each<[string, Partial<Entry>]>([
  ['Priya saved Reels without a change', { before: {}, after: {} }],
  [
    'Priya connected the Google sheet',
    {
      call: 'sheet.save',
      kind: 'settings',
      target_id: 'sheet',
      target_name: 'Google sheet',
      after: { sheet: 'Orders' },
    },
  ],
  [
    'Priya checked 12 lesson links and found 2 with a problem',
    { call: 'courses.checkLinks', after: { links: 12, not_ok: 2 } },
  ],
  [
    'Priya checked 12 lesson links and all of them work',
    { call: 'courses.checkLinks', after: { links: 12, not_ok: 0 } },
  ],
  [
    'Priya changed the lessons of Reels from 3 to 4 lessons',
    { call: 'learning.addContent', kind: 'lessons', before: { number: 3 }, after: { number: 4 } },
  ],
  [
    'Priya changed the lessons of Reels',
    { call: 'learning.addContent', kind: 'lessons', before: { number: 3 }, after: { number: 3 } },
  ],
  [
    'Priya checked the order ord_1 with Razorpay: it is paid now',
    { call: 'orders.recheck', target_name: 'ord_1', before: { status: 'created' }, after: { status: 'paid' } },
  ],
  [
    'Priya checked the order ord_1 with Razorpay: nothing has changed',
    { call: 'orders.recheck', target_name: 'ord_1', before: { status: 'paid' }, after: { status: 'paid' } },
  ],
  ['Priya gave access for the order ord_1', { call: 'orders.grant', target_name: 'ord_1', after: { reason: '' } }],
  [
    'Priya dismissed “Add your logo and colours” from the list what to do next',
    { call: 'beforeLive.settle', target_name: null, after: { logo: 'settled' } },
  ],
  [
    'Priya dismissed “Getting started” from the list what to do next',
    { call: 'beforeLive.settle', target_name: null, after: { getting_started: 'settled' } },
  ],
  [
    'Priya saw the shop as Ravi',
    { call: 'students.beginView', target_name: 'Ravi', after: { view: 'read only', until: '2026-11-21T10:20:00Z' } },
  ],
  ['Priya ended the view as Ravi', { call: 'students.beginView', target_name: 'Ravi', after: { view: 'ended' } }],
  [
    'Priya renamed a.webp to b.webp',
    { call: 'media.rename', kind: 'media', before: { name: 'a.webp' }, after: { name: 'b.webp' } },
  ],
  [
    'Priya replaced a.pdf by b.pdf',
    { call: 'media.replace', kind: 'media', before: { name: 'a.pdf' }, after: { name: 'b.pdf' } },
  ],
  [
    'Priya moved 3 files to the folder Reels',
    { call: 'media.move', kind: 'media', target_name: '3 files', after: { folder: 'Reels' } },
  ],
  [
    'Priya moved 3 files to no folder',
    { call: 'media.move', kind: 'media', target_name: '3 files', after: { folder: '' } },
  ],
  [
    'Priya changed the webhook secret',
    { call: 'gateway.setWebhookSecret', kind: 'gateway', after: { webhook_secret: '•••• (another one)' } },
  ],
  [
    'Priya opened again the message T-7',
    { call: 'tickets.setStatus', kind: 'ticket', target_name: 'T-7', after: { status: 'open' } },
  ],
])('%s', (shown, input) => {
  expect(sentenceText(entry(input))).toBe(shown)
})
