import type { LessonInput } from 'contract/courses/lesson-input'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { pdfOf, wav, zipOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { SUBTITLES_SRT } from '../../../test/sound-files.ts'
import { tusClient } from '../../../test/tus.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
})
afterAll(() => server.stop())

async function upload(file: Buffer, filename: string): Promise<string> {
  const answer = await tusClient(server, admin).send(file, { filename, filetype: '' })
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  return answer.headers.get('media-url') ?? ''
}

const watch_link = 'https://youtu.be/aqz-KE-bpKQ'
type Sent = Partial<z.input<typeof LessonInput>>

async function save(course_id: string, lesson: Sent) {
  const content = [{ title: 'One', watch_link, ...lesson }]
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
}

const stored = async (id: string) => (await server.api(admin).learning.adminGetContent({ id })).content[0]

async function studentOf(course_id: string) {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  return server.api(await server.userToken(user))
}

describe('files beside the video of a lesson', () => {
  it('reach its buyers in their order, with name, size and kind, and nobody else', async () => {
    const { course_id } = await buildCourse(server.db)
    const made = [pdfOf(), zipOf([{ name: 'a.txt', data: 'a' }]), wav()]
    const [workbook = '', pack = '', sound = ''] = [
      await upload(made[0] as Buffer, 'workbook.pdf'),
      await upload(made[1] as Buffer, 'pack.zip'),
      await upload(made[2] as Buffer, 'sound.wav'),
    ]
    const files = [
      { name: 'Workbook', url: workbook },
      { name: 'Templates', url: pack },
      { name: 'Sound', url: sound },
    ]
    await save(course_id, { files })
    const api = await studentOf(course_id)
    const [lesson] = (await api.learning.getContent({ courseId: course_id })).content
    expect(lesson?.files.map(({ name, kind, bytes }) => [name, kind, bytes])).toEqual([
      ['Workbook', 'pdf', made[0]?.length],
      ['Templates', 'archive', made[1]?.length],
      ['Sound', 'audio', made[2]?.length],
    ])
    for (const [index, { url }] of (lesson?.files ?? []).entries()) {
      const answer = await server.request(`${url}&download`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(made[index] as Buffer)).toBe(true)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
      expect((await server.request(files[index]?.url ?? '')).status).toBe(404)
    }
    const { lessons } = await server.api().courses.get({ id: course_id })
    expect(lessons).toMatchObject([{ title: 'One', download: true }])
    expect(JSON.stringify(lessons)).not.toContain('/media/')
    // The library lists their uses.
    const { media } = await server.api(admin).media.list({ q: 'workbook' })
    expect(media[0]).toMatchObject({ paid: true, used_in: [{ course_id, field: 'files', lesson_title: 'One' }] })
  })

  it('survive a client that omits them, and an empty list removes them', async () => {
    const { course_id } = await buildCourse(server.db)
    const files = [{ name: 'Workbook', url: await upload(pdfOf(), 'a.pdf') }]
    await save(course_id, { files })
    const { lesson_id } = (await stored(course_id)) ?? {}
    await save(course_id, { lesson_id, title: 'Other' })
    expect(await stored(course_id)).toMatchObject({ title: 'Other', files })
    await save(course_id, { lesson_id, files: [] })
    expect(await stored(course_id)).toMatchObject({ files: [] })
  })

  it.each([
    [{ files: [{ name: 'a', url: 'https://elsewhere.example/a.pdf' }] }, 'Must be a file of the media library'],
    [{ files: [{ name: ' ', url: `/media/${'0'.repeat(32)}/a.pdf` }] }, 'Name of the file is required'],
    [{ files: Array(51).fill({ name: 'a', url: `/media/${'0'.repeat(32)}/a.pdf` }) }, 'At most 50 files for a lesson'],
    [
      { captions: [{ language: 'English', url: `/media/${'0'.repeat(32)}/a.vtt` }] },
      'Must be a language such as en or hi',
    ],
    [
      { captions: [{ language: 'en', url: `/media/${'0'.repeat(32)}/a.pdf` }] },
      'Must be subtitles of the media library',
    ],
    [
      { captions: Array(2).fill({ language: 'en', url: `/media/${'0'.repeat(32)}/a.vtt` }) },
      'One file for each language',
    ],
  ])('accept only files: %j fails', async (lesson, message) => {
    const { course_id } = await buildCourse(server.db)
    await expect(save(course_id, lesson as Sent)).rejects.toMatchObject({ status: 422, message })
  })
})

it('captions reach its buyers, by language', async () => {
  const { course_id } = await buildCourse(server.db)
  const url = await upload(Buffer.from(SUBTITLES_SRT), 'english.srt')
  await save(course_id, { captions: [{ language: 'en', url }] })
  expect((await server.request(url)).status).toBe(404)
  const api = await studentOf(course_id)
  const [lesson] = (await api.learning.getContent({ courseId: course_id })).content
  expect(lesson?.captions).toMatchObject([{ language: 'en' }])
  const answer = await server.request(lesson?.captions[0]?.url ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8'])
  expect(await answer.text()).toMatch(/^WEBVTT/)
})
