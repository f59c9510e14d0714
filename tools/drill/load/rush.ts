import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { environmentOf } from '../../../server/test/program.ts'
import { type Answer, type CallOptions, linkOf, query } from '../client.ts'
import { makeStudents } from '../shop.ts'

/** The proxy before the instances, and their gateway. */
export type RushShop = { url: string; gateway: string; gatewayKeys: string }

/** Students with a session, each of whom buys once, and the courses they buy. */
export type Crowd = { students: { user_id: string; token: string }[]; courses: readonly string[]; next: number }

/** Keys of the gateway's process. */
const KEYS = { RAZORPAY_KEY_ID: 'rzp_test_bench', RAZORPAY_KEY_SECRET: 'bench' }
export const gatewayKeys = Buffer.from(Object.values(KEYS).join(':')).toString('base64')
/** Returns the settings of a shop that sells with this gateway. */
export const keysOf = ({ url }: { url: string }) => ({
  ...KEYS,
  RAZORPAY_WEBHOOK_SECRET: 'webhooks-of-the-bench',
  RAZORPAY_BASE_URL: url,
})

const COURSES = 24
/** More than a rush needs. */
const STUDENTS = 60_000

/** Creates the courses and students of a rush. */
export async function makeCrowd(db: Knex, dataDir: string): Promise<Crowd> {
  const courses: string[] = []
  for (let n = 0; n < COURSES; n++) courses.push((await buildCourse(db, { price: 99 + 100 * n })).course_id)
  const students = await makeStudents(db, dataDir, { first: 1, count: STUDENTS })
  await db.raw('analyze')
  return { students, courses, next: 0 }
}

/** An answer and its path. */
type Answered = Omit<Answer, 'text'> & { path: string }

export type Visit = {
  /** The answer to the last press on "Pay"; status 0 without an answer. */
  buy: Answer
  asked: Answered[]
  /** The link that the gateway captured. */
  paidLink: string | undefined
  /** The shop reported the payment. */
  paid: boolean
  /** Faults that no buyer may meet. */
  met: string[]
}

const PAID_PATIENCE_MS = 60_000
const ASK_EVERY_MS = 1_000
const GATEWAY_TRIES = 30
/** Connections for a browser's next request; they close before the proxy closes them. */
export const lines = new Agent({ keepAlive: true, timeout: 4_000 })

type Habits = {
  pays?: boolean
  presses?: number
  /** The buyer's own address on this machine; buyers of a real rush have one each. */
  localAddress?: string
}

/** Plays one buyer: sales page, "Pay" up to `presses` times, gateway, payment status. A refused buyer leaves. */
export async function goBuying(
  shop: RushShop,
  crowd: Crowd,
  { pays = true, presses = 1, ...from }: Habits = {},
): Promise<Visit> {
  const number = crowd.next++
  const student = crowd.students[number % crowd.students.length]
  const course = crowd.courses[Math.floor(number / crowd.students.length) % crowd.courses.length]
  if (!student || !course) throw new Error('there is nobody left who could buy')
  const { token } = student
  const met: string[] = []
  const requested: Answered[] = []
  const visit = async (path: string, init: CallOptions = {}) => {
    const answer = await query(`${shop.url}${path}`, { ...init, ...from, token, agent: lines })
    const { text: _, ...answered } = answer
    requested.push({ ...answered, path: path.split('?')[0] ?? '' })
    return answer
  }
  await visit(`/api/go/courses/${course}`)
  const press = { body: [course], headers: { 'idempotency-key': `rush-${number}` } }
  const pay = () => visit(`/api/user/buy?user_id=${student.user_id}`, press)
  let buy = await pay()
  for (let pressed = 1; pressed < presses && buy.status !== 201; pressed++) {
    await sleep(ASK_EVERY_MS)
    buy = await pay()
  }
  const link = buy.status === 201 ? linkOf(buy.text) : undefined
  if (buy.status === 201 && !link) met.push('a purchase had no link')
  if (!link || !pays) return { buy, asked: requested, paidLink: undefined, paid: false, met }
  const paidLink = (await payAtGateway(shop, link)) ? link : undefined
  if (!paidLink) met.push('the gateway took no payment')
  const question = `/api/user/payment_status?${new URLSearchParams({ course_id: course, user_id: student.user_id })}`
  const until = Date.now() + PAID_PATIENCE_MS
  let paid = false
  while (paidLink && !paid && Date.now() < until) {
    const answer = await visit(question)
    paid = answer.status === 200 && (JSON.parse(answer.text) as { status: string }).status === 'paid'
    if (!paid) await sleep(ASK_EVERY_MS)
  }
  if (paidLink && !paid) met.push(`a buyer was not told of the payment within ${PAID_PATIENCE_MS / 1000} s`)
  return { buy, asked: requested, paidLink, paid, met }
}

