import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RungFile, rungFileOf } from '../../../test/rung-file.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { lessonVideo as buildLessonVideo, sendPart } from '../../../test/set-parts.ts'
import { tusClient } from '../../../test/tus.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
})
afterAll(() => server.stop())

const SEGMENTS = [2, 2, 0.784]
const LEAST = { width: 240, height: 426 }
const MOST = { width: 360, height: 640 }

const lessonVideo = () => buildLessonVideo(server, token)
const send = (set_of: string, file: Buffer) => sendPart(server, token, set_of, file)

const take = async (media_id: string, rung: string, file: Buffer) => {
  const upload_id = await send(media_id, file)
  const call = () => server.api(token).media.takeRung({ params: { media_id }, body: { rung, upload_id } })
  return { call, upload_id, answer: await call().catch((error: { code: string; message: string }) => error) }
}
const segmentsOf = (file: RungFile = {}) => rungFileOf({ segments: SEGMENTS, ...file })
const library = async () => (await server.api(token).media.list({})).total

it('a set made elsewhere is ready with its last quality, and the original plays until then', async () => {
  const { media_id, shown } = await lessonVideo()
  const plan = await server.api(token).media.setPlan({ media_id })
  expect(plan).toMatchObject({ sound: true, made: [], seconds: expect.closeTo(4.784, 2) })
  expect(plan.rungs).toEqual([
    { id: '240', ...LEAST, kilobits: 250 },
    { id: '360', ...MOST, kilobits: expect.any(Number) },
  ])
  const files = await library()
  const sent = [
    ['sound', segmentsOf({ sides: null })],
    ['240', segmentsOf({ sides: LEAST })],
  ] as const
  for (const [rung, file] of sent) {
    expect((await take(media_id, rung, file)).answer).toMatchObject({ message: 'Quality taken' })
    expect((await shown())?.playlist).toBeNull()
  }
  const last = await take(media_id, '360', segmentsOf({ sides: MOST }))
  // The answer may be lost, and the call repeated.
  expect(await last.call()).toMatchObject({ message: 'Quality taken' })
  const video = await shown()
  expect(video?.rungs.map(({ id }) => id)).toEqual(['sound', '240', '360'])
  const playlist = await (await server.request(video?.playlist?.replace('_index', '_240') ?? '')).text()
  expect([...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds))).toEqual(SEGMENTS)
  expect(await library()).toBe(files)
  expect((await server.api(token).media.setPlan({ media_id })).made).toEqual(['sound', '240', '360'])
})

it('sound that ends a moment after the image belongs to the last segment', async () => {
  const { media_id } = await lessonVideo()
  const [plain, longer] = [segmentsOf({ sides: LEAST }), segmentsOf({ sides: LEAST, tail: 0.02 })]
  expect((await take(media_id, '240', longer)).answer).toMatchObject({ message: 'Quality taken' })
  const row = await server.db('video_rungs').where({ media_id, rung: '240' }).first()
  expect(row.segment_ms).toEqual(SEGMENTS.map((seconds) => seconds * 1000))
  expect(row.init_bytes + row.segment_bytes.reduce((sum: number, bytes: number) => sum + bytes, 0)).toBe(longer.length)
  expect(longer.length).toBeGreaterThan(plain.length)
})

it.each<[string, string, RungFile | Buffer, RegExp]>([
  ['another size', '240', { sides: MOST }, /its picture has another size/],
  ['a part of the source', '240', { sides: LEAST, segments: [2] }, /it is of another length/],
  ['a hole', '240', { sides: LEAST, gap: 0.5 }, /do not follow one another/],
  ['one long segment', '240', { sides: LEAST, segments: [7] }, /a segment is empty or too long/],
  ['no sound', '240', { sides: LEAST, sound: false }, /it has other tracks/],
  ['the sound of something', 'sound', { sides: LEAST }, /it has other tracks/],
  ['an end in the middle', '240', rungFileOf({ sides: LEAST, segments: SEGMENTS }).subarray(0, -10), /middle of a box/],
  [
    'no fragments',
    '240',
    Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'), Buffer.alloc(900)]),
    /./,
  ],
])('the upload of a quality refuses %s, and discards its bytes', async (_, rung, file, why) => {
  const { media_id, shown } = await lessonVideo()
  const { answer, upload_id, call } = await take(media_id, rung, file instanceof Uint8Array ? file : segmentsOf(file))
  expect(answer).toMatchObject({ code: 'invalid', message: expect.stringMatching(why) })
  await expect(call()).rejects.toMatchObject({ code: 'invalid' })
  expect(await server.ctx.files.incomingBytes(upload_id)).toBeUndefined()
  expect((await shown())?.playlist).toBeNull()
})

describe('an upload for a set', () => {
  it('belongs to its admin and its video, and must be whole', async () => {
    const [one, other] = [await lessonVideo(), await lessonVideo()]
    const file = segmentsOf({ sides: LEAST })
    const upload_id = await send(one.media_id, file)
    const take = (media_id: string, as = token) =>
      server.api(as).media.takeRung({ params: { media_id }, body: { rung: '240', upload_id } })
    await expect(take(other.media_id)).rejects.toMatchObject({ code: 'not_found' })
    const colleague = await server.adminToken('editor')
    await expect(take(one.media_id, colleague)).rejects.toMatchObject({ code: 'not_found' })
    const tus = tusClient(server, token)
    const path = await tus.begin(file.length, { filename: 'a.mp4', filetype: '', set_of: one.media_id })
    await tus.patch(path, 0, file.subarray(0, 300))
    const half = { rung: '240', upload_id: path.split('/').at(-1) ?? '' }
    await expect(server.api(token).media.takeRung({ params: one, body: half })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(take(one.media_id)).resolves.toMatchObject({ message: 'Quality taken' })
  })

  it('moved before a crash of the shop is finished by the next call', async () => {
    const { media_id } = await lessonVideo()
    const file = segmentsOf({ sides: LEAST })
    const { call, upload_id } = await take(media_id, '240', file)
    await server.db('video_rungs').where({ media_id }).del()
    await server.db('media_uploads').where({ upload_id }).update({ finished_at: null, media_id: null })
    expect(await call()).toMatchObject({ message: 'Quality taken' })
    expect(await server.db('video_rungs').where({ media_id }).pluck('rung')).toEqual(['240'])
  })
})
