import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pdfOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { buildVideoSet } from '../../../test/video-set.ts'
import { settleAllFiles } from '../media/library/paid-files.ts'
import { createMediaRouter } from '../media/serve.ts'
import { signAddress } from '../media/signed-address.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  // The confirmed password of an admin expires when the clock moves.
  admin = await server.adminToken()
  for (const table of ['lessons', 'media']) await server.db(table).del()
})

const bytes = video('mp4', 5_000)

async function upload(file = bytes, filename = 'Lesson one.mp4', filetype = 'video/mp4'): Promise<string> {
  const answer = await tusClient(server, admin).send(file, { filename, filetype })
  expect(answer.status).toBe(204)
  return answer.headers.get('media-url') ?? ''
}

async function saveLessons(
  course_id: string,
  lessons: { watch_link: string; download_link?: string; preview?: boolean }[],
) {
  const content = lessons.map((lesson, index) => ({ title: `Lesson ${index + 1}`, ...lesson }))
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
}

/** Creates a course with one paid lesson, and a student who has it. */
async function soldLesson(url?: string) {
  const file = url ?? (await upload())
  const { course_id } = await buildCourse(server.db)
  await saveLessons(course_id, [{ watch_link: file }])
  const { token, user } = await student(course_id)
  return { file, course_id, token, user, signed: await linkOf(token, course_id) }
}

async function student(course_id?: string) {
  const user = await buildUser(server.db)
  if (course_id) await buildEnrolment(server.db, { user_id: user.id, course_id })
  return { user, token: await server.userToken(user) }
}

async function linkOf(token: string, courseId: string): Promise<string> {
  const { content } = await server.api(token).learning.getContent({ courseId })
  return content[0]?.watch_link ?? ''
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.request(path, { headers, method })
const statusOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).status

const NOTHING = { detail: 'File not found', code: 'not_found' }

async function expectRefused(path: string) {
  const answer = await get(path)
  expect([answer.status, await answer.json()]).toEqual([404, NOTHING])
}

describe('a paid file', () => {
  it('opens to its buyer, whole and in parts, and resumes at the byte', async () => {
    const { file, signed } = await soldLesson()
    expect(signed).toMatch(new RegExp(`^${file}\\?user=[\\w-]+&until=\\d+&key=[\\w-]{43}$`))
    const whole = await get(signed)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': 'inline; filename="Lesson one.mp4"',
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'same-origin',
    })
    const etag = whole.headers.get('etag') ?? ''
    const part = await get(signed, { range: 'bytes=1000-', 'if-range': etag })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
    const changed = await get(signed, { range: 'bytes=1000-', 'if-range': '"another"' })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
    const head = await get(signed, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await get(signed, {}, 'POST')).status).toBe(405)
    expect((await get(signed, {}, 'DELETE')).status).toBe(405)
  })

  it('stays closed without a signature, and with an altered, foreign or expired one', async () => {
    const { file, signed, token, course_id } = await soldLesson()
    const other = await soldLesson()
    await expectRefused(file)
    await expectRefused(`${file}?user=a&until=99999999999&key=`)
    const url = new URL(signed, server.url)
    const change = (name: string, value: string) => {
      const altered = new URL(url)
      altered.searchParams.set(name, value)
      return altered.pathname + altered.search
    }
    const key = url.searchParams.get('key') ?? ''
    await expectRefused(change('key', (key.startsWith('A') ? 'B' : 'A') + key.slice(1)))
    await expectRefused(change('key', key.slice(0, -2)))
    await expectRefused(change('until', String(Number(url.searchParams.get('until')) + 60)))
    await expectRefused(change('user', new URL(other.signed, server.url).searchParams.get('user') ?? ''))
    await expectRefused(signed.replace('user=', 'admin='))
    await expectRefused(other.file + url.search)
    // A page of another site gets nothing either.
    expect(await statusOf(signed, { 'sec-fetch-site': 'cross-site' })).toBe(404)
    expect(await statusOf(signed, { 'sec-fetch-site': 'same-origin' })).toBe(200)
    server.clock.advance(9 * 60_000)
    expect(await statusOf(signed)).toBe(200)
    server.clock.advance(7 * 60_000)
    await expectRefused(signed)
    // A new address works again.
    expect(await statusOf(await linkOf(token, course_id))).toBe(200)
  })

  it('stays closed to a student of another course, or of one without the file', async () => {
    const { file, course_id, signed } = await soldLesson()
    const stranger = await student()
    await expect(linkOf(stranger.token, course_id)).rejects.toMatchObject({ status: 403 })
    // The lesson left the course: its signatures end within the minute.
    await saveLessons(course_id, [{ watch_link: await upload() }])
    server.clock.advance(60_000)
    await expectRefused(signed)
    await expectRefused(file)
  })

  it.each([
    [
      'a refund',
      ({ user }: { user: { id: number } }) =>
        server.db('enrolments').where({ user_id: user.id }).update({ revoked_at: new Date() }),
    ],
    ['a log-out', ({ token }: { token: string }) => server.api(token).auth.logout()],
    [
      'the end of the account',
      ({ user }: { user: { id: number; user_id: string } }) =>
        server.api(admin).users.delete({ params: { id: user.user_id } }),
    ],
  ] as const)('closes 60 s after %s', async (_, end) => {
    const sold = await soldLesson()
    expect(await statusOf(sold.signed)).toBe(200)
    await end(sold)
    server.clock.advance(60_000)
    await expectRefused(sold.signed)
  })

  it('closes for the logged-out session alone', async () => {
    const { signed, user, course_id, token } = await soldLesson()
    const other = await linkOf(await server.userToken(user), course_id)
    await server.api(token).auth.logout()
    server.clock.advance(31_000)
    expect(await statusOf(signed)).toBe(404)
    expect(await statusOf(other)).toBe(200)
  })

  it('costs no query for a range while its answer is cached', async () => {
    const { signed } = await soldLesson()
    await (await get(signed)).arrayBuffer()
    const requested: string[] = []
    const note = ({ sql }: { sql: string }) => requested.push(sql)
    server.db.on('query', note)
    for (let at = 0; at < 20; at += 1) {
      expect(await statusOf(signed, { range: `bytes=${at}-${at + 10}` })).toBe(206)
    }
    server.db.off('query', note)
    expect(requested.filter((sql) => /media|sessions|enrolments/.test(sql))).toEqual([])
  })

  it('carries any name that the library assigns', async () => {
    const file = await upload(pdfOf(), 'plan.pdf', 'application/pdf')
    await server.db('media').where({ url: file }).update({ name: 'कार्य "पुस्तिका"/setup.exe' })
    const { signed } = await soldLesson(file)
    const inline = (await get(signed)).headers.get('content-disposition') ?? ''
    expect(inline).toMatch(/^inline; filename=setup.pdf; filename\*=UTF-8''%E0%A4%95.*-setup.pdf$/)
    expect((await get(`${signed}&download`)).headers.get('content-disposition')).toMatch(/^attachment; /)
  })
})

