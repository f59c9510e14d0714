import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { findLessonVideos } from '../../server/src/courses/videos/lesson-videos.ts'
import { makeSets } from '../../server/src/courses/videos/make-sets.ts'
import { buildLesson } from '../../server/test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { readStored } from '../../server/test/stored-files.ts'
import { tusClient } from '../../server/test/tus.ts'
import { debian, row } from './row.ts'

const part = 'Films'
const program = debian('ffmpeg')

let shop: TestServer
let folder: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-films-'))
  shop = await startTestServer({ env: { FFMPEG: 'ffmpeg', PATH: process.env.PATH ?? '' } })
  token = await shop.adminToken()
})
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y']
const ffmpeg = (...args: string[]) => promisify(execFile)('ffmpeg', [...QUIET, ...args], { cwd: folder })
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=4']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4']
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']

/** Sends a file as the console does, and waits until the shop is ready with it. */
async function upload(filename: string) {
  const tus = tusClient(shop, token)
  const bytes = await readFile(join(folder, filename))
  const path = await tus.begin(bytes.length, { filename, filetype: '' })
  const sent = await tus.patch(path, 0, bytes)
  expect([sent.status, await sent.text()]).toEqual([204, ''])
  const id = path.split('/').at(-1) ?? ''
  const state = async () => shop.api(token).media.upload({ upload_id: id })
  const make = () => makeSets(shop.ctx, new AbortController().signal)
  const isFinished = async () => {
    await make()
    return (await state()).status
  }
  await expect.poll(isFinished, { timeout: 60_000, interval: 200 }).toBe('finished')
  const { url = '', media_id } = await state()
  return { url: String(url), media_id: String(media_id), make }
}

const isReady = { timeout: 25_000, interval: 300 }

/** Returns what the library, the player and the poster say of a film that a lesson shows. */
async function lessonOf(filename: string) {
  const { url, media_id, make } = await upload(filename)
  await buildLesson(shop.db, { watch_link: url })
  const stateOf = async () => {
    await make()
    const set = await shop.db('video_sets').where({ media_id }).first('state', 'problem')
    const media = await shop.db('media').where({ media_id }).first()
    return [set?.state, set?.problem ?? null, media.seconds !== null]
  }
  await expect.poll(stateOf, isReady).toEqual(['ready', null, true])
  const file = await shop.db('media').where({ media_id }).first()
  const facts = { ...file, url, kind: 'video', paid: false, bytes: Number(file.bytes) }
  const video = (await findLessonVideos(shop.db, new Map([[url, facts]]), (address) => address)).get(url)
  expect(video?.poster).not.toBeNull()
  const poster = await sharp(await readStored(shop, media_id, String(video?.poster).split('/').at(-1) ?? '')).metadata()
  const [rung] = await shop.db('video_rungs').where({ media_id }).whereNotNull('height').orderBy('height', 'desc')
  const played = rung.segment_ms.reduce((sum: number, ms: number) => sum + ms, 0) / 1000
  return {
    size: [file.width, file.height],
    seconds: Number(file.seconds),
    played,
    rung: [rung.width, rung.height],
    poster: [poster.width, poster.height],
    codecs: rung.codecs as string,
    stored: url.split('.').at(-1),
  }
}

type Film = {
  did: string
  guess: string
  name: string
  write: (name: string) => Promise<unknown>
  /** The sides as a player shows them; the best quality and the poster have their ratio. */
  size?: [number, number]
  seconds?: number
}

const SIDES: [number, number] = [320, 180]

