import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Figure } from '../report.ts'
import type { Stand } from '../stand.ts'
import { hasFfmpeg, makeFilm } from '../video/film.ts'
import { frameFigures } from '../video/frames.ts'
import { enrolAll, sellFilm } from '../video/lessons.ts'

const SECONDS = Number(process.env.BENCH_VIDEO_SECONDS ?? 90)
const MADE_WITHIN_MS = 30 * 60_000

/**
 * Measures a 720p video as a set against the MP4 it was made from: time to the first frame, and stalls on a thin line.
 */
export async function videoFigures(stand: Stand): Promise<Figure[]> {
  if (!hasFfmpeg()) {
    const reference = 'it makes the film and its set'
    return [{ figure: 'Video', ours: 'no ffmpeg found', reference, bound: '', ok: false }]
  }
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-film-'))
  const film = join(folder, 'film.mp4')
  makeFilm(film, SECONDS)
  const database = await stand.database(48)
  const pool = new pg.Pool({ connectionString: database, max: 2 })
  const shop = await stand.shop(database, { FFMPEG: 'ffmpeg' })
  try {
    const token = await stand.admin(database)
    const [student] = await stand.students(database, 1)
    const { rows } = await pool.query<{ course_id: string }>('select course_id from courses order by course_id limit 2')
    const [set = '', original = ''] = rows.map(({ course_id }) => course_id)
    await enrolAll(pool, [set, original])
    const bytes = (await stat(film)).size
    console.log(`  a film of ${SECONDS} s, 720p, ${((bytes * 8) / SECONDS / 1e6).toFixed(2)} Mbit/s`)
    // The second copy gets no set.
    const stored = await sellFilm(shop, token, film, original)
    await pool.query(
      `insert into video_sets (media_id, url, created_at, state)
       select media_id, url, now(), 'failed' from media where media_id = $1
       on conflict (media_id) do update set state = 'failed'`,
      [stored],
    )
    const mediaId = await sellFilm(shop, token, film, set)
    await untilMade(pool, mediaId)
    return await frameFigures({ shop, pool, student, set, original })
  } finally {
    await pool.end()
    await shop.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

async function untilMade(pool: pg.Pool, mediaId: string): Promise<void> {
  for (const deadline = Date.now() + MADE_WITHIN_MS; ; await wait(200)) {
    const { rows } = await pool.query<{ state: string }>('select state from video_sets where media_id = $1', [mediaId])
    const state = rows[0]?.state ?? 'unknown'
    if (state === 'ready') return
    if (state === 'failed' || Date.now() > deadline) throw new Error(`the set is ${state}`)
  }
}
