import { DAY_MS } from 'contract/indian-time'
import { createJobs } from '../../../server/src/serve/jobs/index.ts'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { type BuiltUser, buildUser } from '../../../server/test/people-factories.ts'
import type { TestServer } from '../../../server/test/server.ts'
import type { Life } from './factors.ts'

/** A shop in which lives are played one after the other; `seen` are the rows that earlier lives broke. */
export type PairShop = { server: TestServer; owner: string; lastEvent: number; seen: Set<string> }

export type Person = BuiltUser & { token: string }
export type Answer = { status: number; body: Record<string, unknown> }

/** Jobs that follow what the shop has heard, and those that look by themselves. */
const HEARS = ['reconcile-order', 'close-links', 'name-payment', 'follow-base', 'settle-member', 'settle-invoice']
const DAILY = ['members-due', 'reconcile-orders', 'look-back', 'issue-documents']

const HOUR_MS = 3_600_000

/** The calls of a life: as a person, the owner, the gateway and time. What they do is noted in `played`, faults in `wrong`. */
export function stepsIn(shop: PairShop, { played, wrong }: { played: string[]; wrong: string[] }) {
  const { server } = shop
  const { db } = server

  async function call(who: string, what: string, path: string, body?: unknown, method = 'POST'): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `bearer ${who}`, 'content-type': 'application/json' }
    const answer = await server.request(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const read = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}
    played.push(`${what}: ${answer.status}${answer.status < 300 ? '' : ` ${read.code ?? ''} ${read.detail ?? text}`}`)
    if (answer.status >= 500) wrong.push(`${what} answers ${answer.status}`)
    return { status: answer.status, body: read }
  }
  const asOwner = (what: string, path: string, body?: unknown, method?: string) =>
    call(shop.owner, what, `/admin${path}`, body, method)
  const atGateway = (path: string, body: object = {}) => server.gateway(`control/${path}`, body)

  async function work(): Promise<void> {
    for (;;) {
      const waiting: string[] = await db('pgboss.job')
        .whereIn('state', ['created', 'retry'])
        .whereIn('name', HEARS)
        .distinct('name')
        .pluck('name')
      if (waiting.length === 0) return
      for (const name of waiting) await server.answerWaiting(name)
    }
  }
  /** Sends the gateway's events that the shop has not got, in the way of the row. */
  async function deliver(way: Life['events']): Promise<void> {
    if (way === 'late' || way === 'lost') return
    const events = await db('sandbox.deliveries')
      .where('delivery_id', '>', shop.lastEvent)
      .orderBy('delivery_id')
      .select('delivery_id', 'event_id', 'body', 'signature')
    shop.lastEvent = Number(events.at(-1)?.delivery_id ?? shop.lastEvent)
    const sent = way === 'in reverse' ? events.toReversed() : way === 'twice' ? [...events, ...events] : events
    for (const { event_id, body, signature } of sent)
      await server.request('/api/webhooks/razorpay', {
        method: 'POST',
        headers: { 'x-razorpay-event-id': event_id, 'x-razorpay-signature': signature },
        body,
      })
    await work()
  }
  async function lookDaily(): Promise<void> {
    await db('orders')
      .whereNotNull('poll_after')
      .update({ poll_after: new Date(0) })
    const jobs = createJobs(server.ctx)
    for (const name of DAILY) await jobs.find((job) => job.name === name)?.run({}, 'pairs')
    await work()
  }
  const pass = async (ms: number) => {
    server.clock.advance(ms)
    shop.owner = await server.adminToken()
  }

  async function newPerson(input: Parameters<typeof buildUser>[1] = {}): Promise<Person> {
    const user = await buildUser(db, input)
    return { ...user, token: await server.userToken(user) }
  }
  const newCourse = async (price: number, fields: object = {}) => {
    const { course_id: id } = await buildCourse(db, { price })
    if (Object.keys(fields).length > 0)
      await asOwner('a course is set up', `/courses/update_course/${id}`, fields, 'PUT')
    return id
  }
  const at = (ms: number) => new Date(server.ctx.now().getTime() + ms).toISOString()
  const newRun = async (course_id: string, days: number) => {
    const times = { starts_at: at(days * DAY_MS), ends_at: at(days * DAY_MS + 2 * HOUR_MS) }
    const { body } = await asOwner('a date is added', '/runs', { course_id, ...times, seats: 3, replay_days: 40 })
    return String(body.run_id)
  }
  const newMembership = async (course_ids: string[] | 'all') => {
    const { body } = await asOwner('a membership is added', '/memberships', {
      name: 'Club',
      course_ids,
      price: 499,
      period: 'month',
      state: 'on_sale',
    })
    return (body.membership as { membership_id: string } | undefined)?.membership_id
  }

  return { call, asOwner, atGateway, deliver, lookDaily, pass, newPerson, newCourse, at, newRun, newMembership }
}
