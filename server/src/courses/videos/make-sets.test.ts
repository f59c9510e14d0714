import { readdir, readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildFfmpeg, type FfmpegStandIn } from '../../../test/ffmpeg-stand-in.ts'
import { isPlainRun } from '../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { readStored, storedIds, storedNames } from '../../../test/stored-files.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture, video } from '../../../test/upload-files.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import type { MakingContext } from './make-set.ts'
import { makeSets } from './make-sets.ts'

const PATH = process.env.PATH ?? ''
const real = await findFfmpeg({ ffmpeg: { program: 'ffmpeg', path: PATH } })
if (!real) console.log('There is no ffmpeg here: what only the real one shows is not tested.')

let server: TestServer
let token: string
let ffmpeg: FfmpegStandIn
let film: Buffer

beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
  film = await readFile(new URL('../../../../tools/demo/art/reel-hooks.mp4', import.meta.url))
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['lessons', 'media', 'video_turn']) await server.db(table).del()
  ffmpeg = await buildFfmpeg()
})
afterEach(() => ffmpeg.remove())

const withProgram = (program: string | undefined): MakingContext => ({
  ...server.ctx,
  config: { ...server.ctx.config, ffmpeg: { program, path: PATH } },
})
const make = (stopping = new AbortController().signal) => makeSets(withProgram(ffmpeg.program), stopping)

/** Creates a video that a lesson shows. */
async function lessonVideo(bytes = film) {
  const { url } = await uploadMedia(server, token, 'video', bytes)
  const { course_id } = await buildCourse(server.db)
  const lesson = await buildLesson(server.db, { course_id, watch_link: url })
  server.clock.advance(1000)
  return { url, media_id: String(url.split('/')[2]), lesson }
}

const setOf = (media_id: string) => server.db('video_sets').where({ media_id }).first()
const rungsOf = async (media_id: string): Promise<string[]> =>
  server.db('video_rungs').where({ media_id }).orderBy('rung').pluck('rung')
const filesOf = (media_id: string) => storedNames(server, media_id)

describe('the set of a video that a lesson shows', () => {
  it('holds the sound and each size up to its own, images and loudness, beside the original', async () => {
    const { media_id } = await lessonVideo()
    await make()
    expect(await ffmpeg.calls()).toEqual(['sound', '240', '360', 'poster', 'sprite'])
    expect(await setOf(media_id)).toMatchObject({
      state: 'ready',
      percent: 100,
      problem: null,
      loudness: -21.5,
      poster: true,
      sprite: { every: 1, count: 5, columns: 5, width: 90, height: 160 },
    })
    expect(await server.db('video_rungs').where({ media_id }).orderBy('rung')).toMatchObject([
      {
        rung: '240',
        width: 240,
        height: 426,
        codecs: 'avc1.4d401e,mp4a.40.2',
        segment_ms: [2000, 2000, 783],
      },
      { rung: '360', width: 360, height: 640 },
      { rung: 'sound', width: null, height: null, codecs: 'mp4a.40.2' },
    ])
    expect(await filesOf(media_id)).toEqual(
      ['_240.mp4', '_360.mp4', '_poster.jpg', '_sound.mp4', '_sprite.jpg', 'file.mp4'].sort(),
    )
    expect(await readdir(server.ctx.files.tempDir)).toEqual([])
    await make()
    expect(await ffmpeg.calls()).toHaveLength(5)
  })

  it('exists for lesson videos alone, earlier ones included', async () => {
    const { url } = await uploadMedia(server, token, 'video', film)
    await uploadMedia(server, token, 'image', await picture('png'))
    await make()
    expect(await ffmpeg.calls()).toEqual([])
    const { course_id } = await buildCourse(server.db)
    await buildLesson(server.db, { course_id, watch_link: url })
    await make()
    expect(await setOf(String(url.split('/')[2]))).toMatchObject({ state: 'ready' })
  })

  it('needs ffmpeg that is present and switched on', async () => {
    const { media_id } = await lessonVideo()
    for (const program of [undefined, '/nowhere/ffmpeg', 'no-such-program']) {
      await makeSets(withProgram(program), new AbortController().signal)
    }
    expect(await setOf(media_id)).toBeUndefined()
  })

  it.skipIf(!real)(
    'is CMAF in segments of two seconds, and of one in the least quality, when ffmpeg makes it',
    async () => {
      const { media_id } = await lessonVideo()
      await makeSets(withProgram('ffmpeg'), new AbortController().signal)
      const set = await setOf(media_id)
      expect(set).toMatchObject({ state: 'ready', poster: true })
      expect(set.loudness).toBeGreaterThan(-60)
      expect(set.loudness).toBeLessThan(0)
      const rungs = await server.db('video_rungs').where({ media_id }).orderBy('bytes')
      expect(rungs.map(({ rung }) => rung)).toEqual(['sound', '240', '360'])
      for (const { rung, bytes, codecs, init_bytes, segment_ms, segment_bytes } of rungs) {
        expect(codecs).toMatch(rung === 'sound' ? /^mp4a\.40\.2$/ : /^avc1\.4d40[0-9a-f]{2},mp4a\.40\.2$/)
        const tenths = rung === '240' ? 10 : 20
        expect(segment_ms.slice(0, 2).map((ms: number) => Math.round(ms / 100))).toEqual([tenths, tenths])
        expect(init_bytes + segment_bytes.reduce((sum: number, one: number) => sum + one, 0)).toBeLessThanOrEqual(bytes)
        const file = await readStored(server, media_id, `_${rung}.mp4`)
        expect(file.subarray(init_bytes + 4, init_bytes + 8).toString()).toBe('moof')
      }
      const jpeg = await readStored(server, media_id, '_poster.jpg')
      expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8')
    },
    60_000,
  )
})

