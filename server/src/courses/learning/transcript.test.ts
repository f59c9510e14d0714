import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { linesOf } from './transcript.ts'

let server: TestServer
let admin: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken()
})
afterAll(() => server.stop())

type Cues = Record<string, string[]>

async function captions(language: string, lines: string[]) {
  const cues = lines.map((line, at) => `00:0${at}:05.500 --> 00:0${at}:09.000\n${line}`)
  const file = Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}`)
  const answer = await tusClient(server, admin).send(file, { filename: `${language}.vtt`, filetype: '' })
  return { language, url: answer.headers.get('media-url') ?? '' }
}

/** Creates a course whose lessons have these captions by language, with a student of it. */
async function courseWithSpeech(...lessons: Cues[]) {
  const { course_id } = await buildCourse(server.db)
  const content = []
  for (const shown of lessons) {
    const files = []
    for (const [language, lines] of Object.entries(shown)) files.push(await captions(language, lines))
    content.push({ title: 'One', watch_link: 'https://youtu.be/aqz-KE-bpKQ', captions: files })
  }
  await server.api(admin).learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const student = server.api(await server.userToken(user))
  const find = (q: string, language?: string) => student.transcript.search({ courseId: course_id, q, language })
  const ids = (await student.learning.getContent({ courseId: course_id })).content.map((lesson) => lesson.lesson_id)
  return { course_id, find, ids }
}

describe('the transcript search', () => {
  it('returns the lines of all lessons in order, ignoring case and accents', async () => {
    const { find, ids } = await courseWithSpeech(
      { en: ['Pick a <b>Font</b> &amp; stay', 'Nothing here'] },
      { en: ['If the FONT is thin'] },
    )
    expect(await find('font')).toEqual({
      lines: [
        { lesson_id: ids[0], second: 5.5, text: 'Pick a Font & stay', language: 'en' },
        { lesson_id: ids[1], second: 5.5, text: 'If the FONT is thin', language: 'en' },
      ],
      more: false,
    })
    expect((await find('font & stay')).lines).toHaveLength(1)
    expect((await find('fontaine')).lines).toEqual([])
  })

  it('uses the chosen language, or the first that a lesson has', async () => {
    const { find, ids } = await courseWithSpeech({ en: ['The cut'], hi: ['ज़रूरी कट'] }, { en: ['Another cut'] })
    expect((await find('cut', 'hi')).lines.map((line) => line.lesson_id)).toEqual([ids[1]])
    // The same letters in another Unicode form.
    expect((await find('ज़रूरी'.normalize('NFC'), 'hi')).lines).toMatchObject([{ text: 'ज़रूरी कट', language: 'hi' }])
  })

  it('returns at most a hundred lines, and reports that more exist', async () => {
    const lines = Array.from({ length: 9 }, () => 'again and again')
    const lessons = Array.from({ length: 12 }, () => ({ en: lines }))
    const { find } = await courseWithSpeech(...lessons)
    const found = await find('again')
    expect([found.lines.length, found.more]).toEqual([100, true])
  })

  it('opens to students of the course alone, and needs two letters', async () => {
    const { course_id, find } = await courseWithSpeech({ en: ['The cut'] })
    const stranger = server.api(await server.userToken(await buildUser(server.db)))
    await expect(stranger.transcript.search({ courseId: course_id, q: 'cut' })).rejects.toMatchObject({ status: 403 })
    await expect(find('c')).rejects.toMatchObject({ status: 422 })
  })
})

it('a caption file is read to its lines with their second', () => {
  const vtt =
    'WEBVTT\n\n01:02:03.250 --> 01:02:04.000 align:start\n<v Asha>One</v>\ntwo\n\n00:01.000 --> 00:02.000\n \n'
  expect(linesOf(vtt)).toEqual([{ second: 3723.25, text: 'One two' }])
})
