import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { pdfOf, zipOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { fileNames, savedAs } from '../../../test/file-names.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture, video } from '../../../test/upload-files.ts'

let server: TestServer
let admin: string
let media: ReturnType<TestServer['api']>['media']

beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
  media = server.api(admin).media
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

const PLAIN_ADDRESS = /^\/media\/[0-9a-f]{32}\/file\.pdf$/

async function send(filename: string, bytes: Uint8Array = pdfOf(), more: { folder?: string } = {}): Promise<string> {
  const answer = await tusClient(server, admin).send(bytes, { filename, filetype: '', ...more })
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  return answer.headers.get('media-url') ?? ''
}

const namesOf = async (q: string) => (await media.list({ q })).media.map(({ name }) => name)

/** Puts the file into a lesson, and returns that as a buyer has it. */
async function sold(url: string, name: string) {
  const { course_id } = await buildCourse(server.db)
  const content = [{ title: name, watch_link: url, files: [{ name, url }] }]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const answer = await server.api(await server.userToken(user)).learning.getContent({ courseId: course_id })
  return answer.content[0]
}

test.each(fileNames)('%s: library, lesson and download have the name, the address is plain', async (_, sent, shown) => {
  const url = await send(sent)
  expect(url).toMatch(PLAIN_ADDRESS)
  expect(await namesOf(shown)).toEqual([shown])
  const open = savedAs(await server.request(url))
  expect([open.name, /^[\x20-\x7e]+\.pdf$/.test(open.plain)]).toEqual([shown, true])

  const lesson = await sold(url, shown)
  expect([lesson?.title, lesson?.files[0]?.name]).toEqual([shown, shown])
  const saved = await server.request(`${lesson?.files[0]?.url}&download`)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(savedAs(saved)).toMatchObject({ name: shown, plain: expect.stringMatching(/^[\x20-\x7e]+\.pdf$/) })
  expect((await server.request(url)).status).toBe(404)
})

describe('search', () => {
  it('finds every word, in any order, script and case, composed or not', async () => {
    await send('पाठ-26 नोट्स.pdf')
    await send('Résumé Guide.pdf')
    expect(await namesOf('नोट्स पाठ')).toEqual(['पाठ-26 नोट्स.pdf'])
    expect(await namesOf('26 नोट्स')).toEqual(['पाठ-26 नोट्स.pdf'])
    expect(await namesOf('guide re\u0301sume\u0301')).toEqual(['Résumé Guide.pdf'])
    expect(await namesOf('नोट्स guide')).toEqual([])
  })

  it('finds an older file by the plain name it got', async () => {
    const url = `/media/${'b'.repeat(32)}/banner-5.png`
    const facts = { kind: 'image', bytes: 1, sha256: 'b'.repeat(64), created_at: new Date() }
    await server.db('media').insert({ media_id: 'b'.repeat(32), name: 'banner-5.png', url, ...facts })
    expect(await namesOf('banner 5')).toEqual(['banner-5.png'])
  })
})

it('a name ends as its content does, where it claims something else', async () => {
  await uploadMedia(server, admin, 'image', await picture('png'), { file: 'बैनर 7.png' })
  await uploadMedia(server, admin, 'image', await picture('png'), { file: 'evil.exe' })
  await uploadMedia(server, admin, 'video', video('mp4'), { file: 'रील' })
  await send('उपशीर्षक.srt', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nनमस्ते\n'))
  expect((await server.db('media').pluck('name')).sort()).toEqual(
    ['evil.exe.png', 'बैनर 7.png', 'रील.mp4', 'उपशीर्षक.srt'].sort(),
  )
})

it('a renamed file is downloaded under its new name, with the end of its content', async () => {
  const url = await send('a.zip', zipOf([{ name: 'a.txt', data: 'a' }]))
  const media_id = url.split('/')[2] ?? ''
  const renamed = async (name: string) => {
    await media.rename({ params: { media_id }, body: { name } })
    return savedAs(await server.request(url)).name
  }
  expect(await renamed('टेम्पलेट 1.5')).toBe('टेम्पलेट 1.5.zip')
  expect(await renamed('Week 1/2.exe')).toBe('Week 1-2.zip')
  expect(await renamed(`${'त'.repeat(251)}.zip`)).toBe(`${'त'.repeat(251)}.zip`)
  await expect(renamed(' \u200b')).rejects.toMatchObject({ status: 422 })
})

it('a folder becomes folders of the library, and files go into them again', async () => {
  await send('एक.pdf', pdfOf(), { folder: 'रील कोर्स/सप्ताह 1/' })
  await send('दो.pdf', pdfOf(), { folder: 'रील कोर्स/सप्ताह 1' })
  await send('तीन.pdf', pdfOf(), { folder: 'रील कोर्स/सप्ताह 2/नोट्स' })
  await send('four.pdf')
  expect((await media.folders()).folders).toEqual([
    { folder: 'रील कोर्स', files: 3 },
    { folder: 'रील कोर्स/सप्ताह 1', files: 2 },
    { folder: 'रील कोर्स/सप्ताह 2', files: 1 },
    { folder: 'रील कोर्स/सप्ताह 2/नोट्स', files: 1 },
  ])
  expect(await media.list({ folder: 'रील कोर्स' })).toMatchObject({ total: 3 })
  expect(await media.list({ folder: 'रील कोर्स/सप्ताह 1' })).toMatchObject({ total: 2 })
  expect(await media.list({ folder: 'रील' })).toMatchObject({ total: 0 })
  const media_ids = (await media.list({ q: 'four' })).media.map(({ media_id }) => media_id)
  await media.move({ media_ids, folder: ' रील कोर्स / सप्ताह 1/' })
  expect(await media.list({ folder: 'रील कोर्स/सप्ताह 1' })).toMatchObject({ total: 3 })
})
