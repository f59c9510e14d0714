import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MoveKind } from 'contract/move-in/fields'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignExports } from '../../../../test/foreign-exports.ts'
import { kindOfTable, readTable } from '../../../../test/moves.ts'
import { readForeignTable } from '../../../courses/media/foreign-table.ts'
import type { OrderRow } from './read-order.ts'
import type { StudentRow } from './read-student.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-exports-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads an export with the guesses alone, as when nobody changes anything. */
async function readExport(platform: keyof typeof foreignExports, chosen?: MoveKind) {
  const { name, bytes } = foreignExports[platform]()
  const path = join(folder, name)
  await writeFile(path, bytes)
  const table = await readForeignTable({ who: 'test' }, { path })
  const kind = chosen ?? (await kindOfTable(table))
  return { kind, ...(await readTable(table, { kind: kind === 'orders' ? kind : 'students' })) }
}

test.each([
  ['skillhaat', 'skillhaat', 'students'],
  ['gumroad', 'gumroad', 'students'],
  ['shopify', 'shopify', 'orders'],
  ['shopify_customers', 'shopify', 'students'],
  ['learndash', 'learndash', 'students'],
  ['woocommerce', 'woocommerce', 'orders'],
  ['razorpay', 'razorpay', 'orders'],
  ['kajabi', 'kajabi', 'students'],
  ['thinkific', 'thinkific', 'students'],
  ['teachable', 'teachable', 'students'],
  ['moodle', 'moodle', 'students'],
  ['graphy', 'other', 'students'],
  ['classplus', 'other', 'students'],
] as const)('an export of %s is recognised, and each row is read', async (platform, ...expected) => {
  const { source, kind, rows } = await readExport(platform)
  expect([source, kind]).toEqual(expected)
  expect(rows.map(shown)).toEqual(EXPECTED[platform])
})

const shown = (row: StudentRow | OrderRow) => {
  const { email, name, phone, courses, skipped, problem, notes } = row
  const more =
    'amount' in row
      ? [row.ordered_on, row.order_ref, row.payment_ref, row.amount, row.currency, row.refunded, row.status]
      : [row.enrolled_on, row.access_ends, row.progress, row.completed_on]
  const reasons = [skipped ?? problem, ...notes.map(({ heading, message }) => `${heading}: ${message}`)]
  return [email, name, phone, courses.join(' + '), ...more, ...reasons]
    .map((part) => String(part ?? '').replace(/T(.{8})\.000Z$/, ' $1'))
    .join(' | ')
    .replace(/(?: \| ?)+$/, '')
}

