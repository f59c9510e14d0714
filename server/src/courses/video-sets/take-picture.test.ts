import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RungFile, rungFileOf } from '../../../test/rung-file.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { lessonVideo as buildLessonVideo, sendPart } from '../../../test/set-parts.ts'
import { readStored } from '../../../test/stored-files.ts'
import { picture } from '../../../test/upload-files.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
})
afterAll(() => server.stop())

const POSTER = { width: 360, height: 640 }
const SPRITE = { every: 1, count: 5, columns: 5, width: 90, height: 160 }
const SHEET = { width: 450, height: 160 }
const SEGMENTS = [2, 2, 0.784]

const lessonVideo = () => buildLessonVideo(server, token)

type Sent = { rung: string; file: Buffer; filetype?: string; loudness?: number }
async function take(media_id: string, { rung, file, filetype = 'image/jpeg', loudness }: Sent) {
  const upload_id = await sendPart(server, token, media_id, file, filetype)
  const call = (as = token) =>
    server
      .api(as)
      .media.takeRung({ params: { media_id }, body: { rung, upload_id, ...(loudness !== undefined && { loudness }) } })
  return { call, upload_id, answer: await call().catch((error: { code: string; message: string }) => error) }
}
const takeRung = (media_id: string, rung: string, sides: RungFile['sides'] = null, loudness?: number) =>
  take(media_id, {
    rung,
    filetype: 'video/mp4',
    file: rungFileOf({ segments: SEGMENTS, sides }),
    ...(loudness !== undefined && { loudness }),
  })
const setOf = (media_id: string) => server.db('video_sets').where({ media_id }).first()

it('images and loudness made elsewhere arrive with the set, and the stored ones were encoded here', async () => {
  const { media_id, shown } = await lessonVideo()
  const { poster, sprite } = await server.api(token).media.setPlan({ media_id })
  expect(poster).toEqual({ ...POSTER, second: expect.closeTo(0.478, 2) })
  expect(sprite).toEqual(SPRITE)
  await takeRung(media_id, 'sound', null, -21.5)
  await takeRung(media_id, '240', { width: 240, height: 426 })
  const noted = await sharp(await picture('jpeg', POSTER))
    .withExif({ IFD0: { Copyright: 'hidden words' } })
    .jpeg()
    .toBuffer()
  const first = await take(media_id, { rung: 'poster', file: noted })
  expect(first.answer).toMatchObject({ message: 'Quality taken' })
  // The answer may be lost, and the call repeated.
  expect(await first.call()).toMatchObject({ message: 'Quality taken' })
  await take(media_id, { rung: 'sprite', file: await picture('jpeg', SHEET) })
  expect((await server.api(token).media.setPlan({ media_id })).made).toEqual(['sound', '240', 'poster', 'sprite'])
  expect(await shown()).toMatchObject({ playlist: null, poster: null, sprite: null })
  await takeRung(media_id, '360', { width: 360, height: 640 })
  const video = await shown()
  expect(video).toMatchObject({ loudness: -21.5, sprite: SPRITE })
  for (const [url, sides] of [
    [video?.poster, POSTER],
    [video?.sprite?.url, SHEET],
  ] as const) {
    const answer = await server.request(url ?? '')
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...sides })
  }
  expect(noted.includes('hidden words')).toBe(true)
  expect((await readStored(server, media_id, '_poster.jpg')).includes('hidden words')).toBe(false)
})

it('a set is ready without images and loudness, which may follow later', async () => {
  const { media_id, shown } = await lessonVideo()
  await takeRung(media_id, 'sound')
  await takeRung(media_id, '240', { width: 240, height: 426 })
  await takeRung(media_id, '360', { width: 360, height: 640 })
  expect(await shown()).toMatchObject({ poster: null, sprite: null, loudness: null })
  expect((await shown())?.playlist).toBeTruthy()
  await take(media_id, { rung: 'poster', file: await picture('jpeg', POSTER) })
  expect(await setOf(media_id)).toMatchObject({ state: 'ready', percent: 100, poster: true })
})

describe('the upload of a part', () => {
  let media_id: string
  beforeAll(async () => {
    media_id = (await lessonVideo()).media_id
  })

  it.each<[string, string, () => Buffer | Promise<Buffer>, string, RegExp]>([
    ['a poster of other sides', 'poster', () => picture('jpeg', { width: 640, height: 360 }), 'invalid', /360 by 640/],
    ['a sheet of one picture', 'sprite', () => picture('jpeg', { width: 90, height: 160 }), 'invalid', /450 by 160/],
    ['a poster as the sheet', 'sprite', () => picture('jpeg', POSTER), 'invalid', /450 by 160/],
    ['a PNG', 'poster', () => picture('png', POSTER), 'invalid', /no JPEG/],
    [
      'a script that calls itself one',
      'poster',
      () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
      'invalid',
      /cannot be read/,
    ],
    [
      'half of one',
      'poster',
      async () => (await picture('jpeg', POSTER)).subarray(0, 9_000),
      'invalid',
      /cannot be read/,
    ],
    [
      'too many bytes',
      'poster',
      async () => Buffer.concat([await picture('jpeg', POSTER), Buffer.alloc(4 * 1024 * 1024)]),
      'too_large',
      /too large/,
    ],
  ])('refuses %s, and discards its bytes', async (_, rung, made, code, message) => {
    const { answer, upload_id, call } = await take(media_id, { rung, file: await made() })
    expect(answer).toMatchObject({ code, message: expect.stringMatching(message) })
    await expect(call()).rejects.toMatchObject({ code })
    expect(await server.ctx.files.incomingBytes(upload_id)).toBeUndefined()
    expect(await setOf(media_id)).toMatchObject({ poster: false, sprite: null })
    expect(await server.ctx.files.has({ mediaId: media_id, name: `_${rung}.jpg` })).toBe(false)
  })

  it.each([-70.1, 0.1, Number.NaN])('refuses a loudness of %d LUFS', async (loudness) => {
    expect((await takeRung(media_id, 'sound', null, loudness)).answer).toMatchObject({ code: 'invalid' })
    expect((await setOf(media_id))?.loudness ?? null).toBeNull()
  })

  it('refuses other admins than the sender, and those who may not change the library', async () => {
    const upload_id = await sendPart(server, token, media_id, await picture('jpeg', POSTER), 'image/jpeg')
    const body = { rung: 'poster', upload_id }
    const takeAs = async (as: string) => server.api(as).media.takeRung({ params: { media_id }, body })
    await expect(takeAs(await server.adminToken('editor'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(takeAs(await server.adminToken('support'))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(takeAs(token)).resolves.toMatchObject({ message: 'Quality taken' })
  })
})

it('loudness belongs to the sound: with another quality it is not stored', async () => {
  const { media_id } = await lessonVideo()
  await takeRung(media_id, 'sound', null, -21.5)
  await takeRung(media_id, '240', { width: 240, height: 426 }, -3)
  expect(await setOf(media_id)).toMatchObject({ loudness: -21.5 })
})
