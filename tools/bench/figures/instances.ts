import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { LoadPlan, LoadResult } from '../load.ts'
import { median } from '../pairs.ts'
import { cpuSeconds, familySeconds, postmasterOf } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Stand, Student } from '../stand.ts'

const INSTANCES = [1, 2, 4]
const COURSES = 24
const STUDENTS = 4_000
/**
 * Requests per run over all instances, as fast as the machine can, so that one instance is as busy as four. An idle
 * process wakes up for each request, which costs more than a read.
 */
const REQUESTS = { reads: 60_000, dashboards: 9_600, orders: 1_600 }
/** Over all instances together; an instance accepts that many calls however busy it is. */
const CONNECTIONS = 32
/** Minimum per instance and kind, so that the code is compiled. */
const WARM_REQUESTS = 1_500
/** Time limit of a round. */
const SECONDS = 60
/** Runs per median: other work of the machine affects some of them. */
const TIMES = 3
const SPREAD = 1.1
const IDLE_MS = 6_000

/**
 * `at once`: all instances and the database share this machine. `in turn`: each instance has the machine to itself
 * while the others idle, as on a machine of its own.
 */
type Way = 'at once' | 'in turn'
const WAYS: readonly Way[] = ['in turn', 'at once']

type Kind = keyof typeof REQUESTS
type Side = 'ours' | 'bare'
type Requests = Required<LoadPlan>['requests']
/** Processor milliseconds per request, of a side's processes and of the database's, minus their idle use. */
type Cost = { side: number; database: number; errors: number }
type Spent = Omit<Cost, 'errors'>

const NAMES: Record<Kind, string> = {
  reads: 'A page of the catalogue by a visitor',
  dashboards: "A student's dashboard, beside a list of courses from the database",
  orders: 'An order by a signed-in student (gateway: a stub, not counted)',
}

/**
 * Measures the processor cost of a read and an order when one, two and four processes on one database share the load,
 * for the processes and for the database, beside as many processes of the reference. All processes run all the time and
 * the counts take turns, so nothing else differs, not even the size of the database. In turn, each instance costs the
 * same as on its own machine, and the plain figures are compared. At once, with more processes than processors, every
 * request costs more, also in the reference; the ratio of the two growths shows the shop's own share.
 */
export async function instanceFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(COURSES)
  const students = await stand.students(database, STUDENTS)
  const most = Array.from({ length: Math.max(...INSTANCES) })
  const programs = {
    ours: await Promise.all(most.map(() => stand.shop(database))),
    bare: await Promise.all(most.map(() => stand.reference(database))),
  }
  const loads = most.map(() => stand.another())
  const db = new pg.Client({ connectionString: database })
  await db.connect()
  const postmaster = await postmasterOf(db)
  const spentOf = (side: Side) => (): Spent => ({
    side: programs[side].reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: familySeconds(postmaster),
  })
  try {
    const courses = (await (await fetch(`${programs.ours[0]?.url}/api/go/courses`)).json()) as { course_id: string }[]
    const ids = courses.map(({ course_id }) => course_id)
    const crowds = { ours: crowdOf(students, ids), bare: bareCrowdOf(students, ids) }
    const play = async (way: Way, side: Side, kind: Kind, count: number, each: number) => {
      const connections = way === 'at once' ? CONNECTIONS / count : CONNECTIONS
      const shares = loads.slice(0, count).map((load, at) => () => {
        const requests = crowds[side][kind](each)
        const all = { requests, maxRequests: requests.length, seconds: SECONDS }
        return load.run({ url: programs[side][at]?.url ?? '', connections, ...all })
      })
      if (way === 'at once') return Promise.all(shares.map((share) => share()))
      const results: LoadResult[] = []
      for (const share of shares) results.push(await share())
      return results
    }
    const kinds = Object.keys(REQUESTS) as Kind[]
    for (const kind of kinds)
      for (const side of SIDES)
        await play('at once', side, kind, most.length, Math.max(WARM_REQUESTS, REQUESTS[kind] / most.length))
    await restOrders(db)
    const idle = {
      ours: await spentIn(spentOf('ours'), () => sleep(IDLE_MS)),
      bare: await spentIn(spentOf('bare'), () => sleep(IDLE_MS)),
    }

    const costOf = async (way: Way, side: Side, kind: Kind, count: number): Promise<Cost> => {
      await restOrders(db)
      const begun = performance.now()
      let results: LoadResult[] = []
      const cost = await spentIn(spentOf(side), async () => {
        results = await play(way, side, kind, count, REQUESTS[kind] / count)
      })
      const answers = results.reduce((sum, result) => sum + result.answers, 0)
      const share = (performance.now() - begun) / IDLE_MS
      const ofOne = (part: keyof Spent) => ((cost[part] - idle[side][part] * share) * 1000) / answers
      const errors = results.reduce((sum, result) => sum + result.errors, 0)
      return { side: ofOne('side'), database: ofOne('database'), errors }
    }

    const figures: Figure[] = []
    for (const kind of kinds)
      for (const way of WAYS) {
        const costs = { ours: INSTANCES.map((): Cost[] => []), bare: INSTANCES.map((): Cost[] => []) }
        for (let time = 0; time < TIMES; time++)
          for (let turn = 0; turn < INSTANCES.length; turn++) {
            // Rotates the order, so that no instance always follows the same other one.
            const at = (turn + time) % INSTANCES.length
            for (const side of SIDES) costs[side][at]?.push(await costOf(way, side, kind, INSTANCES[at] ?? 1))
          }
        figures.push(figureOf(kind, way, costs))
      }
    return figures
  } finally {
    await db.end()
    const all = [...programs.ours.map((shop) => shop.kill()), ...programs.bare.map((one) => one.stop())]
    await Promise.all([...all, ...loads.map((load) => load.stop())])
  }
}

