import { INCOMPLETE_EXPORT } from 'contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildPromocode, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { csvStream } from '../../../shop/exports/csv.ts'
import { hideUser } from '../../../shop/users/hidden.queries.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
})
afterAll(() => server.stop())

async function download(path: string): Promise<{ lines: string[]; answer: Response; bytes: Uint8Array }> {
  const answer = await server.request(`/api/admin/export/${path}`, { headers: { authorization: `bearer ${token}` } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const lines = new TextDecoder().decode(bytes).split('\r\n').filter(Boolean)
  return { lines, answer, bytes }
}

test('orders: a file with a name, a byte order mark, Indian time, and no cell that is a formula', async () => {
  const course = await buildCourse(server.db, { name: 'Reels, "big"' })
  const buyer = await buildStudentRow(server.db, { name: '=HYPERLINK("http://x")', email: 'csv@example.com' })
  const { order_id } = await buildPaidOrder(server.db, { user_id: buyer.id, course_id: course.course_id })
  await server
    .db('orders')
    .where({ order_id })
    .update({ created_at: '2026-03-09T18:30:00Z', paid_at: null, promocode: '-CODE', captured_paise: 20_050 })
  const payment = { payment_id: 'pay_csv', order_id, currency: 'USD', amount_paise: 20_050, status: 'captured' }
  await server.db('order_payments').insert({ ...payment, captured: true })
  const source = { first: null, last: null, partner: { id: 'partner_1', code: 'MEERA' } }
  await server.db('orders').where({ order_id }).update({ payment_id: 'pay_csv', source })
  const { order_no } = await server.db('orders').where({ order_id }).first('order_no')
  await server.db('order_lines').where({ order_id }).update({ course_name: '@Reels, "big"' })
  const { lines, answer, bytes } = await download('orders.csv')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(lines[0]).toMatch(/^Order ID,Created,Paid,Status,Name,Email,Phone,Courses/)
  expect(lines[1]).toBe(
    `${order_id},2026-03-10T00:00:00+05:30,,paid,"'=HYPERLINK(""http://x"")",csv@example.com,${buyer.phone},"'@Reels, ""big""",1,499,0,499,0,'-CODE,pay_csv,0,200.5,USD,${order_no},,,MEERA`,
  )
})

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('a cell %j is prefixed in every table', async (evil) => {
  await server.db('users').update({ name: evil })
  await server.db('courses').update({ name: evil, offer_text: evil })
  await buildPromocode(server.db)
  for (const file of ['users.csv', 'orders.csv', 'courses.csv']) {
    const text = (await download(file)).lines.join('\n')
    expect([file, text.includes(`'${evil}`)]).toEqual([file, true])
    expect([file, new RegExp(`(^|[,\n"])\\${evil}`).test(text.replaceAll(`'${evil}`, ''))]).toEqual([file, false])
  }
})

test('a cell with a line break is in quotation marks, whichever break it is', async () => {
  await server.db('users').update({ name: 'Asha' })
  await server.db('order_lines').update({ course_name: 'Line one\nline two' })
  const { bytes } = await download('orders.csv')
  expect(new TextDecoder().decode(bytes)).toContain(',"Line one\nline two",1,499,')
})

test('a hidden account is in no row of the orders', async () => {
  const buyer = await buildStudentRow(server.db, { name: 'Hidden Hema', email: 'hidden@example.com' })
  const { order_id } = await buildPaidOrder(server.db, { user_id: buyer.id })
  await hideUser(server.db, buyer.id, new Date())
  const row = (await download('orders.csv')).lines.find((line) => line.startsWith(order_id))
  expect(row).toMatch(/,paid,,,,/)
})

test('filters are those of the table; every order is there once, whatever the batch', async () => {
  const { id } = await buildStudentRow(server.db, { name: 'Many Orders' })
  await server.db.raw(
    `insert into orders (order_id, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, created_at, expires_at)
    select 'bulk_' || n, :id, 'expired', 'f' || n, 100, 0, 100, timestamptz '2026-01-01' + (n / 7) * interval '1 second', now()
    from generate_series(1, 2500) n`,
    { id },
  )
  const { lines } = await download('orders.csv?status=expired')
  expect(lines).toHaveLength(2501)
  expect(new Set(lines.map((line) => line.split(',')[0]))).toHaveProperty('size', 2501)
  expect((await download('orders.csv?q=Many%20Orders&from=2026-01-01&to=2026-01-01')).lines).toHaveLength(2501)
  expect((await download('orders.csv?from=2027-01-01')).lines).toHaveLength(1)
  // The file has every row that the list finds by a course.
  const course = await buildCourse(server.db, { name: 'Kite Making For Everyone' })
  const { order_id } = await buildPaidOrder(server.db, { course_id: course.course_id })
  const found = await server.request('/api/admin/orders?q=kite%20making', {
    headers: { authorization: `bearer ${token}` },
  })
  expect(((await found.json()) as { orders: { order_id: string }[] }).orders.map((order) => order.order_id)).toEqual([
    order_id,
  ])
  expect((await download('orders.csv?q=kite%20making')).lines.slice(1).map((line) => line.split(',')[0])).toEqual([
    order_id,
  ])
  // Each filter of the list is one of the file.
  await server.db('orders').where({ order_id }).update({ status: 'review' })
  await server.db('orders').where({ order_id: 'bulk_1' }).update({ status: 'created' })
  const ids = async (query: string) => (await download(query)).lines.slice(1).map((line) => line.split(',')[0])
  expect(await ids('orders.csv?needs=attention')).toEqual([order_id])
  expect(await ids('orders.csv?needs=waiting')).toEqual(['bulk_1'])
  await server.db('courses').where({ course_id: course.course_id }).update({ state: 'draft' })
  expect(await ids('courses.csv?status=draft&q=kite')).toEqual([course.course_id])
  expect(await ids('courses.csv?status=published&q=kite')).toEqual([])
  await server.db('courses').where({ course_id: course.course_id }).update({ deleted_at: new Date() })
  expect(await ids('courses.csv?status=deleted&q=kite')).toEqual([course.course_id])
  expect(await ids('courses.csv?q=kite')).toEqual([])
  expect((await download('promocodes.csv')).lines[0]).toBe(
    'Code,Discount,Amount,Maximum discount,Minimum order,First purchase,Expires,Course ID,Scope,Created',
  )
})

type Row = { index: number }
const rows: Row[] = Array.from({ length: 1000 }, (_, index) => ({ index }))
const call = { ctx: {} as TestServer['ctx'], setHeader() {} }
beforeAll(() => {
  call.ctx = server.ctx
})

test('an export that ends early says so in its last line and in the log', async () => {
  const stream = await csvStream<Row>(call, 'rows', { Index: (row) => row.index }, async (db, last) => {
    if (last) await db.raw('select 1 / 0')
    return rows
  })
  const lines = (await new Response(stream).text()).trim().split('\r\n')
  expect(lines).toHaveLength(1002)
  expect(lines.at(-1)).toBe(INCOMPLETE_EXPORT)
  const line = server.logged.find((one) => one.includes('an export ended early'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, export: 'rows', rows: 1000 })
})

test.each(['orders.csv', 'users.csv', 'courses.csv', 'promocodes.csv', 'documents.csv?month=2026-11'])(
  '%s is no 200 when its first rows cannot be read',
  async (path) => {
    // Nothing of the catalogue or of the orders can be read without the accounts and the courses.
    for (const table of ['users', 'courses', 'promocodes'])
      await server.db.raw(`alter table ${table} rename to ${table}_away`)
    try {
      const answer = await server.request(`/api/admin/export/${path}`, {
        headers: { authorization: `bearer ${token}` },
      })
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({ code: 'internal_error' })
    } finally {
      for (const table of ['users', 'courses', 'promocodes'])
        await server.db.raw(`alter table ${table}_away rename to ${table}`)
    }
  },
)

test('a batch is read only when the one before was taken, and a reader who leaves ends it', async () => {
  let batches = 0
  const stream = await csvStream<Row>(call, 'rows', { Index: (row) => row.index }, async () => {
    batches += 1
    return rows
  })
  const reader = stream.getReader()
  for (let chunk = 0; chunk < 4; chunk++) await reader.read()
  expect(batches).toBeLessThanOrEqual(4)
  await reader.cancel()
  const seen = batches
  await new Promise((resolve) => setImmediate(resolve))
  expect(batches).toBe(seen)
})
