import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildLesson, buildPromocode } from '../../../test/catalogue-factories.ts'
import { cellTable, readTable } from '../../../test/moves.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, payInSilence } from '../../../test/shopper.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture } from '../../../test/upload-files.ts'
import { zipEntries } from '../../../test/zip-entries.ts'
import { declaredTables } from '../../platform/features/features.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { workOnMoveOut } from './move-out.service.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
})
afterAll(() => server.stop())

const owner = () => server.api(token)
const work = () => workOnMoveOut(server.ctx, new AbortController().signal)
const get = (path: string, init?: RequestInit) => server.request(path, init)

async function moveOut(): Promise<Map<string, Buffer>> {
  await owner().moveOut.begin({})
  await work()
  const { url } = await owner().moveOut.link({})
  const answer = await get(url)
  expect(answer.status).toBe(200)
  return zipEntries(Buffer.from(await answer.arrayBuffer()))
}

const tableOf = (entries: Map<string, Buffer>, name: string): Record<string, string>[] =>
  parse(entries.get(name) ?? '', { bom: true, columns: true })

/** Reads a table of the archive as moving in does in another shop. */
function readAs(kind: 'students' | 'orders', bytes: Buffer | undefined) {
  const [headings = [], ...cells]: string[][] = parse(bytes ?? '', { bom: true })
  return readTable(cellTable(headings, ...cells), { kind })
}

