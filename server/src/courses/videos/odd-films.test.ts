import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { readStored } from '../../../test/stored-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import { remux } from '../media/remux.ts'
import { readVideo } from '../media/video-facts.ts'
import { makeSets } from './make-sets.ts'

const ffmpeg = { program: 'ffmpeg', path: process.env.PATH ?? '' }
const real = await findFfmpeg({ ffmpeg })
if (!real) console.log('There is no ffmpeg here: what only the real one shows is not tested.')

const pathOf = (name: string) => fileURLToPath(new URL(`../../../test/films/${name}`, import.meta.url))
const film = (name: string) => readFile(pathOf(name))

let server: TestServer
let token: string
let folder: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-odd-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const make = () => makeSets({ ...server.ctx, config: { ...server.ctx.config, ffmpeg } }, new AbortController().signal)

/** Makes the set of a lesson video. */
async function setOf(bytes: Buffer) {
  const { url } = await uploadMedia(server, token, 'video', bytes)
  const { course_id } = await buildCourse(server.db)
  await buildLesson(server.db, { course_id, watch_link: url })
  await make()
  const media_id = String(url.split('/')[2])
  return { media_id, set: await server.db('video_sets').where({ media_id }).first() }
}

/** Runs ffmpeg on a stored file and returns its report. */
async function reportOf(media_id: string, name: string, filter: string): Promise<string> {
  const path = join(folder, `${media_id}-${name}`)
  await writeFile(path, await readStored(server, media_id, name))
  const args = ['-hide_banner', '-nostdin', '-i', path, '-vf', filter, '-f', 'null', '-']
  return (await promisify(execFile)('ffmpeg', args)).stderr
}

describe('when a video was cut in its edit list,', () => {
  it.each([
    ['cut-end.mov', 2.5],
    ['cut-middle.mov', 4],
  ])('%s lasts as long as players show it, and its packets are not copied', async (name, seconds) => {
    expect(await readVideo(pathOf(name))).toMatchObject({ seconds })
    expect(await remux({ path: pathOf(name), to: join(folder, 'copy.mp4') })).toEqual({ copies: null })
  })

  it('an upload of it is refused with what to do where nothing can encode it', async () => {
    const answer = await tusClient(server, token).send(await film('cut-end.mov'), { filename: 'a.mov', filetype: '' })
    expect([answer.status, await answer.json()]).toMatchObject([415, { detail: CONVERT_MESSAGE }])
  })

  it.skipIf(!real).each([
    ['cut-end.mov', 2.5],
    ['cut-middle.mov', 4],
  ])('the MP4 that ffmpeg makes of %s shows nothing that was cut out', async (name, seconds) => {
    const { ffmpeg: before } = server.ctx.config
    server.ctx.config.ffmpeg = { program: real, path: ffmpeg.path }
    try {
      const tus = tusClient(server, token)
      const bytes = await film(name)
      const path = await tus.begin(bytes.length, { filename: name, filetype: '' })
      await tus.patch(path, 0, bytes)
      await make()
      const { url } = await server.api(token).media.upload({ upload_id: path.split('/').at(-1) ?? '' })
      const [, , media_id = '', stored = ''] = String(url).split('/')
      const copy = join(folder, `${media_id}.mp4`)
      await writeFile(copy, await readStored(server, media_id, stored))
      expect((await readVideo(copy)).seconds).toBeCloseTo(seconds, 0)
      expect(Number((await readVideo(copy)).seconds)).toBeLessThan(seconds + 0.3)
    } finally {
      server.ctx.config.ffmpeg = before
    }
  })
})

describe.skipIf(!real)('ffmpeg makes a set', () => {
  it('slides that change every 10 s have a picture in every segment', async () => {
    const { set, media_id } = await setOf(await film('slides.mp4'))
    expect(set).toMatchObject({ state: 'ready', poster: true })
    for (const { segment_ms } of await server.db('video_rungs').where({ media_id })) {
      expect(segment_ms.reduce((sum: number, one: number) => sum + one, 0)).toBeCloseTo(40_000, -3)
      expect(Math.max(...segment_ms)).toBeLessThanOrEqual(4000)
    }
  }, 60_000)

  it('a video of less than half a second has its sheet of previews', async () => {
    const { set, media_id } = await setOf(await film('short.mp4'))
    expect(set).toMatchObject({ state: 'ready', sprite: { count: 1 } })
    const { width, height } = await sharp(await readStored(server, media_id, '_sprite.jpg')).metadata()
    expect([width, height]).toEqual([set.sprite.width, set.sprite.height])
  }, 60_000)

  it('interlaced fields become whole pictures', async () => {
    const combed = (report: string) =>
      Number(/Multi frame detection: TFF:\s*(\d+)/.exec(report)?.[1]) + Number(/BFF:\s*(\d+)[^\n]*$/m.exec(report)?.[1])
    const { set, media_id } = await setOf(await film('interlaced.mp4'))
    expect(set).toMatchObject({ state: 'ready' })
    expect(combed(await reportOf(media_id, 'a.mp4', 'idet'))).toBeGreaterThan(40)
    const rungs = await server.db('video_rungs').where({ media_id }).orderBy('bytes', 'desc')
    expect(combed(await reportOf(media_id, `_${rungs[0].rung}.mp4`, 'idet'))).toBeLessThan(10)
  }, 60_000)
})