const films: Film[] = [
  {
    did: 'A phone held upright: 320 × 180 turned by its display matrix',
    guess: 'Width and height are exchanged somewhere.',
    name: 'upright.mp4',
    async write(name) {
      await ffmpeg(...PICTURE, ...SOUND, ...H264, 'flat.mp4')
      await ffmpeg('-i', 'flat.mp4', '-c', 'copy', '-metadata:s:v', 'rotate=90', name)
    },
    size: [180, 320],
  },
  {
    did: 'A phone: HEVC Main 10 in MOV, tag hvc1',
    guess: 'Ten bits reach browsers that cannot show them.',
    name: 'ten-bits.mov',
    write: (name) =>
      ffmpeg(
        ...PICTURE,
        ...SOUND,
        '-c:v',
        'libx265',
        '-x265-params',
        'log-level=none',
        '-pix_fmt',
        'yuv420p10le',
        '-tag:v',
        'hvc1',
        '-c:a',
        'aac',
        name,
      ),
  },
  {
    did: 'A phone in the dark: a variable frame rate, 12 to 30 a second',
    guess: 'The length is counted by frames.',
    name: 'uneven.mp4',
    async write(name) {
      const drop = "select='not(mod(n,3))+lt(mod(n,30),12)'"
      await ffmpeg(...PICTURE, ...SOUND, '-vf', drop, '-vsync', 'vfr', ...H264, name)
    },
  },
  {
    did: 'OBS: MKV with two sound tracks',
    guess: 'The second track is lost or played.',
    name: 'obs.mkv',
    write: (name) => ffmpeg(...PICTURE, ...SOUND, ...SOUND, '-map', '0', '-map', '1', '-map', '2', ...H264, name),
  },
  {
    did: 'OBS: fragmented MP4, whose header has no length',
    guess: 'The length is 0 or unknown.',
    name: 'fragments.mp4',
    write: (name) => ffmpeg(...PICTURE, ...SOUND, ...H264, '-movflags', '+frag_keyframe+empty_moov', name),
  },
  {
    did: 'An editor: MOV cut without encoding, with an edit list from 1.3 s',
    guess: 'What was cut away is counted or shown.',
    name: 'cut.mov',
    async write(name) {
      await ffmpeg(...PICTURE, ...SOUND, ...H264, 'long.mp4')
      await ffmpeg('-ss', '1.3', '-i', 'long.mp4', '-c', 'copy', name)
    },
    seconds: 2.7,
  },
  {
    did: 'An editor: 5.1 sound, and the moov box at the end',
    guess: 'A browser gets six channels, or waits for the whole file.',
    name: 'surround.mp4',
    write: (name) => ffmpeg(...PICTURE, ...SOUND, '-af', 'pan=5.1|c0=c0|c1=c0|c2=c0|c3=c0|c4=c0|c5=c0', ...H264, name),
  },
  {
    did: 'An editor: odd sides, 321 × 181 in 4:4:4, without sound',
    guess: 'An encoder refuses odd sides.',
    name: 'odd.mp4',
    write: (name) =>
      ffmpeg(
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=321x181:rate=30:duration=4',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv444p',
        name,
      ),
  },
  {
    did: 'A camera: pixels that are not square, 240 × 180 shown as 320 × 180',
    guess: 'Faces are thin.',
    name: 'wide-pixels.mp4',
    write: (name) => ffmpeg(...PICTURE, ...SOUND, '-vf', 'scale=240:180,setsar=4/3', ...H264, name),
  },
]

for (const { did, guess, name, write, size = SIDES, seconds = 4 } of films)
  row(
    { part, program, did, guess },
    async () => {
      await write(name)
      const seen = await lessonOf(name)
      expect(seen).toMatchObject({ size, stored: 'mp4' })
      expect(seen.seconds).toBeCloseTo(seconds, 0)
      expect(Math.abs(seen.seconds - seconds)).toBeLessThan(0.15)
      expect(Math.abs(seen.played - seconds)).toBeLessThan(0.15)
      expect(seen.codecs).toMatch(/^avc1\.(42|4d|64)/i)
      const ratio = size[0] / size[1]
      for (const [width = 0, height = 0] of [seen.rung, seen.poster]) expect(width / height).toBeCloseTo(ratio, 1)
      return `${seen.seconds} s, ${seen.size.join(' × ')}; the best quality is ${seen.rung.join(' × ')} of ${seen.played} s (${seen.codecs}), its poster ${seen.poster.join(' × ')}.`
    },
    180_000,
  )

row(
  {
    part,
    program,
    did: 'A recorder: mono MP3 with a cover',
    guess: 'The cover makes a video of it.',
  },
  async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'color=c=red:size=300x300', '-frames:v', '1', 'cover.png')
    const cover = ['-i', 'cover.png', '-map', '0:a', '-map', '1:v', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic']
    await ffmpeg(...SOUND, ...cover, '-ac', '1', '-c:a', 'libmp3lame', 'talk.mp3')
    const { url, media_id } = await upload('talk.mp3')
    const file = await shop.db('media').where({ media_id }).first()
    expect([file.kind, url.split('.').at(-1)]).toEqual(['audio', 'mp3'])
    const answer = await shop.request(url, { headers: { range: 'bytes=0-99' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
    return `Stored as ${file.kind}, ${file.bytes} bytes, served as audio/mpeg in ranges.`
  },
)
