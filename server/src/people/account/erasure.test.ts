import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { awaitMail } from '../../../test/mails.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../test/shopper.ts'
import { declaredTables, personTables } from '../../platform/features/features.ts'
import { tablesOfStudents } from './tables-of-students.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Column = { table: string; column: string; type: string; of_student: boolean }

/** Reads columns of the shop's tables and of jobs, without those of the sandbox gateway. */
async function readColumns(): Promise<Column[]> {
  const { rows } = await server.db.raw<{ rows: Column[] }>(
    `select case when c.table_schema = 'public' then c.table_name else c.table_schema || '.' || c.table_name end as table,
      c.column_name as column, c.data_type as type,
      exists (
        select from pg_constraint f
        join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
        where f.contype = 'f' and f.confrelid = 'users'::regclass and f.conrelid = t.oid and a.attname = c.column_name
      ) as of_student
    from information_schema.columns c
    join pg_class t on t.relname = c.table_name and t.relnamespace = c.table_schema::regnamespace
    where c.table_schema = 'public' and t.relkind = 'r' or (c.table_schema, c.table_name) = ('pgboss', 'job_common')
    order by 1, c.ordinal_position`,
  )
  return rows
}

const mayHold = ({ column, type, of_student }: Column) =>
  of_student ||
  /^(text|character varying|json|jsonb|bytea|inet|ARRAY)$/.test(type) ||
  /email|phone|name$|address/.test(column)

/** Addresses of those who run the shop. */
const OF_THE_SHOP = ['admins.email', 'whatsapp_config.phone']

test('every table of the database is erased, or says what it holds; of one with students every column is', async () => {
  const columns = await readColumns()
  const named = new Map(personTables.map((row) => [row.table, row]))
  const others = new Set([...declaredTables].flatMap(([table, { holds }]) => (holds ? [table] : [])))
  const goWhole = new Set((await tablesOfStudents(server.db)).map(({ table }) => table))
  const problems: string[] = []
  for (const table of new Set(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table)
    const row = named.get(table)
    if ([row !== undefined, others.has(table), goWhole.has(table)].filter(Boolean).length > 1)
      problems.push(`${table} is more than one of: held by nobody, erased, gone with its student`)
    if (row?.erased.includes('email') && !declaredTables.get(table)?.expires)
      problems.push(`${table} has emails: its feature.ts says when they expire, or why they never do`)
    if (goWhole.has(table)) continue
    if (!row && !others.has(table))
      problems.push(
        `${table} neither goes with its student (references users on delete cascade) nor says in its feature.ts what it holds, or what of a person is erased`,
      )
    else if (!row) {
      const held = own
        .filter(({ column, of_student }) => of_student || /^user_id$|email|phone(?!_number_id)/.test(column))
        .filter(({ column }) => !OF_THE_SHOP.includes(`${table}.${column}`))
      problems.push(
        ...held.map(
          ({ column }) => `${table}.${column} names a person, and the feature.ts of the table says it holds none`,
        ),
      )
    } else {
      const listed = [...row.erased, ...Object.values(row.kept ?? {}).flat()]
      const forgotten = own.filter((column) => mayHold(column) && !listed.includes(column.column))
      problems.push(...forgotten.map(({ column }) => `${table}.${column} is neither erased nor kept with a reason`))
      const gone = listed.filter((name) => !own.some(({ column }) => column === name))
      problems.push(...gone.map((name) => `${table}.${name} is not there`))
    }
  }
  const there = new Set(columns.map((column) => column.table))
  for (const table of [...named.keys(), ...others]) if (!there.has(table)) problems.push(`${table} is not there`)
  expect(problems).toEqual([])
  for (const { table, erased, statement } of personTables)
    expect([table, statement !== undefined]).toEqual([table, erased.length > 0])
})

test("deletion removes every row that a migration marks as the student's", async () => {
  const { db } = server
  await db.raw(
    'create table notes (id bigint primary key, of_user bigint not null references users (id) on delete cascade)',
  )
  const [gone, stays] = [await buildUser(db), await buildUser(db)]
  await db('notes').insert([
    { id: 1, of_user: gone.id },
    { id: 2, of_user: stays.id },
  ])
  await server.api(await server.adminToken('owner')).users.delete({ params: { id: gone.user_id } })
  expect(await db('notes').pluck('id')).toEqual([2])
  await db.raw('drop table notes')
})

/** Features that keep who they write of from being deleted in a way of their own. */
const KEEP_LIVING_THEMSELVES: Readonly<Record<string, string>> = {
  'shop/auth': 'a session is made of the row that proves the password, which PROVEN_STUDENT locks',
  'people/privacy': 'a nominee is stored in the row that findToErase locks',
  'people/webhooks': 'an event holds ids alone: its body is written from the person as they are at the first try',
}