/**
 * Compares in turn: figures within a tenth of each other. Compares at once: the shop's growth at most a tenth above the
 * reference's.
 */
function figureOf(kind: Kind, way: Way, costs: Record<Side, Cost[][]>): Figure {
  const ours = costs.ours.map((those) => middle(those, 'side'))
  const bare = costs.bare.map((those) => middle(those, 'side'))
  const database = said(costs.ours.map((those) => middle(those, 'database')))
  const errors = [...costs.ours, ...costs.bare].flat().reduce((sum, cost) => sum + cost.errors, 0)
  const spread =
    way === 'in turn'
      ? Math.max(...ours) / Math.min(...ours)
      : Math.max(...growth(ours).map((times, at) => times / (growth(bare)[at] ?? Number.NaN)))
  const bound = way === 'in turn' ? 'lie 1.1 apart at most' : 'grow at most 1.1 times as much as the reference'
  return {
    figure: `${NAMES[kind]}, ${way}, ms of processor by so many instances (database ${database})`,
    ...{ ours: said(ours), reference: said(bare), ratio: spread },
    ...{ bound: `${bound}, no error`, ok: spread <= SPREAD && errors === 0 },
  }
}

const SIDES: readonly Side[] = ['ours', 'bare']

const middle = (costs: readonly Cost[], part: keyof Spent) => median(costs.map((cost) => cost[part]))

/** Returns the costs relative to one instance. */
const growth = (costs: readonly number[]) => costs.map((cost) => cost / (costs[0] ?? Number.NaN))

const said = (values: readonly number[]) =>
  values.map((value, at) => `${INSTANCES[at]}: ${value.toFixed(2)}`).join(', ')

/** Stops the reconciler from polling these orders at the gateway. */
const restOrders = (db: pg.Client) => db.query('update orders set poll_after = null')

async function spentIn(spent: () => Spent, work: () => Promise<unknown>): Promise<Spent> {
  const before = spent()
  await work()
  const after = spent()
  return { side: after.side - before.side, database: after.database - before.database }
}

type Crowd = Record<Kind, (count: number) => Requests>

const many = (count: number, toRequest: (at: number) => Requests[number]) =>
  Array.from({ length: count }, (_, at) => toRequest(at))
const get = (path: string, headers: Record<string, string> = {}) => ({ method: 'GET', path, headers, body: '' })

/** Returns a function that picks the next student and course; no pair repeats. */
function ordersOf(students: readonly Student[], courses: readonly string[]) {
  let ordered = 0
  return () => {
    const number = ordered++
    const student = students[number % students.length]
    if (!student) throw new Error('there are no students')
    return { student, course: courses[Math.floor(number / students.length) % courses.length] }
  }
}

const headersOf = ({ token }: Student) => ({ 'content-type': 'application/json', authorization: `bearer ${token}` })

function crowdOf(students: readonly Student[], courses: readonly string[]): Crowd {
  const nextOrder = ordersOf(students, courses)
  return {
    reads: (count) => many(count, () => get('/api/go/courses?limit=20')),
    dashboards: (count) =>
      many(count, (at) => get('/api/user/dashboard', headersOf(students[at % students.length] as Student))),
    orders: (count) =>
      many(count, () => {
        const { student, course } = nextOrder()
        const path = `/api/user/buy?user_id=${student.user_id}`
        return { method: 'POST', path, headers: headersOf(student), body: JSON.stringify([course]) }
      }),
  }
}

function bareCrowdOf(students: readonly Student[], courses: readonly string[]): Crowd {
  const nextOrder = ordersOf(students, courses)
  return {
    reads: (count) => many(count, () => get('/list-ready')),
    dashboards: (count) => many(count, () => get('/list')),
    orders: (count) =>
      many(count, () => {
        const { student, course } = nextOrder()
        const body = JSON.stringify({ user_id: student.id, course_id: course })
        return { method: 'POST', path: '/order', headers: { 'content-type': 'application/json' }, body }
      }),
  }
}
