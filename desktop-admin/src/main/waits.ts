import { z } from 'zod'
import type { ShopLine } from '../bridge.ts'

/** The main process reads of a session only what a request needs. */
const Session = z.object({ token: z.string().max(10_000), tokenType: z.string().regex(/^[A-Za-z]{1,20}$/) })
const Count = z.number().int().min(0).catch(0)
const Orders = z.object({
  total: Count,
  orders: z
    .array(
      z.object({
        order_id: z.string().max(100),
        total: z.number(),
        buyer: z.object({ name: z.string() }).nullable(),
        courses: z.array(z.object({ course_name: z.string() })),
      }),
    )
    .catch([]),
})
const Questions = z.object({
  waiting: Count,
  questions: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String), name: z.string() })).catch([]),
})
const Tickets = z.object({ open: Count })

/** A sale or question that arrived since the last look: an id, and the words of its notice. */
type News = { id: string; title: string; body: string }
export type Look = { waits: NonNullable<ShopLine['waits']>; news: News[] }

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/** Returns the authorization of a stored session; undefined without one. */
export function authorizationOf(stored: string | null): string | undefined {
  try {
    const { token, tokenType } = Session.parse(JSON.parse(stored ?? ''))
    return `${tokenType} ${token}`
  } catch {
    return undefined
  }
}

type Shop = { address: string; name: string; authorization: string; fetch: typeof globalThis.fetch }

/**
 * Asks a shop what waits: three small calls, and two for the newest rows. Returns `login` for an ended session, and
 * undefined if the shop cannot be reached. A role that may not see a list has nothing waiting in it.
 */
export async function lookAt({ address, name, authorization, fetch }: Shop): Promise<Look | 'login' | undefined> {
  const headers = { authorization }
  const request = async (path: string) => {
    const init = { headers, credentials: 'omit', redirect: 'error', signal: AbortSignal.timeout(20_000) } as const
    const answer = await fetch(`${address}/api/admin/${path}`, init)
    if (answer.status === 401) throw 'login'
    return answer.ok ? answer.json() : {}
  }
  try {
    const stuck = Orders.parse({ total: 0, ...(await request('orders?needs=attention&limit=1')) })
    const paid = Orders.parse({ total: 0, ...(await request('orders?status=paid&limit=10')) })
    const questions = Questions.parse({ waiting: 0, ...(await request('questions?status=waiting&limit=10')) })
    const tickets = Tickets.parse({ open: 0, ...(await request('tickets?status=open&limit=1')) })
    const sales = paid.orders.map(({ order_id, total, buyer, courses }) => ({
      id: `order ${order_id}`,
      title: `${name}: ${rupees.format(total)}`,
      body: short(`${buyer?.name ?? 'Somebody'} bought ${courses.map((course) => course.course_name).join(', ')}`),
    }))
    const requested = questions.questions.map(({ id, name: student }) => ({
      id: `question ${id}`,
      title: `${name}: a question`,
      body: short(`${student} waits for an answer`),
    }))
    const waits = { orders: stuck.total, questions: questions.waiting, messages: tickets.open }
    return { waits, news: [...sales, ...requested] }
  } catch (error) {
    return error === 'login' ? 'login' : undefined
  }
}

/** Limit of notices at once; more become one. */
const MOST_NOTICES = 3

/** Finds what is new since the last look at a shop. The first look finds nothing, so no start floods the screen. */
export function newsOf(shopName: string) {
  let seen: Set<string> | undefined
  return (news: readonly News[]): Omit<News, 'id'>[] => {
    const before = seen
    seen = new Set([...news.map(({ id }) => id), ...(before ?? [])].slice(0, 1_000))
    const fresh = before ? news.filter(({ id }) => !before.has(id)) : []
    if (fresh.length <= MOST_NOTICES) return fresh.map(({ title, body }) => ({ title, body }))
    return [{ title: shopName, body: `${fresh.length} new sales and questions` }]
  }
}
