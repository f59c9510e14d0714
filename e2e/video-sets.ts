import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rungsOf } from 'contract/media/rungs'
import { rungArgs, soundArgs } from '../server/src/courses/videos/ffmpeg-args.ts'
import { readRung } from '../server/src/courses/videos/read-rung.ts'
import { storedFile } from './lessons.ts'
import type { Shop } from './shop.ts'

/** The shops of these tests prepare no video sets by themselves; such a job needs ffmpeg. */
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
export const NO_FFMPEG = 'There is no ffmpeg here, which makes the set that this plays.'

function ffmpeg(args: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr.slice(-500))
}

/** Gives a course one lesson, a video with a set of 240p, 480p and audio. Returns the address of the original. */
export async function adaptiveLesson(shop: Shop, courseId: string, seconds: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-set-'))
  try {
    const source = join(folder, 'source.mp4')
    const picture = ['-f', 'lavfi', '-i', `testsrc2=s=854x480:r=8:d=${seconds}`]
    const sound = ['-f', 'lavfi', '-i', `sine=f=330:d=${seconds}`]
    const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
    ffmpeg(['-y', '-loglevel', 'error', ...picture, ...sound, ...fast, source])
    const url = await storedFile(shop, await readFile(source), 'adaptive.mp4')
    const content = [{ title: 'A lesson', watch_link: url }]
    await shop.admin('POST', `/courses/add_content/${courseId}`, { course_id: courseId, content })
    const mediaId = url.split('/')[2]
    await shop.query(`insert into video_sets (media_id, url, created_at) values ($1, $2, now())`, [mediaId, url])
    const output = (id: string) => ({ source, file: join(folder, `${id}.mp4`), seconds, threads: 1, hdr: null })
    const store = async (id: string, sides: { width: number; height: number } | undefined) => {
      const { file } = output(id)
      const wanted = { sides: sides ?? null, seconds, sound: true }
      const { bytes, codecs, init_bytes, segment_ms, segment_bytes } = await readRung(file, wanted)
      await shop.keepFile(`${mediaId}/_${id}.mp4`, file)
      await shop.query(
        `insert into video_rungs (media_id, rung, width, height, bytes, codecs, init_bytes, segment_ms, segment_bytes)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          mediaId,
          id,
          sides?.width ?? null,
          sides?.height ?? null,
          bytes,
          codecs,
          init_bytes,
          segment_ms,
          segment_bytes,
        ],
      )
    }
    ffmpeg(soundArgs(output('sound')))
    await store('sound', undefined)
    for (const rung of rungsOf({ width: 854, height: 480 })) {
      ffmpeg(rungArgs(output(rung.id), rung))
      await store(rung.id, rung)
    }
    await shop.query(`update video_sets set state = 'ready', percent = 100 where media_id = $1`, [mediaId])
    return url
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
