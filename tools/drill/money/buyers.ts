import { setTimeout as sleep } from 'node:timers/promises'
import { insist, linkOf } from '../client.ts'
import type { Random } from './random.ts'

/** A buyer's planned actions, chosen at random before the run. */
export type Buyer = {
  email: string
  phone: string
  /** Carts in their order; most buyers have one. A repeated id is a second seat. */
  carts: { seats: string[]; promocode?: string | undefined; key?: string | undefined }[]
  /** Buttons of the pay page, in this order. */
  presses: ('pay' | 'fail' | 'cancel')[]
  /** Shops again from the start once the shop is up again. */
  comesBack: boolean
  /** Stays on the status page until the order is paid. */
  waits: boolean
  startsAfterMs: number
}

const PASSWORD = 'Mango-Kulfi-42'
const STATUS_EVERY_MS = 120
const STATUS_PATIENCE_MS = 1_500

/** Draws buyers: the first one buys and pays plainly, so that every point is reached; the others vary. */
export function drawBuyers(
  random: Random,
  courses: readonly string[],
  { count, paysTwice }: { count: number; paysTwice: boolean },
): Buyer[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? plain(random, courses, paysTwice) : free(random, courses, index),
  )
}

/** Buys plainly; with `paysTwice` also pays a second link for the same course, which the shop refunds. */
function plain(random: Random, courses: readonly string[], paysTwice: boolean): Buyer {
  const [first, second] = shuffled(random, courses)
  const seats = [first, second, second].filter((id) => id !== undefined)
  const carts = paysTwice ? [{ seats }, { seats: seats.slice(0, 1) }] : [{ seats }]
  return { ...person(0), carts, presses: ['pay'], comesBack: random.chance(0.5), waits: true, startsAfterMs: 0 }
}

function free(random: Random, courses: readonly string[], index: number): Buyer {
  const cart = () => {
    const chosen = shuffled(random, courses).slice(0, 1 + random.below(3))
    const seats = random.chance(0.3) ? [...chosen, ...chosen.slice(0, 1)] : chosen
    const promocode = random.chance(0.15) ? 'FREE' : random.chance(0.25) ? 'HALF' : undefined
    return { seats, promocode, key: random.chance(0.4) ? `key-${random.below(1e9)}` : undefined }
  }
  const presses: Buyer['presses'] = random.chance(0.1)
    ? []
    : random.chance(0.1)
      ? ['cancel']
      : random.chance(0.2)
        ? ['fail', 'pay']
        : random.chance(0.2)
          ? ['pay', 'pay']
          : ['pay']
  return {
    ...person(index),
    // Two carts may hold the same course: both are paid, and one grants the course.
    carts: random.chance(0.15) ? [cart(), cart()] : [cart()],
    presses,
    comesBack: random.chance(0.6),
    waits: random.chance(0.7),
    startsAfterMs: random.below(250),
  }
}

const person = (index: number) => ({
  email: `buyer${index}@example.com`,
  phone: `98765432${String(index).padStart(2, '0')}`,
})

function shuffled<T>(random: Random, from: readonly T[]): T[] {
  return from
    .map((value) => ({ value, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

export type Shop = { url: string; gateway: string; gatewayKeys: string }

/** Leads one buyer through the shop; rejects as soon as the shop does not answer. */
export async function goShopping(shop: Shop, buyer: Buyer): Promise<void> {
  await sleep(buyer.startsAfterMs)
  const student = await logIn(shop, buyer)
  const links: string[] = []
  for (const cart of buyer.carts) {
    const link = await buy(shop, student, cart)
    if (link) links.push(link)
  }
  for (const link of links) await press(shop, link, buyer.presses)
  if (!buyer.waits) return
  for (const { seats } of buyer.carts) await awaitPaid(shop, student, seats[0] ?? '', buyer.presses.includes('pay'))
}

type Student = { token: string; user_id: string }
type Body = Record<string, string>

async function logIn({ url }: Shop, { email, phone }: Buyer): Promise<Student> {
  const registered = await insist<Body>(`${url}/api/register`, { body: { email, phone, password: PASSWORD } })
  const { token: newToken, user_id: newId } = registered.body
  if (registered.status === 201 && newToken && newId) return { token: newToken, user_id: newId }
  // An account whose answer was cut off exists.
  const login = await insist<Body>(`${url}/api/login`, { body: { email, phone: null, password: PASSWORD } })
  const token = login.body.access_token
  if (!token) throw new Error(`the login answered ${login.status}`)
  const profile = await insist<Body>(`${url}/api/user/profile`, { token })
  if (!profile.body.user_id) throw new Error(`the profile answered ${profile.status}`)
  return { token, user_id: profile.body.user_id }
}

/** Returns the id of the payment link; undefined if nothing is due or the buyer owns the courses. */
async function buy({ url }: Shop, student: Student, cart: Buyer['carts'][number]): Promise<string | undefined> {
  const query = new URLSearchParams({
    user_id: student.user_id,
    ...(cart.promocode ? { promocode: cart.promocode } : {}),
  })
  const headers: Body = cart.key ? { 'idempotency-key': cart.key } : {}
  const press = { body: cart.seats, token: student.token, headers }
  const { status, body } = await insist<Body>(`${url}/api/user/buy?${query}`, press)
  if (status === 409 && body.code === 'already_purchased') return undefined
  if (status !== 201) throw new Error(`buying answered ${status} ${body.detail}`)
  return linkOf(body.payment_link)
}

/** Presses the buttons of the pay page; two equal ones at once. */
async function press({ gateway, gatewayKeys }: Shop, linkId: string, presses: Buyer['presses']): Promise<void> {
  const control = (button: string) => insist(`${gateway}/control/links/${linkId}/${button}`, { gatewayKeys, body: {} })
  const [first, second] = presses
  if (first && first === second) await Promise.all([control(first), control(first)])
  else for (const button of presses) await control(button)
}

async function awaitPaid({ url }: Shop, student: Student, courseId: string, willBe: boolean): Promise<void> {
  const query = new URLSearchParams({ course_id: courseId, user_id: student.user_id })
  const until = Date.now() + (willBe ? STATUS_PATIENCE_MS : STATUS_EVERY_MS)
  while (Date.now() < until) {
    const { body } = await insist<Body>(`${url}/api/user/payment_status?${query}`, { token: student.token }, [])
    if (body.status === 'paid') return
    await sleep(STATUS_EVERY_MS)
  }
}
