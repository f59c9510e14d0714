import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { LoadPlan } from '../load.ts'
import { cpuSeconds, familySeconds, postmasterOf } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Stand, Student } from '../stand.ts'

const INSTANCES = [1, 2, 4]
const COURSES = 24
const STUDENTS = 4_000
/** By each instance, so few that four of them leave this machine room: what a request costs is asked, not how many fit. */
const RATES = { reads: 700, dashboards: 50, orders: 25 }
/** By each instance of each kind, as fast as it can: the machine has to know its code. */
const WARM_REQUESTS = 1_500
const WARM_SECONDS = 60
const SECONDS = 8
/** The middle of so many counts: what else the machine does is in some of them. */
const TIMES = 3
const CONNECTIONS = 8
const SPREAD = 1.1
const IDLE_MS = 5_000

type Kind = keyof typeof RATES
type Requests = Required<LoadPlan>['requests']
/** Processor milliseconds of one request, of the shop's processes and of the database's, without what they need when nobody comes. */
type Cost = { shop: number; database: number; errors: number }
type Spent = { shop: number; database: number }
/** `idle` is the share of a processor that each instance needs when nobody comes, in hundredths. */
type Round = { count: number; idle: number } & Record<Kind, Cost>

const NAMES: Record<Kind, string> = {
  reads: 'A page of the catalogue by a visitor',
  dashboards: "A student's dashboard",
  orders: 'An order by a signed-in student (gateway: a stub, not counted)',
}

/** What a read and an order cost when one, two and four processes on one database have the same load each, and what the database spends on each. */
export async function instanceFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(COURSES)
  const students = await stand.students(database, STUDENTS)
  const rounds: Round[] = []
  const crowd = crowdOf(students)
  for (const count of INSTANCES) rounds.push(await measure(stand, { database, count, crowd }))
  return (Object.keys(RATES) as Kind[]).map((kind) => {
    const costs = rounds.map((round) => round[kind].shop)
    const spread = Math.max(...costs) / Math.min(...costs)
    const errors = rounds.reduce((sum, round) => sum + round[kind].errors, 0)
    const said = rounds.map((round) => `${round.count}: ${round[kind].shop.toFixed(2)}`).join(', ')
    const spent = rounds.map((round) => round[kind].database.toFixed(2)).join(', ')
    return {
      figure: `${NAMES[kind]}, ms of processor with so many instances (beside ${rounds.map(({ idle }) => idle.toFixed(1)).join(', ')} % of one each when nobody comes)`,
      ...{ ours: said, reference: `database ${spent}`, ratio: spread },
      ...{ bound: 'at most 1.1 apart, no error', ok: spread <= SPREAD && errors === 0 },
    }
  })
}

async function measure(
  stand: Stand,
  { database, count, crowd }: { database: string; count: number; crowd: ReturnType<typeof crowdOf> },
): Promise<Round> {
  const shops = await Promise.all(Array.from({ length: count }, () => stand.shop(database)))
  const loads = shops.map(() => stand.another())
  const db = new pg.Client({ connectionString: database })
  await db.connect()
  const postmaster = await postmasterOf(db)
  const spent = () => ({
    shop: shops.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: familySeconds(postmaster),
  })
  try {
    const courses = (await (await fetch(`${shops[0]?.url}/api/go/courses`)).json()) as { course_id: string }[]
    const ids = courses.map(({ course_id }) => course_id)
    const play = (kind: Kind, each: number, plan: { seconds: number; rate?: number }) =>
      Promise.all(
        loads.map((load, at) => {
          const requests = crowd[kind](each, ids)
          const all = { url: shops[at]?.url ?? '', connections: CONNECTIONS, requests, maxRequests: requests.length }
          return load.run({ ...all, ...plan })
        }),
      )
    const kinds = Object.keys(RATES) as Kind[]
    for (const kind of kinds) await play(kind, WARM_REQUESTS, { seconds: WARM_SECONDS })
    await db.query('update orders set poll_after = null')
    const idle = await spentIn(spent, () => sleep(IDLE_MS))
    const costOf = async (kind: Kind): Promise<Cost> => {
      const rate = RATES[kind]
      const begun = performance.now()
      let results: Awaited<ReturnType<typeof play>> = []
      const cost = await spentIn(spent, async () => {
        results = await play(kind, rate * SECONDS, { seconds: SECONDS, rate })
      })
      const answers = results.reduce((sum, result) => sum + result.answers, 0)
      const share = (performance.now() - begun) / IDLE_MS
      const ofOne = (part: keyof Spent) => ((cost[part] - idle[part] * share) * 1000) / answers
      const errors = results.reduce((sum, result) => sum + result.errors, 0)
      return { shop: ofOne('shop'), database: ofOne('database'), errors }
    }
    const round: Partial<Round> = { count, idle: (idle.shop * 100_000) / IDLE_MS / count }
    for (const kind of kinds) {
      const costs: Cost[] = []
      for (let time = 0; time < TIMES; time++) {
        // What was ordered would be asked about at the gateway by and by.
        await db.query('update orders set poll_after = null')
        costs.push(await costOf(kind))
      }
      round[kind] = costs.toSorted((a, b) => a.shop - b.shop)[(TIMES - 1) / 2] as Cost
    }
    return round as Round
  } finally {
    await db.end()
    await Promise.all([...shops.map((shop) => shop.kill()), ...loads.map((load) => load.stop())])
  }
}

async function spentIn(spent: () => Spent, work: () => Promise<unknown>): Promise<Spent> {
  const before = spent()
  await work()
  const after = spent()
  return { shop: after.shop - before.shop, database: after.database - before.database }
}

/** Requests of each kind; nobody orders the same course twice. */
function crowdOf(students: readonly Student[]): Record<Kind, (count: number, courses: readonly string[]) => Requests> {
  let ordered = 0
  const next = (number: number) => {
    const student = students[number % students.length]
    if (!student) throw new Error('there are no students')
    return { ...student, headers: { 'content-type': 'application/json', authorization: `bearer ${student.token}` } }
  }
  const many = (count: number, toRequest: (at: number) => Requests[number]) =>
    Array.from({ length: count }, (_, at) => toRequest(at))
  return {
    reads: (count) => many(count, () => ({ method: 'GET', path: '/api/go/courses?limit=20', headers: {}, body: '' })),
    dashboards: (count) =>
      many(count, (at) => ({ method: 'GET', path: '/api/user/dashboard', headers: next(at).headers, body: '' })),
    orders: (count, courses) =>
      many(count, () => {
        const number = ordered++
        const { user_id, headers } = next(number)
        const course = courses[Math.floor(number / students.length) % courses.length]
        return { method: 'POST', path: `/api/user/buy?user_id=${user_id}`, headers, body: JSON.stringify([course]) }
      }),
  }
}