/** Students: email, name, phone, courses, enrolled, end of access, progress, finished. Orders: … ordered, order, payment, paise, currency, refunded, status. Then reasons. */
const EXPECTED: Record<keyof typeof foreignExports, string[]> = {
  skillhaat: [
    'karuna@example.com | Karuna Devi | 919000000001 |  | 2026-04-02 04:30:00',
    'imran@example.com | Imran Shaikh | 919000000002 |  | 2026-05-12 04:00:00',
    'sneha@example.com | Sneha Patil | 919000000003 |  | 2026-06-21 12:45:00',
  ],
  gumroad: [
    'asha@example.com | Asha Devi | 919876543210 | Reels Mastery | 2025-04-05 09:12:33',
    'ravi@example.com | Ravi Kumar | 919876543210 | Reels Mastery | 2025-04-05 09:12:33 |  |  |  | Left out because of its status “Fully Refunded?: 1”',
    // The gift's owner, without the buyer's name and phone.
    'gift@example.com |  |  | Reels Mastery | 2025-04-05 09:12:33',
    'won@example.com | Won | 919876543210 | Reels Mastery | 2025-04-05 09:12:33',
    ' |  |  |  |  |  |  |  | A sum, not a row of its own',
  ],
  shopify: [
    'asha@example.com | Asha Devi | 919876543210 | Reels Mastery | 2026-05-01 04:30:00 | #1001 |  | 49900 | INR | 0 | paid',
    'asha@example.com | Asha Devi | 919876543210 | Canva Basics | 2026-05-01 04:30:00 | #1001 |  | 49900 | INR | 0 | paid',
    'ravi@example.com | Ravi |  | Reels Mastery | 2026-05-01 04:30:00 | #1002 |  | 49900 | INR | 49900 | refunded',
    'meena@example.com |  |  | Reels Mastery | 2026-05-01 04:30:00 | #1003 |  | 49900 | INR | 0 | paid',
  ],
  shopify_customers: ['asha@example.com | Asha Devi | 919876543210'],
  learndash: [
    'asha@example.com | Asha Devi |  | Reels Mastery |  |  | 45',
    'ravi@example.com | Ravi |  | Reels Mastery |  |  | 100 | 2025-04-05 09:00:00',
  ],
  woocommerce: [
    ' | Asha Devi |  | Reels Mastery + Canva Basics | 2025-04-05 09:00:00 | 81 |  | 149700 | INR |  | paid',
  ],
  razorpay: [
    'asha@example.com |  | 919876543210 | Reels Mastery | 2025-04-15 09:00:00 | order_TEST00000001 | pay_TEST0000000001 | 49900 | INR | 0 | paid',
    ' |  | 9876543211 | Reels Mastery | 2025-04-15 09:00:00 |  | pay_TEST0000000002 | 49900 | INR | 0 | paid | Left out because of its status “status: failed”',
    'ravi@example.com |  | 9876543212 | Reels Mastery | 2025-04-15 09:00:00 |  | pay_TEST0000000003 | 49900 | INR | 49900 | refunded',
    'meena@example.com |  | 9876543213 | Reels Mastery | 2025-04-15 09:00:00 |  | pay_TEST0000000004 | 49900 | INR | 10000 | partially_refunded',
  ],
  kajabi: [
    'asha@example.com | Asha Kumari Devi |  | Reels Club | 2025-04-04 18:30:00',
    'ravi@example.com | Ravi |  | Reels Club | 2025-11-27 18:30:00 |  |  |  | Left out because of its status “Canceled”',
  ],
  thinkific: [
    'asha@example.com | Asha Devi |  | Reels Mastery | 2025-04-05 09:12:33 | 2027-04-05 | 45',
    'ravi@example.com | Ravi |  | Reels Mastery | 2025-04-05 09:12:33 |  | 100 | 2025-05-05 09:12:33 | Left out because of its status “expired: true”',
  ],
  teachable: [
    'asha@example.com | Asha Devi |  | Reels Mastery | 2025-04-05 09:12:33 |  | 45',
    'ravi@example.com | Ravi |  | Reels Mastery | 2025-04-06 09:12:33 |  | 100 | 2025-05-05 09:12:33',
  ],
  moodle: [
    'asha@example.com | Asha Devi | 9876543210 | REELS | 2025-04-05 09:00:00',
    'ravi@example.com | Ravi Kumar |  | REELS |  |  |  |  | Left out because of its status “enrolstatus1: 1”',
  ],
  graphy: [
    'asha@example.com | Asha Devi | 919876543210 | Reels Mastery | 2025-04-04 18:30:00 | 2027-04-05 | 45',
    'ravi@example.com | रवि कुमार | 9876543211 | Reels Mastery | 2025-04-24 18:30:00 |  | 100 |  | Left out because of its status “Expired”',
  ],
  classplus: [
    'asha@example.com | Asha Devi | 9876543210 | Reels Mastery | 2025-04-04 18:30:00 | 2026-12-25',
    'ravi@example.com | Ravi |  | Reels Mastery | 2025-04-05 18:30:00 |  |  |  |  | Mobile: The spreadsheet has cut this number short: 9.87654E+09',
  ],
}

test('each column of the own export is read, or left out by its name', async () => {
  const { rows, columns, guesses } = await readExport('skillhaat')
  expect(columns.every(({ sure }) => sure)).toBe(true)
  expect(guesses).toEqual({
    user_id: null,
    name: 'name',
    email: 'email',
    phone: 'phone',
    language: 'language',
    news_email: 'news',
    news_message: 'news_message',
    coins: null,
    referral_code: null,
    created_at: 'enrolled_on',
  })
  const said = (rows as StudentRow[]).map(({ language, news, news_message }) => [
    language,
    news?.agreed,
    news_message?.agreed,
  ])
  expect(said).toEqual([
    ['hi', true, true],
    ['en', false, false],
    ['mr', true, false],
  ])
})

test('sales are orders as well, by choice', async () => {
  const { rows } = await readExport('gumroad', 'orders')
  expect(rows.slice(0, 3).map(shown)).toEqual([
    'asha@example.com | Asha Devi | 919876543210 | Reels Mastery | 2025-04-05 09:12:33 | Qx7== |  | 1199 | USD |  | paid',
    'ravi@example.com | Ravi Kumar | 919876543210 | Reels Mastery | 2025-04-05 09:12:33 | Qx8== |  | 1199 | USD | 1199 | refunded',
    'meena@example.com | Meena | 919876543210 | Reels Mastery | 2025-04-05 09:12:33 | Qx9== |  | 1199 | USD |  | paid',
  ])
})

test('an export without addresses says where they are', async () => {
  const { problem } = await readExport('woocommerce')
  expect(problem).toMatch(/no email addresses. Export Customers/)
})
