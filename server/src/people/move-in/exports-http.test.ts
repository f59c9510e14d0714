import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { foreignExports } from '../../../test/foreign-exports.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let api: ApiClient
const ids = new Map<string, string>()
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('support'))
  for (const name of ['Reels Mastery', 'Canva Basics', 'Reels Club']) {
    ids.set(name, (await buildCourse(server.db, { name })).course_id)
  }
})
afterAll(() => server.stop())

/** Plans an export as it was guessed; short names of its courses are chosen. */
async function planned(platform: keyof typeof foreignExports, choices: object = {}) {
  const { name, bytes } = foreignExports[platform]()
  const read = await api.moveIn.start({ file: new File([new Uint8Array(bytes)], name) })
  const columns = Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))
  const plan = { move_id: read.move_id, kind: read.kind_guess, columns, mail: false, ...choices }
  return { read, ...(await api.moveIn.plan(plan)) }
}

const MASTERY = 'Reels Mastery'
test.each<[platform: keyof typeof foreignExports, states: string[], courses?: Record<string, string>]>([
  ['skillhaat', ['new', 'new', 'new']],
  ['gumroad', ['new', 'skipped', 'new', 'new', 'skipped']],
  ['shopify', ['new', 'new', 'new', 'new']],
  ['learndash', ['new', 'new']],
  ['woocommerce', ['new']],
  ['razorpay', ['new', 'skipped', 'new', 'new']],
  ['kajabi', ['new', 'skipped']],
  ['thinkific', ['new', 'skipped']],
  ['teachable', ['new', 'new']],
  ['moodle', ['new', 'skipped'], { REELS: MASTERY }],
  ['graphy', ['new', 'skipped']],
  ['classplus', ['new', 'new']],
])('an export of %s is planned as it was guessed', async (platform, states, names = {}) => {
  const courses = Object.fromEntries(Object.entries(names).map(([name, ours]) => [name, ids.get(ours) ?? '']))
  const { lines } = await planned(platform, { courses })
  expect(lines.map(({ state }) => state)).toEqual(states)
})

test('customers of Shopify name no course: one is chosen for all', async () => {
  const { lines } = await planned('shopify_customers', { course_ids: [ids.get(MASTERY)] })
  expect(lines).toMatchObject([{ state: 'new', courses: [MASTERY], email: 'asha@example.com', name: 'Asha Devi' }])
})

test('a workbook with Hindi names brings its people', async () => {
  const { read } = await planned('graphy')
  await api.moveIn.run({ move_id: read.move_id })
  await server.answerWaiting('move-in')
  expect(await api.moveIn.get({ move_id: read.move_id })).toMatchObject({
    status: 'done',
    counts: { people: 1, enrolments: 1 },
  })
})

test('a pasted list has names without numbers and bullets', async () => {
  const text =
    '1. Tara – tara.list@example.com – +919876500001\n2. Ravi <ravi.list@example.com>\n• meena.list@example.com,'
  const read = await api.moveIn.start({ text })
  const columns = Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))
  const plan = {
    move_id: read.move_id,
    kind: 'students' as const,
    columns,
    mail: false,
    course_ids: [ids.get(MASTERY) ?? ''],
  }
  const { lines } = await api.moveIn.plan(plan)
  expect(lines.map(({ row, name, email, phone, state }) => [row, name, email, phone, state])).toEqual([
    [1, 'Tara', 'tara.list@example.com', '919876500001', 'new'],
    [2, 'Ravi', 'ravi.list@example.com', null, 'new'],
    [3, null, 'meena.list@example.com', null, 'new'],
  ])
})

test.each([
  ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old.xls', 415],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'list.pdf', 415],
  ['100,001 rows', () => Buffer.from(`Email\n${'a@x.in\n'.repeat(100_001)}`), 'long.csv', 422],
  ['an empty file', () => Buffer.from(' '), 'empty.csv', 422],
  ['more than 20 MB', () => Buffer.alloc(20 * 1024 * 1024 + 1, 'a@x.in\n'), 'large.csv', 413],
] as const)('a move refuses %s', async (_, bytes, name, status) => {
  const start = api.moveIn.start({ file: new File([new Uint8Array(bytes())], name) })
  await expect(start).rejects.toMatchObject({ status })
})

test('a column may have a name that every object knows', async () => {
  const { name, bytes } = foreignExports.gumroad()
  const [head, ...rows] = bytes.toString().split('\n')
  const table = [
    `${head?.trimEnd()},constructor,toString`,
    ...rows.map((row) => (row.trim() ? `${row.trimEnd()},a,b` : row)),
  ]
  const read = await api.moveIn.start({ file: new File([table.join('\n')], name) })
  expect(read.source_guess).toBe('gumroad')
  expect(read.columns.slice(-2)).toMatchObject([
    { heading: 'constructor', guess: null },
    { heading: 'toString', guess: null },
  ])
  const again = await api.moveIn.readAgain({ move_id: read.move_id, columns: { 'Buyer Name': 'name' } })
  expect(again.columns.slice(-2)).toMatchObject([{ guess: null }, { guess: null }])
  const columns = Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))
  const { lines } = await api.moveIn.plan({ move_id: read.move_id, kind: 'students', columns, mail: false })
  expect(lines.map(({ state }) => state)).toContain('skipped')
})
