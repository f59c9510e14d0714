import { once } from 'node:events'
import pg from 'pg'
import type { BeatPlan, BeatResult } from '../beating.ts'
import { cpuSeconds, familySeconds, postmasterOf, startHelper } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Stand } from '../stand.ts'

const STUDENTS = Number(process.env.BENCH_STUDENTS ?? 2_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 120)
const INTERVAL_MS = 10_000
const BOUND_MS = 200
const LESSONS = 5

/**
 * Measures students who watch at once, each with a beat every 10 s, against one write of one row by Express + pg at the
 * same rate.
 */
export async function beatFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(1)
  const students = await stand.students(database, STUDENTS)
  const pool = new pg.Pool({ connectionString: database, max: 1 })
  const course = await enrolAll(pool)
  const shop = await stand.shop(database)
  const reference = await stand.reference(database)
  const postmaster = await postmasterOf(pool)
  const beats = startHelper('./beating.ts')
  const play = async (server: { url: string; pid: number }, path: string, seconds = SECONDS) => {
    const plan: BeatPlan = {
      ...{ url: server.url, path, intervalMs: INTERVAL_MS, seconds },
      students: students.map(({ id, token }, at) => ({
        headers: { authorization: `bearer ${token}` },
        beat: {
          course_id: course,
          lesson_id: `beats-${at % LESSONS}`,
          ...(server === reference ? { user_id: id } : {}),
        },
      })),
    }
    const before = { server: cpuSeconds(server.pid), database: familySeconds(postmaster) }
    beats.child.send(plan)
    const [result] = (await once(beats.child, 'message')) as [BeatResult]
    const ofOne = (seconds: number) => (seconds * 1000) / result.sent
    const cpuMs = ofOne(cpuSeconds(server.pid) - before.server)
    return { ...result, cpuMs, databaseMs: ofOne(familySeconds(postmaster) - before.database) }
  }
  try {
    // A warm-up round for the compilers, not counted.
    await play(reference, '/beat', INTERVAL_MS / 1000)
    await play(shop, '/api/user/progress', INTERVAL_MS / 1000)
    const theirs = await play(reference, '/beat')
    const ours = await play(shop, '/api/user/progress')
    const { rows } = await pool.query(
      `select (select count(*) from lesson_progress)::int as rows, (select count(*) from learning_beats)::int as clocks,
        (select sum(seconds) from lesson_progress)::int as seconds`,
    )
    const [{ rows: written, clocks, seconds }] = rows
    // The warm-up round wrote the same rows.
    const all = ours.sent + Math.floor(STUDENTS)
    const bounded = written === STUDENTS && clocks === STUDENTS
    const said = ({ answers, errors, p50, p99, most, cpuMs, databaseMs }: typeof ours) =>
      `${answers} answers, ${errors} errors, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, at most ${most.toFixed(0)} ms, ${cpuMs.toFixed(2)} ms CPU and ${databaseMs.toFixed(2)} ms of the database`
    if (ours.problem) console.log(`  the first error: ${ours.problem}`)
    return [
      {
        figure: `${STUDENTS} students beat once per 10 s each for ${SECONDS} s (open loop, times from when each was due)`,
        ...{ ours: said(ours), reference: said(theirs), ratio: ours.p99 / theirs.p99 },
        ...{ bound: `no error, p99 under ${BOUND_MS} ms`, ok: ours.errors === 0 && ours.p99 < BOUND_MS },
      },
      {
        figure: 'Rows that these beats left: lessons of students, and one clock each',
        ours: `${written} rows and ${clocks} clocks of ${all} beats, ${seconds} s counted`,
        reference: `${STUDENTS} students in one lesson each`,
        ...{ bound: 'one row a lesson of a student, one a student', ok: bounded },
      },
    ]
  } finally {
    await beats.stop()
    await pool.end()
    await shop.kill()
    await reference.stop()
  }
}

/** Creates one course with some lessons and enrols every student; returns its id. */
async function enrolAll(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query('select course_id from courses limit 1')
  const course: string = rows[0].course_id
  await pool.query(
    'create table bench_beats (user_id bigint, lesson_id text, seconds float, second float, primary key (user_id, lesson_id))',
  )
  await pool.query(
    `insert into lessons (lesson_id, course_id, title, watch_link, position)
     select 'beats-' || n, $1, 'Lesson ' || n, 'https://www.youtube.com/watch?v=M7lc1UVf-VE', 100 + n from generate_series(0, $2 - 1) n`,
    [course, LESSONS],
  )
  await pool.query(
    `insert into orders (order_id, user_id, status, fingerprint, subtotal_paise, discount_paise, total_paise, expires_at, paid_at)
     select 'ord_beats' || id, id, 'paid', 'beats' || id, 100, 0, 100, now(), now() from users`,
  )
  await pool.query(
    `insert into enrolments (user_id, course_id, order_id) select id, $1, 'ord_beats' || id from users`,
    [course],
  )
  await pool.query('analyze')
  return course
}
