// Runs before a release: reads many broken videos.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { VIDEO_TYPE_MESSAGE } from 'contract/media/kinds'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import {
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  MP4,
  Output,
  QTFF,
} from 'mediabunny'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { readStored } from '../../../test/stored-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { makeSets } from '../videos/make-sets.ts'
import { findFfmpeg } from './ffmpeg.ts'

const ffmpeg = { program: 'ffmpeg', path: process.env.PATH ?? '' }
const real = await findFfmpeg({ ffmpeg })
if (!real) console.log('There is no ffmpeg here: what only the real one shows is not tested.')

let server: TestServer
let token: string
let tus: ReturnType<typeof tusClient>
let phone: Buffer
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
  tus = tusClient(server, token)
  phone = await readFile(new URL('../../../test/films/phone.mov', import.meta.url))
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

/** Copies the phone's video into another container. */
async function packed(format: MkvOutputFormat | MovOutputFormat): Promise<Buffer> {
  using input = new Input({ source: new BufferSource(phone), formats: [QTFF] })
  const output = new Output({ format, target: new BufferTarget() })
  await (await Conversion.init({ input, output, copy: { mode: 'forced', shiftTolerance: 1 } })).execute()
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0))
}

/** Reads the codecs and the length of a stored MP4; its other container would not open. */
async function storedFacts(url: string) {
  const [, , media_id = '', name = ''] = url.split('/')
  using input = new Input({ source: new BufferSource(await readStored(server, media_id, name)), formats: [MP4] })
  const [picture, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  return { codecs: [await picture?.getCodec(), await sound?.getCodec()], seconds: await input.computeDuration() }
}
const COPIED = { codecs: ['avc', 'aac'], seconds: expect.closeTo(6, 0) }
const nothingLeft = async () => {
  await expect.poll(() => readdir(server.ctx.files.tempDir)).toEqual([])
  expect(await readdir(server.ctx.files.incomingDir)).toEqual([])
}

describe('for a video that no browser plays,', () => {
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['IMG_0001.MOV', 'video/quicktime', () => phone],
    ['OBS 2026.mkv', 'video/x-matroska', () => packed(new MkvOutputFormat())],
    ['named-wrongly.mp4', 'video/mp4', () => phone],
    ['nothing-known.mkv', '', () => packed(new MovOutputFormat())],
  ])('%s is stored as an MP4 with the same pictures and sound', async (filename, filetype, make) => {
    const bytes = await make()
    const answer = await tus.send(bytes, { filename, filetype })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const url = answer.headers.get('media-url') ?? ''
    expect(url).toMatch(/\.mp4$/)
    expect(await storedFacts(url)).toEqual(COPIED)
    expect((await server.request(url)).headers.get('content-type')).toBe('video/mp4')
    const [row] = await server.db('media')
    expect(row.bytes).toBe((await readStored(server, row.media_id, url.split('/')[3] ?? '')).length)
    await nothingLeft()
  })

  it('the form stores an MP4, too', async () => {
    const { url } = await uploadMedia(server, token, 'video', phone, { file: 'a.mov' })
    expect(await storedFacts(url)).toEqual(COPIED)
  })

  it('a file that is cut off, or only claims to be a video, is refused', async () => {
    const cut = await tus.send(phone.subarray(0, phone.length - 4_000), { filename: 'a.mov', filetype: '' })
    expect(await cut.json()).toMatchObject({ detail: expect.stringContaining('cut off') })
    const garbage = Buffer.concat([Buffer.from('1a45dfa38b428288', 'hex'), Buffer.from('matroska'), Buffer.alloc(2000)])
    const answer = await tus.send(garbage, { filename: 'a.mkv', filetype: '' })
    expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', detail: VIDEO_TYPE_MESSAGE })
    await nothingLeft()
  })

  it('an upload without room for its copy is refused, and can finish later', async () => {
    const { freeBytes } = server.ctx.files
    const path = await tus.begin(phone.length, { filename: 'a.mov', filetype: '' })
    server.ctx.files.freeBytes = async () => phone.length - 1
    expect((await tus.patch(path, 0, phone)).status).toBe(507)
    server.ctx.files.freeBytes = freeBytes
    expect((await tus.head(path)).headers.get('media-url')).toMatch(/\.mp4$/)
  })
})

/** Begins as an AVI; ffmpeg alone reads the rest. */
const avi = Buffer.concat([Buffer.from('RIFF\x10\x10\0\0AVI LIST', 'latin1'), Buffer.alloc(4096)])

it('without ffmpeg, a video that must be encoded is refused with what to do', async () => {
  const answer = await tus.send(avi, { filename: 'a.avi', filetype: 'video/x-msvideo' })
  expect([answer.status, await answer.json()]).toMatchObject([415, { detail: CONVERT_MESSAGE }])
  expect(await server.api(token).media.list({})).toMatchObject({ converts_videos: false })
  await nothingLeft()
})

it.each([
  ['song.aac', 'audio/aac', /M4A or MP3/],
  ['book.epub', 'application/epub+zip', /PDF/],
  ['clip.wmv', 'video/x-ms-wmv', /MP4/],
])('%s is refused with what to do', async (filename, filetype, way) => {
  const answer = await tus.create(10, { filename, filetype })
  expect([answer.status, await answer.json()]).toMatchObject([415, { detail: expect.stringMatching(way) }])
})

describe('with ffmpeg', () => {
  const config = () => ({ ...server.ctx.config, ffmpeg })
  beforeAll(() => {
    server.ctx.config.ffmpeg = { program: real, path: ffmpeg.path }
  })
  const make = (files = server.ctx.files) =>
    makeSets({ ...server.ctx, files, config: config() }, new AbortController().signal)
  const stateOf = (path: string) => server.api(token).media.upload({ upload_id: path.split('/').at(-1) ?? '' })
  const send = async (bytes: Buffer, filename: string) => {
    const path = await tus.begin(bytes.length, { filename, filetype: '' })
    expect((await tus.patch(path, 0, bytes)).headers.get('media-url')).toBeNull()
    expect(await stateOf(path)).toMatchObject({ status: 'receiving', converting: true, url: null })
    return path
  }

  it.skipIf(!real).each([
    ['old.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
    ['camera.mov', ['-c:v', 'copy', '-c:a', 'pcm_s16le']],
    ['feature-phone.3gp', ['-s', '176x144', '-c:v', 'h263', '-c:a', 'aac']],
  ])(
    '%s enters the library as an MP4 once that is made',
    async (name, codecs) => {
      const folder = await mkdtemp(join(tmpdir(), 'skillhaat-foreign-'))
      const film = fileURLToPath(new URL('../../../test/films/phone.mov', import.meta.url))
      await promisify(execFile)('ffmpeg', ['-i', film, ...codecs, join(folder, name)])
      const path = await send(await readFile(join(folder, name)), name)
      await rm(folder, { recursive: true })
      await make()
      const { status, converting, url } = await stateOf(path)
      expect({ status, converting }).toEqual({ status: 'finished', converting: false })
      expect(await storedFacts(url ?? '')).toEqual(COPIED)
      await nothingLeft()
    },
    60_000,
  )

  it.skipIf(!real)('a full disk pauses the conversion, and a broken file ends it with what to do', async () => {
    const path = await send(avi, 'broken.avi')
    await make({ ...server.ctx.files, freeBytes: async () => 1000 })
    expect(await stateOf(path)).toMatchObject({ converting: true })
    await make()
    expect(await stateOf(path)).toMatchObject({ status: 'refused', converting: false, detail: CONVERT_MESSAGE })
    expect(await server.db('media')).toEqual([])
    await nothingLeft()
  })
})