test('every table of the schema is in the archive, or named as not moved for a reason', async () => {
  const { rows } = await server.db.raw(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tables = rows.map((row: { table_name: string }) => row.table_name)
  const declared = [...declaredTables.keys()].filter((table) => !table.includes('.'))
  expect(declared.toSorted(), 'each table has a row in the feature.ts of its folder').toEqual(tables.toSorted())
})

test('an archive has courses, people, orders, documents and files of the shop, and no secret', async () => {
  const { url: banner } = await uploadMedia(server, token, 'image', await picture('png'), { file: 'banner.png' })
  const media = String(banner.split('/')[2])
  await owner().media.rename({ params: { media_id: media }, body: { name: 'रील का कवर 🎬.png' } })
  await owner().media.move({ media_ids: [media], folder: 'पहला / भाग' })
  const course = await buildCourse(server.db, { name: 'मराठी रील्स: "भाग" 1/2', banner })
  const lesson = await buildLesson(server.db, { course_id: course.course_id, title: '=cmd|lesson', watch_link: banner })
  await buildPromocode(server.db, { promocode: 'DIWALI' })
  const shopper = await buildShopper(server)
  const { orderId, link } = await shopper.buy([course.course_id])
  await payInSilence(server, link)
  await owner().orders.recheck({ params: { order_id: orderId } })
  await issueDocuments(server.ctx, orderId)
  await shopper.student.learning.progress({
    course_id: course.course_id,
    lesson_id: lesson.lesson_id,
    seconds: 5,
    completed: true,
  })
  const erased = await buildUser(server.db, { name: 'Erased Person' })
  await server
    .db('users')
    .where({ id: erased.id })
    .update({ deleted_at: new Date(), email: null, name: 'Deleted user' })

  const entries = await moveOut()
  const names = [...entries.keys()]
  expect(names).toContain('README.txt')
  expect(String(entries.get('README.txt'))).toContain('students.csv')
  const { email } = await server.db('users').where({ id: shopper.user.id }).first('email')
  const who = { email, course: course.name }

  expect(tableOf(entries, 'courses.csv')).toMatchObject([{ title: course.name, state: 'published', price: '499' }])
  const path = 'files/पहला/भाग/रील का कवर 🎬.png'
  expect(tableOf(entries, 'lessons.csv')).toMatchObject([
    { course: course.name, title: "'=cmd|lesson", position: '1', link: banner, file: path },
  ])
  const whole = JSON.parse(String(entries.get('courses/मराठी रील्स- -भाग- 1-2.json')))
  expect(whole).toMatchObject({ course: { price_paise: 49_900 }, lessons: [{ title: '=cmd|lesson' }] })

  const [student, ...others] = tableOf(entries, 'students.csv')
  expect(student).toMatchObject({ email, language: 'en' })
  expect(student?.joined).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30$/)
  expect(others).toEqual([])
  expect(tableOf(entries, 'enrolments.csv')).toMatchObject([
    { ...who, state: 'active', source: 'order', progress_percent: '100' },
  ])
  const moved = { source: 'skillhaat', rows: [{ email, courses: [course.name], skipped: null, problem: null }] }
  expect(await readAs('students', entries.get('enrolments.csv'))).toMatchObject(moved)
  const own = await readAs('students', entries.get('students.csv'))
  expect(own).toMatchObject({ source: 'skillhaat', rows: [{ email, language: 'en', news: { agreed: false } }] })
  expect(own.columns.filter(({ sure }) => !sure)).toEqual([])
  expect((await readAs('students', entries.get('consents.csv'))).problem).toMatch(/Choose students.csv/)
  expect(await readAs('orders', entries.get('orders.csv'))).toMatchObject(moved)
  expect(tableOf(entries, 'progress.csv')).toMatchObject([{ ...who, position: '1' }])
  expect(tableOf(entries, 'orders.csv')).toMatchObject([{ order_id: orderId, email, total: '499', status: 'paid' }])
  expect(tableOf(entries, 'order-lines.csv')).toMatchObject([{ order_id: orderId, course: course.name, price: '499' }])
  const [paper] = tableOf(entries, 'papers/papers.csv')
  expect(paper).toMatchObject({ order_id: orderId, total: '499' })
  const pdf = names.find((name) => name.endsWith(`${paper?.serial?.replaceAll('/', '-')}.pdf`))
  expect(
    entries
      .get(pdf ?? '')
      ?.subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(tableOf(entries, 'promocodes.csv')).toMatchObject([{ promocode: 'DIWALI' }])

  const bytes = entries.get(path) ?? Buffer.alloc(0)
  const stored = await server.ctx.files.read({ mediaId: media, name: String(banner.split('/')[3]) })
  expect(bytes.equals(stored ?? Buffer.alloc(0))).toBe(true)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(tableOf(entries, 'files.csv')).toMatchObject([
    { path, sha256, used_in: course.name, name: 'रील का कवर 🎬.png' },
  ])
  expect(JSON.parse(String(entries.get('manifest.json')))).toMatchObject({ format: 2, files: 1, missing: [] })

  const all = [...entries]
    .filter(([name]) => !/\.(pdf|png)$/.test(name))
    .map(([, text]) => String(text))
    .join('\n')
  expect(all).not.toMatch(/\$argon2|\$scrypt|password_hash|api_secret|token_hash|sealed|Deleted user/)
})

test('only the owner who made the link downloads, for a time, and a new archive replaces the old one', async () => {
  await owner().moveOut.begin({})
  await work()
  const { archive } = await owner().moveOut.get()
  expect(archive).toMatchObject({ state: 'ready', problem: null })
  const { url } = await owner().moveOut.link({})
  const ranged = await get(url, { headers: { range: 'bytes=0-3' } })
  expect([ranged.status, await ranged.text()]).toEqual([206, 'PK\x03\x04'])
  expect(ranged.headers.get('content-disposition')).toMatch(/^attachment; filename=skillhaat-\d{4}-\d\d-\d\d\.zip$/)
  expect((await get(url.split('?')[0] ?? '')).status).toBe(404)
  expect((await get(url.replace(/key=.*/, 'key=AAAA'))).status).toBe(404)
  for (const role of ['editor', 'support', 'finance'] as const) {
    const { moveOut } = server.api(await server.adminToken(role))
    for (const call of [moveOut.get, () => moveOut.begin({}), () => moveOut.link({}), moveOut.remove])
      await expect(call()).rejects.toMatchObject({ status: 403 })
  }
  // A press while one is made changes nothing.
  await owner().moveOut.begin({})
  const { asked_at } = await server.db('move_outs').first()
  await owner().moveOut.begin({})
  expect(await server.db('move_outs').first()).toMatchObject({ asked_at, state: 'waiting' })
  expect((await get(url)).status).toBe(404)
  await work()
  const { file_id } = await server.db('move_outs').first()
  expect(await server.ctx.files.names(file_id)).toHaveLength(1)

  server.clock.advance(3 * 86_400_000 + 60_000)
  token = await server.adminToken()
  await work()
  expect((await owner().moveOut.get()).archive).toBeNull()
  expect(await server.ctx.files.names(file_id)).toEqual([])
})

test('a lost file is named, and the rest is in the archive', async () => {
  const { url } = await uploadMedia(server, token, 'image', await picture('png'), { file: 'lost.png' })
  const [, , mediaId = '', name = ''] = url.split('/')
  await server.ctx.files.remove({ mediaId, name })
  const entries = await moveOut()
  expect(tableOf(entries, 'files.csv')).toContainEqual(
    expect.objectContaining({ path: 'files/lost.png', missing: 'yes' }),
  )
  expect(JSON.parse(String(entries.get('manifest.json'))).missing).toEqual(['files/lost.png'])
})

test('a writer that is gone gives way after a minute; one at work keeps the archive', async () => {
  await owner().moveOut.begin({})
  const until = new Date(server.ctx.now().getTime() + 30_000)
  await server.db('move_outs').update({ state: 'running', holder: 'gone', held_until: until })
  await work()
  expect((await owner().moveOut.get()).archive).toMatchObject({ state: 'running' })
  server.clock.advance(61_000)
  await work()
  expect((await owner().moveOut.get()).archive).toMatchObject({ state: 'ready' })
  await owner().moveOut.remove()
  expect((await owner().moveOut.get()).archive).toBeNull()
})

test('a stopped program leaves nothing half, and the next one begins again', async () => {
  await owner().moveOut.begin({})
  await workOnMoveOut(server.ctx, AbortSignal.abort())
  expect(await server.db('move_outs').first()).toMatchObject({ state: 'waiting', held_until: null })
  await work()
  expect((await owner().moveOut.get()).archive).toMatchObject({ state: 'ready' })
})

test('a disk without room is refused before anything is written', async () => {
  await owner().moveOut.remove()
  const { freeBytes } = server.ctx.files
  server.ctx.files.freeBytes = async () => 1_000_000
  await expect(owner().moveOut.begin({})).rejects.toMatchObject({
    status: 507,
    message: expect.stringContaining('room'),
  })
  server.ctx.files.freeBytes = freeBytes
  expect((await owner().moveOut.get()).archive).toBeNull()
})