test('a feature with rows that go with a student writes none of who is being deleted', async () => {
  const folder = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const read = files.map((file) => ({
    feature: file.split('/').slice(0, 2).join('/'),
    text: readFileSync(join(folder, file), 'utf8'),
  }))
  const writers = (await tablesOfStudents(server.db)).flatMap(({ table }) => {
    const writes = new RegExp(`insert into ${table}\\b|\\('${table}'\\)\\s*\\.insert\\(`)
    return read.filter(({ text }) => writes.test(text)).map(({ feature }) => ({ feature, table }))
  })
  const careful = read.filter(({ text }) => /\b(lockLiving|lockBuyers?)\(/.test(text)).map(({ feature }) => feature)
  const careless = writers.filter(({ feature }) => !careful.includes(feature) && !(feature in KEEP_LIVING_THEMSELVES))
  expect(writers.length).toBeGreaterThan(10)
  expect(
    careless.map(({ feature, table }) => `server/src/${feature} inserts into ${table}`),
    'and never calls lockLiving (users/users.queries.ts), which comes first in the transaction',
  ).toEqual([])
})

/** Matches personal data that must be nowhere, in any case. */
const MARKS = /kirandas|98765\s?01234|kiran lane/i

test('K8: nothing of an erased person is left in any row, and the order stays', async () => {
  const { db } = server
  const shopper = await buildShopper(server)
  const { user } = shopper
  const email = 'kirandas@example.com'
  await db('users')
    .where({ id: user.id })
    .update({ name: 'Kirandas Rao', email, phone: '9876501234', phone_key: '9876501234' })
  const { orderId, link } = await shopper.buyOne(2)
  await payInSilence(server, link)
  const owner = server.api(await server.adminToken('owner'))
  await owner.orders.recheck({ params: { order_id: orderId } })
  await awaitMail(server.dataDir, email, orderId)
  await db('orders')
    .where({ order_id: orderId })
    .update({ billing_name: 'Kirandas Rao', billing_address: '1 Kiran Lane' })
  await db('gateway_events').insert({
    event_id: 'evt_k',
    event: 'payment.captured',
    order_id: orderId,
    body: JSON.stringify({ email }),
  })

  await server.api().auth.forgetPassword({ email, phone: '' })
  await server.request('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' },
    body: JSON.stringify({ email, phone: '', password: PASSWORD }),
  })
  const wanted = { name: 'Kirandas Rao', email: 'kirandas.new@example.com', phone: '9876501234', user_id: user.user_id }
  await shopper.student.account.updateProfile({ ...wanted, current_password: PASSWORD })
  await owner.users.update({ params: { id: user.user_id }, body: { name: 'Kirandas A. Rao' } })
  await owner.users.addCoins({ params: { id: user.user_id }, query: { amount: '5', reason: 'for Kirandas' } } as never)
  await db('lesson_progress').insert({
    user_id: user.id,
    course_id: (await db('courses').first()).course_id,
    lesson_id: 'l',
  })
  await awaitMail(server.dataDir, 'kirandas.new@example.com', 'Confirm your new')
  await owner.orders.refund({ params: { order_id: orderId }, body: { amount: 1, reason: 'Kirandas asked for it' } })
  expect(await rowsWithMarks()).not.toEqual([])
  const issued = () => db('documents').where({ order_id: orderId }).orderBy('document_id')
  const papers = await issued()

  await owner.users.delete({ params: { id: user.user_id } })
  // Issued documents stay unchanged, and nothing else remains.
  expect((await rowsWithMarks()).filter((row) => !row.startsWith('documents:'))).toEqual([])
  expect(await issued()).toEqual(papers)
  for (const table of ['sessions', 'known_devices', 'contact_changes', 'lesson_progress'])
    expect([table, await db(table).where({ user_id: user.id })]).toEqual([table, []])
  expect(await db('orders').where({ order_id: orderId }).first()).toMatchObject({
    user_id: user.id,
    paid_at: expect.anything(),
  })
})

/** The tables and rows, as text, in which a mark is left. */
async function rowsWithMarks(): Promise<string[]> {
  const tables = [...new Set((await readColumns()).map(({ table }) => table))]
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await server.db.raw<{ rows: { text: string }[] }>(`select t::text as text from ${table} t`)
    found.push(...rows.filter(({ text }) => MARKS.test(text)).map(({ text }) => `${table}: ${text.slice(0, 300)}`))
  }
  return found
}

test.each([
  ['an order', null],
  ['an order of a business, of which nothing is erased,', '27AAPFU0939F1ZV'],
])('%s that is settled during erasure: the erasure waits, and both finish', async (_name, billing_gstin) => {
  const { db } = server
  const shopper = await buildShopper(server)
  const { orderId } = await shopper.buyOne()
  await db('orders').where({ order_id: orderId }).update({ billing_gstin })
  const owner = server.api(await server.adminToken('owner'))
  const settlement = await db.transaction()
  try {
    await settlement('orders').where({ order_id: orderId }).forNoKeyUpdate().first()
    const erased = owner.users.delete({ params: { id: shopper.user.user_id } })
    const { rows } = await settlement.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid')
    const waiting = 'select count(*)::int as count from pg_stat_activity where ? = any(pg_blocking_pids(pid))'
    await vi.waitFor(async () => {
      const { rows: blocked } = await db.raw<{ rows: { count: number }[] }>(waiting, [rows[0]?.pid ?? 0])
      expect(blocked).toEqual([{ count: 1 }])
    }, 45_000)
    // Every new row that names the buyer takes this lock: an enrolment, a document.
    await settlement('users').where({ id: shopper.user.id }).forKeyShare().first('id')
    await settlement('orders').where({ order_id: orderId }).update({ poll_after: null })
    await settlement.commit()
    await erased
  } finally {
    if (!settlement.isCompleted()) await settlement.rollback()
  }
  expect(await db('users').where({ id: shopper.user.id }).first('email')).toEqual({ email: null })
})