describe('when the making of a set is interrupted,', () => {
  it('the work loses the quality under way, and no other', async () => {
    const { media_id } = await lessonVideo()
    await ffmpeg.plan({ hang: ['360'] })
    const stop = new AbortController()
    const making = make(stop.signal)
    await expect.poll(() => ffmpeg.hanging()).toBeDefined()
    expect(await setOf(media_id)).toMatchObject({ state: 'making' })
    stop.abort()
    await making
    expect(await rungsOf(media_id)).toEqual(['240', 'sound'])
    await ffmpeg.plan({})
    await make()
    expect(await ffmpeg.calls()).toEqual(['sound', '240', '360', '360', 'poster', 'sprite'])
    expect(await setOf(media_id)).toMatchObject({ state: 'ready', tries: 0 })
  })

  it.skipIf(isPlainRun)(
    'the work restarts in one process only: one set is made at a time, and a dead process loses its turn after a minute',
    async () => {
      const { media_id } = await lessonVideo()
      await lessonVideo()
      await ffmpeg.plan({ hang: ['240'] })
      const stop = new AbortController()
      const first = make(stop.signal)
      await expect.poll(() => ffmpeg.hanging()).toBeDefined()
      await make()
      expect(await ffmpeg.calls()).toEqual(['sound', '240'])
      stop.abort()
      await first
      await ffmpeg.plan({})
      // Like the row of a killed process.
      const until = new Date(server.ctx.now().getTime() + 60_000)
      await server.db('video_turn').insert({ holder: 'dead', until })
      await make()
      expect(await setOf(media_id)).toMatchObject({ state: 'making' })
      server.clock.advance(60_000)
      await make()
      expect(await setOf(media_id)).toMatchObject({ state: 'ready' })
    },
  )

  it.skipIf(isPlainRun)(
    'a video that cannot be made fails finally after three attempts, and blocks no other',
    async () => {
      const bad = await lessonVideo()
      await ffmpeg.plan({ fail: ['360'] })
      await make()
      expect(await setOf(bad.media_id)).toMatchObject({
        state: 'failed',
        tries: 3,
        problem: 'ffmpeg could not make it',
      })
      await ffmpeg.plan({})
      const good = await lessonVideo()
      const unreadable = await lessonVideo(video('mp4', 20_000))
      await make()
      expect(await setOf(good.media_id)).toMatchObject({ state: 'ready' })
      expect(await setOf(unreadable.media_id)).toMatchObject({ state: 'failed' })
      expect(await setOf(bad.media_id)).toMatchObject({ state: 'failed' })
    },
  )

  it.skipIf(isPlainRun)('a full disk pauses the work, which continues once space is free', async () => {
    const { media_id } = await lessonVideo()
    const full = { ...withProgram(ffmpeg.program), files: { ...server.ctx.files, freeBytes: async () => 500_000_000 } }
    await makeSets(full, new AbortController().signal)
    expect(await ffmpeg.calls()).toEqual([])
    expect(await setOf(media_id)).toMatchObject({
      state: 'waiting',
      problem: expect.stringContaining('too little space'),
    })
    await make()
    expect(await setOf(media_id)).toMatchObject({ state: 'ready', problem: null })
  })
})

describe('the set goes with its source', () => {
  it('when the file is deleted, also while it is made', async () => {
    const { media_id, lesson } = await lessonVideo()
    await make()
    await server.db('lessons').where({ lesson_id: lesson.lesson_id }).del()
    await server.api(token).media.delete({ params: { media_id } })
    expect(await setOf(media_id)).toBeUndefined()
    expect(await storedIds(server)).not.toContain(media_id)

    const other = await lessonVideo()
    await ffmpeg.plan({ hang: ['360'] })
    const stop = new AbortController()
    const making = make(stop.signal)
    await expect.poll(() => ffmpeg.hanging()).toBeDefined()
    await server.db('lessons').where({ lesson_id: other.lesson.lesson_id }).del()
    await server.api(token).media.delete({ params: { media_id: other.media_id } })
    stop.abort()
    await making
    await make()
    expect(await storedIds(server)).not.toContain(other.media_id)
    expect(await server.db('video_rungs')).toEqual([])
  })

  it.skipIf(isPlainRun)('when another file replaces it, which gets its own set', async () => {
    const { media_id, url } = await lessonVideo()
    await make()
    await server
      .db('media')
      .where({ media_id })
      .update({ url: url.replace('file.mp4', 'other.mp4') })
    await ffmpeg.plan({ hang: ['sound'] })
    const stop = new AbortController()
    const making = make(stop.signal)
    await expect.poll(async () => (await setOf(media_id))?.state).not.toBe('ready')
    expect(await rungsOf(media_id)).toEqual([])
    stop.abort()
    await making
  })
})
