import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Part, zipOf } from '../../../test/archives.ts'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { makeArchive } from '../move-out/make-archive.ts'
import { bringArchive } from './bring-archive.ts'

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
    ...{ name: 'भाग १ 🎬.mp4', folder: 'रील्स', kind: 'video', paid: true },
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
