import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foreignExports } from '../../../../test/foreign-exports.ts'
import { readForeignTable } from '../../../courses/media/foreign-table.ts'
import { readOrder } from './read-order.ts'
import { readStudent } from './read-student.ts'
import { prepareReading } from './reading.ts'
import { understand } from './understand.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-exports-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads an export with the guesses alone, as when nobody changes anything. */
async function readExport(platform: keyof typeof foreignExports) {
  const { name, bytes } = foreignExports[platform]()
  const path = join(folder, name)
  await writeFile(path, bytes)
  const understood = await understand(await readForeignTable({ who: 'test' }, { path }))
  const { table, kind_guess: kind, columns } = understood
  const reading = await prepareReading(table, {
    kind,
    columns: Object.fromEntries(columns.map(({ heading, guess }) => [heading, guess])),
  })
  const rows = table.rows.map((row) => (kind === 'orders' ? readOrder(row, reading) : readStudent(row, reading, NOW)))
  const taken = rows.filter(({ skipped, problem }) => skipped === null && problem === null)
  return { ...understood, rows, taken }
}

test.each([
  ['gumroad', 'gumroad', 'students', ['asha@example.com', 'gift@example.com', 'won@example.com']],
  ['shopify', 'shopify', 'orders', ['asha@example.com', 'asha@example.com', 'ravi@example.com', 'meena@example.com']],
  ['shopify_customers', 'shopify', 'students', ['asha@example.com']],
  ['learndash', 'learndash', 'students', ['asha@example.com', 'ravi@example.com']],
  ['woocommerce', 'woocommerce', 'orders', [null]],
  ['razorpay', 'razorpay', 'orders', ['asha@example.com', 'ravi@example.com', 'meena@example.com']],
  ['kajabi', 'kajabi', 'students', ['asha@example.com']],
  ['thinkific', 'thinkific', 'students', ['asha@example.com']],
  ['teachable', 'teachable', 'students', ['asha@example.com', 'ravi@example.com']],
  ['moodle', 'moodle', 'students', ['asha@example.com']],
  ['graphy', 'other', 'students', ['asha@example.com']],
  ['classplus', 'other', 'students', ['asha@example.com', 'ravi@example.com']],
] as const)('an export of %s is recognised and its people are read', async (platform, source, kind, emails) => {
  const read = await readExport(platform)
  expect([read.source_guess, read.kind_guess]).toEqual([source, kind])
  expect(read.taken.map(({ email }) => email)).toEqual(emails)
})