describe('public and paid files', () => {
  it('follow the use of a file', async () => {
    const file = await upload()
    expect(await statusOf(file)).toBe(200)
    const { course_id, token } = await soldLesson(file)
    expect(await statusOf(file)).toBe(404)
    await saveLessons(course_id, [{ watch_link: file, preview: true }])
    expect(await statusOf(file)).toBe(200)
    expect((await get(file)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await linkOf(token, course_id)).toBe(file)
    await saveLessons(course_id, [{ watch_link: file }])
    expect(await statusOf(file)).toBe(404)
    // A removed lesson leaves nothing open.
    await saveLessons(course_id, [{ watch_link: await upload() }])
    expect(await statusOf(file)).toBe(404)
  })

  it('count as public where a file is both', async () => {
    const file = await upload()
    const { course_id } = await soldLesson(file)
    expect(await statusOf(file)).toBe(404)
    const course = await server.api(admin).courses.adminGet({ id: course_id })
    const change = (reels: string[]) =>
      server.api(admin).courses.update({ params: { id: course_id }, body: { ...course, DEMO_REELS_VIDEOS: reels } })
    await change([file])
    expect(await statusOf(file)).toBe(200)
    await change([])
    await settleAllFiles(server.ctx)
    expect(await statusOf(file)).toBe(404)
  })

  it('migrate from earlier versions, even after a killed run', async () => {
    const files = [await upload(), await upload(), await upload()]
    const { course_id } = await buildCourse(server.db)
    for (const watch_link of files) await buildLesson(server.db, { course_id, watch_link })
    const banner = await upload(await picture('png'), 'a.png', 'image/png')
    await server.db('courses').where({ course_id }).update({ banner })
    expect(await Promise.all(files.map((file) => statusOf(file)))).toEqual([200, 200, 200])
    // Killed halfway.
    await server.db('media').where({ url: files[0] }).update({ paid: true })
    await settleAllFiles(server.ctx)
    expect(await Promise.all(files.map((file) => statusOf(file)))).toEqual([404, 404, 404])
    expect(await statusOf(banner)).toBe(200)
  })

  it('open to the admin, and no longer after a logout', async () => {
    const { file, course_id } = await soldLesson()
    const token = await server.adminToken('editor')
    const { previews } = await server.api(token).learning.adminGetContent({ id: course_id })
    expect(await statusOf(previews[file] ?? '')).toBe(200)
    const { media } = await server.api(token).media.list({})
    const item = media.find(({ url }) => url === file)
    expect(item).toMatchObject({ paid: true, url: file })
    expect(await statusOf(item?.preview_url ?? '')).toBe(200)
    expect((await get(item?.preview_url ?? '')).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    await server.api(token).auth.adminLogout()
    server.clock.advance(31_000)
    expect(await statusOf(item?.preview_url ?? '')).toBe(404)
    expect(await statusOf(previews[file] ?? '')).toBe(404)
  })
})

describe('the shop’s answers', () => {
  it('contain no address that shows a visitor a paid file', async () => {
    const { file, course_id, token } = await soldLesson()
    const resource = await upload(pdfOf(), 'plan.pdf', 'application/pdf')
    const open = await upload()
    await buildVideoSet(server, file)
    await saveLessons(course_id, [
      { watch_link: file, download_link: resource },
      { watch_link: open, preview: true },
    ])
    const folder = file.slice(0, file.lastIndexOf('/') + 1)
    const paid = [
      file,
      resource,
      ...['_index.m3u8', '_240.m3u8', '_240.mp4', '_sprite.jpg'].map((name) => folder + name),
    ]
    const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
    const sources: [path: string, headers?: Record<string, string>][] = [
      ['/'],
      ['/courses'],
      [`/course/${course_id}`],
      ['/sitemap.xml'],
      ['/api/go/courses'],
      [`/api/go/courses/${course_id}`],
      ['/api/user/dashboard', bearer(token)],
      [`/api/user/courses/get_content/${course_id}`, bearer(token)],
      ['/api/user/orders', bearer(token)],
      ...[
        'courses/get_all_courses',
        `courses/get_course/${course_id}`,
        `courses/get_content/${course_id}`,
        'courses/get_all_media/',
        'media',
        'activity',
        'orders',
        'overview',
        'users',
        'export/orders.csv',
        'export/users.csv',
        'export/courses.csv',
        'export/promocodes.csv',
      ].map((path): [string, Record<string, string>] => [`/api/admin/${path}`, bearer(admin)]),
    ]
    const { content } = await server.api(token).learning.getContent({ courseId: course_id })
    sources.push([content[0]?.video?.playlist ?? ''], [content[0]?.video?.playlist?.replace('_index', '_240') ?? ''])
    const found = new Set<string>()
    for (const [path, headers = {}] of sources) {
      const text = await (await get(path, headers)).text()
      for (const [address] of text.matchAll(/\/media\/[\w-]{16,}\/[\w.-]+(\?[^"'\s<,]*)?/g)) found.add(address)
      // A playlist names its files relative to itself.
      for (const [address] of text.matchAll(/\b_\w+\.(?:mp4|m3u8)(\?[^"\s]*)?/g)) found.add(folder + address)
    }
    const { rows } = await server.db.raw("select string_agg(data::text, ' ') as text from pgboss.job")
    for (const [address] of String(rows[0]?.text).matchAll(/\/media\/[\w-]{16,}\/[\w.-]+/g)) found.add(address)
    const signed = expect.stringContaining(`${file}?user=`)
    expect([...found]).toEqual(expect.arrayContaining([file, resource, open, signed]))
    // A session's signatures are its student's own; without its proof, and after the session ended, they open nothing.
    await server.api(token).auth.logout()
    await server.db('sessions').where({ audience: 'admin' }).update({ revoked_at: new Date() })
    server.clock.advance(60_000)
    let [bytesOfPaid, looked] = [0, 0]
    for (const address of [...found].flatMap((url) => [url, String(url.split('?')[0])])) {
      if (!paid.includes(String(address.split('?')[0]))) continue
      looked += 1
      const answer = await get(address)
      if (answer.status !== 404) bytesOfPaid += (await answer.arrayBuffer()).byteLength
    }
    expect([bytesOfPaid, looked > 3]).toEqual([0, true])
    expect(await statusOf(open)).toBe(200)
    admin = await server.adminToken()
  })
})

it('a download of a paid file stops midway when the right to the file ends', async () => {
  const file = await upload(video('mp4', 40_000_000))
  const [, , mediaId = ''] = file.split('/')
  await server.db('media').where({ media_id: mediaId }).update({ paid: true })
  let mayHave = true
  const app = express()
  app.use(
    '/media',
    createMediaRouter(server.ctx, {
      mayHave: async () => (mayHave ? { name: 'a' } : undefined),
      playlist: async () => undefined,
      stamped: async () => undefined,
      recheckMs: 5,
    }),
  )
  const listener = app.listen(0)
  try {
    const { port } = listener.address() as AddressInfo
    const signed = signAddress(server.ctx.config, file, { audience: 'user', sessionId: 'a' }, server.ctx.now())
    const answer = await fetch(`http://127.0.0.1:${port}${signed}`)
    const reader = answer.body?.getReader()
    await reader?.read()
    mayHave = false
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
  } finally {
    listener.closeAllConnections()
    listener.close()
  }
})
