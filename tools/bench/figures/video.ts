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
import { makingFigures } from '../video/making.ts'
import { viewerFigures } from '../video/viewing.ts'

const SECONDS = Number(process.env.BENCH_VIDEO_SECONDS ?? 90)
const VIEWERS = 50

/**
 * Measures a 720p video as a set against the MP4 it was made from: time to the first frame, preparation, and many
 * viewers.
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
    const students = await stand.students(database, VIEWERS)
    const { rows } = await pool.query<{ course_id: string }>('select course_id from courses order by course_id limit 2')
    const [set = '', original = ''] = rows.map(({ course_id }) => course_id)
    await enrolAll(pool, [set, original])
    const bytes = (await stat(film)).size
    console.log(`  a film of ${SECONDS} s, 720p, ${((bytes * 8) / SECONDS / 1e6).toFixed(2)} Mbit/s`)
    // The second copy gets no set.
    const kept = await sellFilm(shop, token, film, original)
    await pool.query(
      `insert into video_sets (media_id, url, created_at, state)
       select media_id, url, now(), 'failed' from media where media_id = $1
       on conflict (media_id) do update set state = 'failed'`,
      [kept],
    )
    const mediaId = await sellFilm(shop, token, film, set)
    const made = await makingFigures(stand, { shop, pool, mediaId, seconds: SECONDS })
    // Wait for the compilers and the garbage collector.
    await wait(3_000)
    const watched = await viewerFigures({ shop, film, students, courseId: set })
    const frames = await frameFigures({ shop, pool, student: students[0], set, original })
    return [...frames, ...made, ...watched]
  } finally {
    await pool.end()
    await shop.kill()
    await rm(folder, { recursive: true, force: true })
  }
}
