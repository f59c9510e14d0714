import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient, workTusClient } from '../../../test/tus.ts'
import { sweepUploads } from '../media/sweep-uploads.ts'

let server: TestServer
let course_id: string
let lesson_id: string
let second: string
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  const editor = server.api(await server.adminToken('editor'))
  course_id = (await buildCourse(server.db)).course_id
  const content = ['One', 'Two'].map((title) => ({ title, kind: 'assignment' as const, watch_link: '' }))
  await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const stored = (await editor.learning.adminGetContent({ id: course_id })).content
  ;[lesson_id = '', second = ''] = stored.map((lesson) => lesson.lesson_id)
  for (const id of [lesson_id, second]) {
    const requested = { instructions: 'Cut it.', criteria: [{ text: 'It holds' }], takes_text: true, due_days: null }
    const body = { ...requested, file_kinds: ['pdf', 'image'] as ('pdf' | 'image')[], gate: false }
    await editor.assignments.save({ params: { lesson_id: id }, body })
  }
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('media_uploads').del()
  for (const name of await incoming()) await rm(join(server.ctx.files.incomingDir, name))
})

async function student() {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const api = server.api(token)
  return {
    user,
    token,
    api,
    tus: workTusClient(server, token),
    take: (path: string, id = lesson_id) =>
      api.assignments.takeUpload({ params: { lesson_id: id }, body: { upload_id: path.split('/').at(-1) ?? '' } }),
  }
}

const pdf = pdfOf('%'.repeat(300_000))
const named = (more: Record<string, string> = {}) => ({ filename: 'मेरा काम.pdf', filetype: '', lesson_id, ...more })
const incoming = () => readdir(server.ctx.files.incomingDir)

test('an interrupted upload of homework resumes, and counts once', async () => {
  const { tus, take, api } = await student()
  const path = await tus.begin(pdf.length, named())
  expect(path).toMatch(/^\/api\/user\/uploads\/[0-9a-f]{32}$/)
  await tus.patch(path, 0, pdf.subarray(0, 100_000))
  await expect(take(path)).rejects.toMatchObject({ status: 409 })
  expect((await tus.head(path)).headers.get('upload-offset')).toBe('100000')
  expect((await tus.patch(path, 100_000, pdf.subarray(100_000))).status).toBe(204)
  // A student's work is no file of the library.
  expect(await server.db('media')).toEqual([])
  const [file, again] = [await take(path), await take(path)]
  expect(file).toMatchObject({ name: 'मेरा काम.pdf', kind: 'pdf', bytes: pdf.length })
  expect(again.file_id).toBe(file.file_id)
  expect(await incoming()).toEqual([])
  const key = 'key of the work in pieces'
  const body = { key, text: null, file_id: file.file_id }
  const { hand_ins } = await api.assignments.handIn({ params: { lesson_id }, body })
  expect(hand_ins).toMatchObject([{ file: { file_id: file.file_id } }])
  expect((await tus.create(10, named())).status).toBe(409)
})

test('an upload of homework belongs to its student and its lesson', async () => {
  const [mine, other] = [await student(), await student()]
  const path = await mine.tus.begin(pdf.length, named())
  await mine.tus.patch(path, 0, pdf)
  const admin = tusClient(server, await server.adminToken())
  expect((await other.tus.head(path)).status).toBe(404)
  expect((await other.tus.terminate(path)).status).toBe(404)
  expect((await admin.head(path.replace('/user/', '/admin/media/'))).status).toBe(404)
  expect((await tusClient(server, mine.token).create(10, named())).status).toBe(401)
  await expect(other.take(path)).rejects.toMatchObject({ status: 404 })
  await expect(mine.take(path, second)).rejects.toMatchObject({ status: 404 })
  const library = await admin.begin(pdf.length, named())
  await expect(mine.take(library)).rejects.toMatchObject({ status: 404 })
  expect(await mine.take(path)).toMatchObject({ kind: 'pdf' })
})

test('homework is refused before its bytes, to strangers and where no file is wanted', async () => {
  const { tus } = await student()
  const stranger = workTusClient(server, await server.userToken(await buildUser(server.db)))
  const statuses = await Promise.all([
    stranger.create(10, named()),
    workTusClient(server, 'no token').create(10, named()),
    tus.create(10, named({ lesson_id: 'les_unknown' })),
    tus.create(10, { filename: 'a.pdf' }),
    tus.create(10, named({ filename: 'a.mp4' })),
    tus.create(10, named({ filename: 'a.exe' })),
    tus.create(50 * 1024 * 1024 + 1, named()),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([403, 401, 404, 404, 415, 415, 413])
  expect([await incoming(), await server.db('media_uploads')]).toEqual([[], []])
})

test('homework refused for its content keeps the reason, and its bytes go', async () => {
  const { tus, take } = await student()
  const bad = pdfOf('4 0 obj\n<</S/JavaScript/JS(1)>>\nendobj\n')
  const path = await tus.begin(bad.length, named())
  await tus.patch(path, 0, bad)
  for (let times = 0; times < 2; times += 1) {
    await expect(take(path)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/holds scripts/) })
  }
  expect(await incoming()).toEqual([])
})

test('a student has three open uploads; an older one gives way, and the sweep removes the rest', async () => {
  const { tus } = await student()
  const paths: string[] = []
  for (let n = 0; n < 4; n += 1) {
    paths.push(await tus.begin(1_000, named()))
    server.clock.advance(1_000)
  }
  const statuses = await Promise.all(paths.map(async (path) => (await tus.head(path)).status))
  expect(statuses).toEqual([404, 200, 200, 200])
  expect(await incoming()).toHaveLength(3)
  server.clock.advance(8 * DAY_MS)
  await sweepUploads(server.ctx)
  server.clock.set(new Date())
  expect([await incoming(), await server.db('media_uploads')]).toEqual([[], []])
})

test('a student begins at most 60 files an hour, by either way', async () => {
  const { tus, api } = await student()
  for (let n = 0; n < 59; n += 1) expect((await tus.create(10, named())).status).toBe(201)
  const work_file = new File([new Uint8Array(pdf)], 'a.pdf')
  await api.assignments.addFile({ params: { lesson_id }, body: { work_file } })
  expect((await tus.create(10, named())).status).toBe(429)
})

test('an upload of homework goes with the account', async () => {
  const { tus, api } = await student()
  await tus.patch(await tus.begin(pdf.length, named()), 0, pdf)
  await api.account.deleteOwn({ current_password: PASSWORD })
  expect(await server.db('media_uploads')).toMatchObject([{ user_id: null, name: 'file', metadata: {} }])
  await sweepUploads(server.ctx)
  expect([await incoming(), await server.db('media_uploads')]).toEqual([[], []])
  expect(await server.db('media')).toEqual([])
})
