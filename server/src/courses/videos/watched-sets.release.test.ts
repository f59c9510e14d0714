// Runs before a release: plays made videos in a browser.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { readStored } from '../../../test/stored-files.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { findFfmpeg } from '../media/ffmpeg.ts'
import { makeSets } from './make-sets.ts'

const ffmpeg = { program: 'ffmpeg', path: process.env.PATH ?? '' }
const real = await findFfmpeg({ ffmpeg })
if (!real) console.log('There is no ffmpeg here: what only the real one shows is not tested.')
const film = (name: string) => readFile(new URL(`../../../test/films/${name}`, import.meta.url))

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-watched-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Runs the real ffmpeg; returns both outputs. */
const run = (args: string[]) =>
  promisify(execFile)('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args], { encoding: 'buffer' })

/** Makes the set of a lesson video, and returns the paths of its parts. */
async function setOf(bytes: Buffer) {
  await server.db('lessons').del()
  const { url } = await uploadMedia(server, await server.adminToken(), 'video', bytes)
  const { course_id } = await buildCourse(server.db)
  await buildLesson(server.db, { course_id, watch_link: url })
  await makeSets({ ...server.ctx, config: { ...server.ctx.config, ffmpeg } }, new AbortController().signal)
  const media_id = String(url.split('/')[2])
  const rungs = await server.db('video_rungs').where({ media_id }).orderBy('bytes')
  const pathOf = async (name: string) => {
    const path = join(folder, name)
    await writeFile(path, await readStored(server, media_id, name))
    return path
  }
  const names: string[] = rungs.map(({ rung }) => rung)
  return {
    rungs,
    paths: Object.fromEntries(await Promise.all(names.map(async (id) => [id, await pathOf(`_${id}.mp4`)] as const))),
    poster: await pathOf('_poster.jpg'),
  }
}

/** Reads begin and end of each track, in seconds. */
async function spansOf(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
  const spans: number[][] = []
  for (const track of await input.getTracks())
    spans.push([await track.getFirstTimestamp(), await track.computeDuration()])
  return spans
}

/** Returns the second at which silence ends. */
async function firstSound(path: string): Promise<number> {
  const { stderr } = await run(['-i', path, '-af', 'silencedetect=n=-40dB:d=0.1', '-f', 'null', '-'])
  return Number(/silence_end: ([\d.]+)/.exec(stderr.toString())?.[1] ?? 0)
}

/** Reduces the picture at a second to 8 by 4 colours. */
async function coloursOf(path: string, second: number, before: string[] = []): Promise<number[]> {
  const filters = [...before, 'format=gbrp', 'scale=8:4:flags=area', 'format=rgb24']
  const at = [...(second > 0 ? ['-ss', String(second)] : []), '-i', path, '-frames:v', '1']
  const { stdout } = await run([...at, '-vf', filters.join(','), '-f', 'rawvideo', 'pipe:1'])
  return [...stdout]
}
const apart = (one: number[], other: number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length

describe.skipIf(!real)('a set made with ffmpeg', () => {
  it('sound that begins 4 s after the picture is at 4 s, and no track has a hole', async () => {
    const { paths, rungs } = await setOf(await film('late-sound.mp4'))
    expect(Object.keys(paths).sort()).toEqual(['180', 'sound'])
    for (const [rung, path] of Object.entries(paths)) {
      for (const [begins, ends] of await spansOf(path)) {
        expect(begins, rung).toBeCloseTo(0, 2)
        expect(ends, rung).toBeCloseTo(10, 1)
      }
      expect(Math.abs((await firstSound(path)) - 4), rung).toBeLessThan(0.05)
    }
    expect(rungs.map(({ segment_ms }) => segment_ms.length).sort()).toEqual([10, 5])
  }, 60_000)

  it('a picture that begins late and ends early is held from the beginning and until the end', async () => {
    const late = join(folder, 'late.mp4')
    const picture = ['-itsoffset', '5', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=3']
    await run(['-f', 'lavfi', '-i', 'sine=d=12', ...picture, '-pix_fmt', 'yuv420p', '-c:a', 'aac', late])
    const { paths } = await setOf(await readFile(late))
    for (const [rung, path] of Object.entries(paths)) {
      for (const [begins, ends] of await spansOf(path)) {
        expect(begins, rung).toBeCloseTo(0, 2)
        expect(ends, rung).toBeCloseTo(12, 1)
      }
    }
    const path = String(paths['240'])
    const [first, moving, same] = await Promise.all([0.1, 7, 5].map((second) => coloursOf(path, second)))
    expect(apart(first ?? [], same ?? [])).toBeLessThan(2)
    expect(apart(first ?? [], moving ?? [])).toBeGreaterThan(2)
  }, 60_000)

  it.each(['hlg', 'pq'])(
    'a video in %s gets the colours and label of standard range, also in its poster',
    async (name) => {
      const { paths, poster } = await setOf(await film(`${name}.mp4`))
      const source = fileURLToPath(new URL(`../../../test/films/${name}.mp4`, import.meta.url))
      const reference = await coloursOf(source, 0.2, [
        'zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:peak=4.93',
        'zscale=t=bt709:m=bt709:r=tv,format=yuv444p',
      ])
      expect(apart(await coloursOf(source, 0.2), reference)).toBeGreaterThan(8)
      const made = String(paths['240'])
      expect(apart(await coloursOf(made, 0.2), reference)).toBeLessThan(4)
      expect(apart(await coloursOf(poster, 0), reference)).toBeLessThan(4)
      const { stderr } = await run(['-i', made, '-f', 'null', '-'])
      expect(stderr.toString()).toMatch(/Video: h264 .*yuv420p\(tv, bt709, /)
    },
    60_000,
  )
})
