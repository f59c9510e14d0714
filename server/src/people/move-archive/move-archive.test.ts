import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Part, zipOf } from '../../../test/archives.ts'
import { buildCourse, buildLesson, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { makeArchive } from '../move-out/make-archive.ts'
import { bringArchive } from './bring-archive.ts'
import { checkArchive } from './check-archive.ts'
import { workOnArchive } from './move-archive.service.ts'

let [from, to]: TestServer[] = []
const shopA = () => from as TestServer
const shopB = () => to as TestServer
let zip: string
beforeAll(async () => {
  ;[from, to] = await Promise.all([startTestServer({ work: false }), startTestServer({ work: false })])
  zip = join(shopA().dataDir, 'shop.zip')
}, 60_000)
afterAll(() => Promise.all([from?.stop(), to?.stop()]))

async function bring(path = zip) {
  const { ctx, db } = shopB()
  const { id } = await db('admins').orderBy('id').first('id')
  const bringing = {
    archiveId: 'arc_test',
    fileName: 'shop.zip',
    adminId: id,
    settings: false,
    signal: new AbortController().signal,
  }
  return bringArchive(ctx, path, { ...bringing, moveOf: (make) => make(db), tell() {} })
}

test('courses, lessons, tasks and files of shop A arrive in shop B, and a second time changes nothing', async () => {
  const { db, ctx } = shopA()
  const token = await shopA().adminToken()
  const { url: banner } = await uploadMedia(shopA(), token, 'image', await picture('png'), { file: 'a.png' })
  const { url: film } = await uploadMedia(shopA(), token, 'video', video('mp4', 200_000), { file: 'a.mp4' })
  const [, , media = ''] = film.split('/')
  await shopA()
    .api(token)
    .media.rename({ params: { media_id: media }, body: { name: 'भाग १ 🎬.mp4' } })
  await shopA()
    .api(token)
    .media.move({ media_ids: [media], folder: 'रील्स' })
  const course = await buildCourse(db, { name: 'मराठी रील्स', banner, price: 1234 })
  const [first] = [
    await buildLesson(db, { course_id: course.course_id, title: '=SUM(A1)', watch_link: film }),
    await buildLesson(db, { course_id: course.course_id, title: 'Second', watch_link: '', kind: 'quiz' }),
  ]
  await db('courses')
    .where({ course_id: course.course_id })
    .update({ legal_disclaimer: `See ${banner}` })
  await buildCourse(db, { name: 'A draft' })
  await db('lessons').where({ title: '=SUM(A1)' }).update({ section: 'पहला' })
  await db('courses').where({ name: 'A draft' }).update({ state: 'draft' })
  await buildUser(db, { name: 'No Course', email: 'none@example.com' })
  await makeArchive({ ...ctx, store: ctx.files }, zip)

  expect(await bring()).toMatchObject({
    files: { new: 2, same: 0, left_out: [] },
    courses: { new: 2, same: 0, left_out: [] },
  })
  const here = shopB().db
  const brought = await here('courses').where({ course_id: course.course_id }).first()
  expect(brought).toMatchObject({ name: course.name, price_paise: 123_400, state: 'published' })
  expect(brought.banner).not.toBe(banner)
  expect(brought.legal_disclaimer).toBe(`See ${brought.banner}`)
  expect(await here('courses').where({ name: 'A draft' }).first()).toMatchObject({ state: 'draft' })
  const lessons = await here('lessons').where({ course_id: course.course_id }).orderBy('position')
  expect(lessons).toMatchObject([
    { lesson_id: first?.lesson_id, title: '=SUM(A1)', section: 'पहला', kind: 'media' },
    { title: 'Second', kind: 'quiz' },
  ])
  expect(await here('media').where({ url: lessons[0].watch_link }).first()).toMatchObject({
    name: 'भाग १ 🎬.mp4',
    folder: 'रील्स',
    kind: 'video',
    paid: true,
  })
  expect(await here('media').where({ url: brought.banner }).first()).toMatchObject({ paid: false })

  expect(await here('users').pluck('email')).toContain('none@example.com')

  const rows = () => Promise.all(['media', 'courses', 'lessons'].map((table) => here(table).orderBy('created_at')))
  const before = await rows()
  expect(await bring()).toMatchObject({ files: { new: 0, same: 2 }, courses: { new: 0, same: 2 } })
  expect(await rows()).toEqual(before)
})

test.each<[string, Part[], RegExp]>([
  ['another ZIP', [{ name: 'a.txt', data: 'a' }], /no archive of a SkillHaat/],
  ['a path that leads out', [{ name: '../manifest.json', data: '{}' }], /relative path|leads out/],
  ['a later format', [{ name: 'manifest.json', data: '{"program":"skillhaat","format":99}' }], /newer version/],
])('refuses %s with a reason', async (name, parts, reason) => {
  const path = join(shopA().dataDir, `${name.replaceAll(' ', '-')}.zip`)
  await writeFile(path, zipOf(parts))
  await expect(bring(path)).rejects.toThrow(reason)
})

test('refuses what is no ZIP', async () => {
  const path = join(shopA().dataDir, 'none.zip')
  await writeFile(path, 'Not a ZIP at all, but long enough to look for one.')
  await expect(bring(path)).rejects.toThrow(/./)
  expect(await shopB().db('courses').where({ name: 'none' })).toEqual([])
})

test('brings numbers of orders, days of joining, coins, codes and consents, and names the rest', async () => {
  const { db, ctx } = shopA()
  const path = join(shopA().dataDir, 'whole.zip')
  const course = await buildCourse(db, { name: 'Numbered', price: 999 })
  const user = await buildUser(db, { name: 'Old Friend', email: 'friend@example.com' })
  await db('users').where({ id: user.id }).update({ created_at: '2024-05-06T06:00:00Z', coins: 40 })
  await db('consents').insert({ user_id: user.id, purpose: 'news_email', agreed: true, changed_at: ctx.now() })
  const { order_id } = await buildPaidOrder(db, { user_id: user.id, course_id: course.course_id })
  const { order_no } = await db('orders').where({ order_id }).first('order_no')
  const code = { promocode: 'DIWALI', discount: 20, expiry_date: '2099-12-31', expires_at: '2099-12-31T18:29:59Z' }
  await db('promocodes').insert({ ...code, created_at: ctx.now() })
  await db('segments').insert({ name: 'Quiet', segment: '{"all": []}', created_at: ctx.now() })
  await makeArchive({ ...ctx, store: ctx.files }, path)

  const check = await checkArchive(shopB().ctx, path, new AbortController().signal)
  expect(check).toMatchObject({ orders: 1, promocodes: 1, coins: 40, courses_new: 1 })
  expect(check.lost).toContain('1 segment')
  const here = shopB().db
  expect(await here('users').where({ email: 'friend@example.com' })).toEqual([])

  expect(await bring(path)).toMatchObject({ past_orders: 1, coins: 40, promocodes: { new: 1, same: 0, left_out: [] } })
  const [friend] = await here('users').where({ email: 'friend@example.com' })
  expect([friend.coins, friend.joined_at]).toEqual([40, '2024-05-06T06:00:00.000Z'])
  expect(await here('consents').where({ user_id: friend.id })).toMatchObject([
    { agreed: true, source: 'Another SkillHaat', move_id: expect.any(String) },
  ])
  const owner = shopB().api(await shopB().adminToken())
  expect((await owner.pastOrders.list({ q: order_no })).orders).toMatchObject([{ order_ref: order_no }])
  expect(await here('promocodes').where({ promocode: 'DIWALI' })).toHaveLength(1)

  expect(await bring(path)).toMatchObject({ past_orders: 0, coins: 0, promocodes: { new: 0, same: 1 } })
  expect(await here('coin_ledger').where({ user_id: friend.id })).toHaveLength(1)
})

test('an uploaded archive is only checked until its owner runs it', async () => {
  const { ctx, db } = shopB()
  const path = join(shopA().dataDir, 'asks.zip')
  await buildCourse(shopA().db, { name: 'Asked first' })
  await makeArchive({ ...shopA().ctx, store: shopA().ctx.files }, path)
  const owner = shopB().api(await shopB().adminToken())
  const { id: admin_id } = await db('admins').orderBy('id').first('id')
  const { size: bytes } = await stat(path)
  const upload = { upload_id: 'up-1', admin_id, kind: 'archive', name: 'asks.zip', bytes, created_at: ctx.now() }
  await db('media_uploads').insert({ ...upload, metadata: { move_in: 'archive' }, touched_at: ctx.now() })
  await ctx.files.createIncoming('up-1')
  await ctx.files.appendIncoming('up-1', 0, createReadStream(path))

  const never = new AbortController().signal
  const { archive_id } = await owner.moveArchive.begin({ upload_id: 'up-1' })
  await expect(owner.moveArchive.run({ archive_id, settings: false })).rejects.toMatchObject({ code: 'conflict' })
  await workOnArchive(ctx, never)
  await workOnArchive(ctx, never)
  expect((await owner.moveArchive.get()).archive).toMatchObject({ state: 'checked', result: null })
  expect(await db('courses').where({ name: 'Asked first' })).toEqual([])
  await owner.moveArchive.run({ archive_id, settings: false })
  await workOnArchive(ctx, never)
  expect((await owner.moveArchive.get()).archive).toMatchObject({ state: 'done', result: { courses: { new: 1 } } })
  await expect(owner.moveArchive.discard({ archive_id })).rejects.toMatchObject({ code: 'conflict' })
})