/** Pays as soon as the gateway, another machine, takes the call. */
async function payAtGateway({ gateway, gatewayKeys }: RushShop, link: string): Promise<boolean> {
  for (let tries = 0; tries < GATEWAY_TRIES; tries++) {
    const answer = await query(`${gateway}/control/links/${link}/pay`, { gatewayKeys, body: {}, agent: lines })
    if (answer.status === 200) return true
    if (answer.status === 0) throw new Error(answer.text)
    await sleep(ASK_EVERY_MS)
  }
  return false
}

/**
 * Begins visits at a fixed rate, whether or not earlier ones ended. `ended` resolves to their number once the last one
 * has begun, `gone` to their results once all have ended.
 */
export function evenly<Seen>(
  visit: (number: number) => Promise<Seen>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): { ended: Promise<number>; gone: Promise<Seen[]> } {
  const visits: Promise<Seen>[] = []
  const begun = performance.now()
  const arrived = async () => {
    for (;;) {
      const passed = (performance.now() - begun) / 1000
      if (passed >= seconds) return visits.length
      while (visits.length < passed * perSecond) visits.push(visit(visits.length))
      await sleep(5)
    }
  }
  const ended = arrived()
  return { ended, gone: ended.then(() => Promise.all(visits)) }
}

/** Lists wrong answers, each kind once with its count. Answers under way at the kill may be lost. */
export function judge(visits: readonly Visit[], killedAt: number): string[] {
  const answers = visits.flatMap(({ asked }) => asked)
  const lost = ({ status, at }: (typeof answers)[number]) => (status === 502 || status === 0) && at <= killedAt
  const met = [
    ...visits.flatMap((visit) => visit.met),
    ...answers
      .filter((answer) => ![200, 201, 503].includes(answer.status) && !lost(answer))
      .map(({ path, status }) => `${path} answered ${status}`),
    ...answers
      .filter(({ status, retryAfter }) => status === 503 && !retryAfter)
      .map(() => 'a 503 did not say when to come again'),
  ]
  return [...Map.groupBy(met, (what) => what)].map(([what, those]) => `${what} (${those.length} times)`)
}

/** Lists paid links whose buyer lacks the course. */
export async function findUnpaid(db: Knex, visits: readonly Visit[]): Promise<string[]> {
  const ids = visits.flatMap(({ paidLink }) => paidLink ?? [])
  const { rows } = await db.raw<{ rows: { what: string }[] }>(
    `select l.link_id || ': ' || coalesce(o.status, 'no order') as what
     from jsonb_array_elements_text(:ids) as paid (link_id) join sandbox.links l on l.link_id = paid.link_id
     left join orders o on o.order_id = l.reference_id
     where o.status is distinct from 'paid' or not exists (select from enrolments e where e.order_id = o.order_id)`,
    { ids: JSON.stringify(ids) },
  )
  return rows.map(({ what }) => `who paid has the course: ${what}`)
}

/** Starts the gateway in another process, so that its work does not load the shop. */
export async function startGateway(settings: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const file = fileURLToPath(new URL('../../sandbox-gateway/elsewhere.ts', import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: environmentOf({ ...settings, NODE_ENV: 'production' }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [url] = await once(child, 'message')
  return { child, url: String(url) }
}
