import { Agent } from 'node:http'
import autocannon from 'autocannon'
import type { Knex } from 'knex'
import { type Route, routes } from '../../../server/src/serve/http/route-table.ts'
import { BIG, fillBigCourse } from '../../../server/test/big-course.ts'
import { type Answer, query, within } from '../client.ts'
import { makeStudents, plain, type Site, withPlace } from '../shop.ts'

/** One crowd from one caller, and the answers to another student beside it. Times are medians in milliseconds. */
type Crowded = {
  read: string
  from: 'account' | 'client'
  atOnce: number
  crowd: string
  quiet: number
  beside: number
  refused: number
}

type FairnessResult = { figures: Crowded[]; violations: string[] }

/** The dearest reads are tried. */
const DEAREST = 10
const CROWDS = [1, 50, 100, 300]
/** Lessons of the course that is read. */
const LESSONS = 300
const PROBES = 15
/** A crowd ends with the probes, long before. */
const MOST_SECONDS = 600
/** A median beside a crowd may be so many times that of a quiet shop, and differ by so many milliseconds anyway. */
const MOST_TIMES = 2
const MEASURED_MS = 5

type Shop = { url: string; student: string; other: string }
type Read = { key: string; path: string; access: Route['access'] }

/**
 * Sends ever larger crowds of one request from one account, or from one client, and reads as another student meanwhile: no answer may
 * be refused, and their median may double at most.
 */
export function drillFairness(site: Site, most: number): Promise<FairnessResult> {
  return withPlace(async (place) => {
    const url = await (await place.databases(site)).create('fair')
    const program = await place.start({ ...plain, DATABASE_URL: url, DATA_DIR: place.folder })
    const db = place.open(url)
    await fillBigCourse(db, { students: 2_000, stale: false })
    await db.raw(
      `insert into lessons (lesson_id, course_id, title, watch_link, position)
       select 'les_fair_' || n, :course, 'Lesson ' || n, 'https://www.youtube-nocookie.com/embed/demo', 100 + n
       from generate_series(1, :lessons::int) n`,
      { course: BIG.course, lessons: LESSONS },
    )
    await db.raw('analyze')
    const [student, other] = await makeStudents(db, place.folder, { first: 1, count: 2 })
    if (!student || !other) throw new Error('no students were made')
    for (const { user_id } of [student, other]) await enrol(db, user_id)
    const shop: Shop = { url: program.url, student: student.token, other: other.token }
    const figures: Crowded[] = []
    for (const read of await dearest(shop))
      for (const from of ['account', 'client'] as const) {
        // A visitor's crowd reads what visitors may; else it is refused, at a cost too.
        for (const atOnce of CROWDS.filter((size) => size <= most)) {
          figures.push(await crowd(shop, read, { from, atOnce }))
        }
      }
    const violations = figures.flatMap(({ read, from, atOnce, quiet, beside, refused }) => {
      const where = `${read} beside ${atOnce} at once of one ${from}`
      const isSlow = beside > Math.max(quiet * MOST_TIMES, quiet + MEASURED_MS)
      return [
        ...(refused > 0 ? [`${where}: ${refused} refused`] : []),
        ...(isSlow ? [`${where}: ${beside} ms instead of ${quiet}`] : []),
      ]
    })
    return { figures, violations }
  })
}

async function enrol(db: Knex, userId: string): Promise<void> {
  const { id } = await db('users').where({ user_id: userId }).first('id')
  await db('enrolments').insert({ user_id: id, course_id: BIG.course, free: true })
}

const filled: Record<string, string> = { courseId: BIG.course, course_id: BIG.course, id: BIG.course }

/** Finds the reads of students and visitors without a limit that answer 200, the slowest first. */
async function dearest(shop: Shop): Promise<Read[]> {
  const found: (Read & { ms: number })[] = []
  for (const { key, method, path, access, limits } of routes) {
    if (method !== 'GET' || access === 'admin' || limits.length > 0) continue
    const read = { key, access, path: path.replace(/\{(\w+)\}/g, (_, name: string) => filled[name] ?? 'les_big_2') }
    const answers = await readInTurn(shop, read, 5)
    if (answers.every(({ status }) => status === 200)) found.push({ ...read, ms: within(answers, 0.5) })
  }
  return found.toSorted((a, b) => b.ms - a.ms).slice(0, DEAREST)
}

async function readInTurn({ url, other }: Shop, { path }: Read, count: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answer[] = []
  for (let n = 0; n < count; n++) answers.push(await query(`${url}/api${path}`, { token: other, agent }))
  agent.destroy()
  return answers
}

async function crowd(shop: Shop, read: Read, { from, atOnce }: Pick<Crowded, 'from' | 'atOnce'>): Promise<Crowded> {
  const before = await readInTurn(shop, read, PROBES)
  // A visitor reads what visitors may.
  const path = from === 'client' && read.access === 'user' ? '/go/settings' : read.path
  const headers: Record<string, string> = from === 'account' ? { authorization: `bearer ${shop.student}` } : {}
  const others = autocannon({ url: `${shop.url}/api${path}`, connections: atOnce, duration: MOST_SECONDS, headers })
  const beside = await readInTurn(shop, read, PROBES)
  others.stop()
  const { statusCodeStats } = await others
  // A shop beside other programs is not equally fast all the time.
  const after = await readInTurn(shop, read, PROBES)
  return {
    read: from === 'client' && path !== read.path ? `${read.key} (${path})` : read.key,
    from,
    atOnce,
    crowd: Object.entries(statusCodeStats)
      .map(([status, { count }]) => `${count}× ${status}`)
      .join(', '),
    quiet: within([...before, ...after], 0.5),
    beside: within(beside, 0.5),
    refused: beside.filter(({ status }) => status !== 200).length,
  }
}
