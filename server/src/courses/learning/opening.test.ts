import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { video } from '../../../test/upload-files.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
})
afterAll(() => server.stop())

const DAY_MS = 24 * 60 * 60_000
const daysAgo = (days: number) => new Date(server.ctx.now().getTime() - days * DAY_MS)

/** Makes the next upload another file. */
let uploads = 0
async function upload(): Promise<string> {
  const answer = await tusClient(server, admin).send(video('mp4', 5_000 + uploads++), {
    filename: 'lesson.mp4',
    filetype: 'video/mp4',
  })
  return answer.headers.get('media-url') ?? ''
}

/** Creates a student who got the course this many days ago. */
async function student(course_id: string, days: number) {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id, granted_at: daysAgo(days) })
  return { token: await server.userToken(user) }
}

test('a lesson opens so many days after enrolment: before that it has neither links, files, addresses nor beats', async () => {
  const { course_id } = await buildCourse(server.db)
  const files = [await upload(), await upload(), await upload()]
  const [now = '', later = '', dated = ''] = files
  const content = [
    { title: 'At once', watch_link: now },
    {
      title: 'After a week',
      watch_link: later,
      opens_after_days: 7,
      download_link: later,
      files: [{ name: 'Sheet', url: later }],
      captions: [],
    },
    { title: 'At a date', watch_link: dated, opens_at: new Date(server.ctx.now().getTime() + DAY_MS).toISOString() },
  ]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const [young, old] = [await student(course_id, 6.9), await student(course_id, 7.1)]
  const lessonsOf = async ({ token }: { token: string }) =>
    (await server.api(token).learning.getContent({ courseId: course_id })).content
  const [first, closed, waiting] = await lessonsOf(young)
  expect(first).toMatchObject({ title: 'At once', opens_at: null, watch_link: expect.stringContaining(now) })
  expect(closed).toMatchObject({ title: 'After a week', watch_link: '', download_link: null, files: [], captions: [] })
  expect(closed?.video).toBeNull()
  const opens = Date.parse(String(closed?.opens_at)) - server.ctx.now().getTime()
  expect(opens / DAY_MS).toBeGreaterThan(0.09)
  expect(opens / DAY_MS).toBeLessThan(0.11)
  expect(waiting).toMatchObject({ watch_link: '', opens_at: content[2]?.opens_at })
  const [, open] = await lessonsOf(old)
  expect(open).toMatchObject({ opens_at: null, files: [{ name: 'Sheet' }] })

  // An address signed for one student opens nothing for another whose lesson is closed.
  const get = (address: string) => server.request(address)
  expect((await get(open?.watch_link ?? '')).status).toBe(200)
  await server.db('lessons').where({ title: 'After a week', course_id }).update({ opens_after_days: 30 })
  const { createFileAccess } = await import('./file-access.ts')
  const access = createFileAccess(server.ctx)
  const sessionOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
  const mediaId = later.split('/')[2] ?? ''
  const opener = { audience: 'user' as const, sessionId: sessionOf(old.token) }
  expect(await access(opener, mediaId)).toBeUndefined()
  expect(await access(opener, now.split('/')[2] ?? '')).toMatchObject({ name: expect.any(String) })

  const beat = { course_id, lesson_id: closed?.lesson_id ?? '', seconds: 0, completed: true }
  await expect(server.api(young.token).learning.progress(beat)).rejects.toMatchObject({ status: 403 })
  await server.db('lessons').where({ title: 'After a week', course_id }).update({ opens_after_days: 1 })
  expect(await server.api(young.token).learning.progress(beat)).toMatchObject({ percent: 33 })
})

test('the free preview is always open; days and a date exclude each other, and absent fields stay', async () => {
  const { course_id } = await buildCourse(server.db)
  const link = 'https://video.example.com/1'
  const save = (content: object[]) =>
    server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content: content as never } })
  const stored = async () => (await server.api(admin).learning.adminGetContent({ id: course_id })).content
  await save([{ title: 'One', watch_link: link, preview: true, opens_after_days: 30 }])
  const { token } = await student(course_id, 0)
  const { content } = await server.api(token).learning.getContent({ courseId: course_id })
  expect(content).toMatchObject([{ watch_link: link, opens_at: null }])
  const [one] = await stored()
  await save([{ lesson_id: one?.lesson_id, title: 'Renamed', watch_link: link }])
  expect(await stored()).toMatchObject([{ title: 'Renamed', opens_after_days: 30, opens_at: null }])
  await save([{ lesson_id: one?.lesson_id, title: 'Dated', watch_link: link, opens_at: '2026-12-01T10:00:00+05:30' }])
  expect(await stored()).toMatchObject([{ opens_after_days: null, opens_at: '2026-12-01T04:30:00.000Z' }])
  await save([{ lesson_id: one?.lesson_id, title: 'Open', watch_link: link, opens_at: null }])
  expect(await stored()).toMatchObject([{ opens_after_days: null, opens_at: null }])
  const both = { title: 'Both', watch_link: link, opens_after_days: 3, opens_at: '2026-12-01T10:00:00Z' }
  await expect(save([both])).rejects.toMatchObject({ status: 422 })
  await expect(save([{ ...both, opens_at: null, opens_after_days: 0 }])).rejects.toMatchObject({ status: 422 })
})

test('an opening day set later closes no lesson to whom it was open, and new students wait for it', async () => {
  const { course_id } = await buildCourse(server.db)
  const link = 'https://video.example.com/1'
  const save = (content: object[]) =>
    server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content: content as never } })
  const titles = ['At once', 'After 3 days', 'Dated']
  const [, , later] = [3, 4, 5].map((days) => new Date(server.ctx.now().getTime() + days * DAY_MS).toISOString())
  await save([
    { title: titles[0], watch_link: link },
    { title: titles[1], watch_link: link, opens_after_days: 3 },
    { title: titles[2], watch_link: link, opens_at: daysAgo(1).toISOString() },
  ])
  const [old, young] = [await student(course_id, 5), await student(course_id, 1)]
  const openFor = async ({ token }: { token: string }) =>
    (await server.api(token).learning.getContent({ courseId: course_id })).content.map(
      ({ opens_at }) => opens_at === null,
    )
  expect([await openFor(old), await openFor(young)]).toEqual([
    [true, true, true],
    [true, false, true],
  ])
  const { content } = await server.api(admin).learning.adminGetContent({ id: course_id })
  await save(content.map(({ lesson_id, title }) => ({ lesson_id, title, watch_link: link, opens_at: later })))
  expect([await openFor(old), await openFor(young)]).toEqual([
    [true, true, true],
    [true, false, true],
  ])
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, {
    user_id: user.id,
    course_id,
    granted_at: new Date(server.ctx.now().getTime() + 60_000),
  })
  expect(await openFor({ token: await server.userToken(user) })).toEqual([false, false, false])
})
