import { setTimeout as sleep } from 'node:timers/promises'

/** The proxy before its instances, and the gateway that it asks. */
export type RushShop = { url: string; gateway: string; gatewayKeys: string }

/** Students with a session, and what they buy: each comes once. */
export type Crowd = { students: { user_id: string; token: string }[]; courses: readonly string[]; next: number }

type Press = { status: number; text: string; ms: number }

/** A request of a visit as it was answered. */
type Answered = { path: string; status: number; ms: number; at: number; retryAfter: string | null }

export type Visit = {
  /** What came of the press on "Pay", of several the last one; status 0 when no answer came. */
  buy: Press
  asked: Answered[]
  /** The link whose payment the gateway took. */
  paidLink: string | undefined
  /** The shop said that it is paid. */
  paid: boolean
  /** What nobody may meet. */
  met: string[]
}

const PAID_PATIENCE_MS = 60_000
const ASK_EVERY_MS = 1_000
const GATEWAY_TRIES = 30

/** One buyer: the sales page, "Pay" up to `presses` times, the gateway, and waiting until it is paid. Who is refused leaves. */
export async function goBuying(shop: RushShop, crowd: Crowd, { pays = true, presses = 1 } = {}): Promise<Visit> {
  const number = crowd.next++
  const student = crowd.students[number % crowd.students.length]
  const course = crowd.courses[Math.floor(number / crowd.students.length) % crowd.courses.length]
  if (!student || !course) throw new Error('there is nobody left who could buy')
  const headers = { authorization: `bearer ${student.token}` }
  const met: string[] = []
  const asked: Answered[] = []
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await askShop(shop, path, { ...init, headers: { ...headers, ...init.headers } })
    const { text: _, ...answered } = answer
    asked.push({ ...answered, path: path.split('?')[0] ?? '' })
    return answer
  }
  await ask(`/api/go/courses/${course}`)
  const press = {
    method: 'POST',
    body: JSON.stringify([course]),
    headers: { 'content-type': 'application/json', 'idempotency-key': `rush-${number}` },
  }
  const pay = () => ask(`/api/user/buy?user_id=${student.user_id}`, press)
  let buy = await pay()
  for (let pressed = 1; pressed < presses && buy.status !== 201; pressed++) {
    await sleep(ASK_EVERY_MS)
    buy = await pay()
  }
  const link = buy.status === 201 ? /\/pay\/(\w+)/.exec(buy.text)?.[1] : undefined
  if (buy.status === 201 && !link) met.push('a purchase had no link')
  if (!link || !pays) return { buy, asked, paidLink: undefined, paid: false, met }
  const paidLink = (await payAtGateway(shop, link)) ? link : undefined
  if (!paidLink) met.push('the gateway took no payment')
  const question = `/api/user/payment_status?${new URLSearchParams({ course_id: course, user_id: student.user_id })}`
  const until = Date.now() + PAID_PATIENCE_MS
  let paid = false
  while (paidLink && !paid && Date.now() < until) {
    const answer = await ask(question)
    paid = answer.status === 200 && (JSON.parse(answer.text) as { status: string }).status === 'paid'
    if (!paid) await sleep(ASK_EVERY_MS)
  }
  if (paidLink && !paid) met.push(`a buyer was not told of the payment within ${PAID_PATIENCE_MS / 1000} s`)
  return { buy, asked, paidLink, paid, met }
}

/** The gateway is another machine: it takes what it can be asked. */
async function payAtGateway(shop: RushShop, link: string): Promise<boolean> {
  const headers = { authorization: `Basic ${shop.gatewayKeys}`, 'content-type': 'application/json' }
  for (let tries = 0; tries < GATEWAY_TRIES; tries++) {
    const answer = await fetch(`${shop.gateway}/control/links/${link}/pay`, { method: 'POST', headers, body: '{}' })
    await answer.text()
    if (answer.ok) return true
    await sleep(ASK_EVERY_MS)
  }
  return false
}

type Asked = Press & Answered

/** Status 0 when no answer came. */
export async function askShop({ url }: Pick<RushShop, 'url'>, path: string, init: RequestInit): Promise<Asked> {
  const [at, begun] = [Date.now(), performance.now()]
  const ms = () => Math.round(performance.now() - begun)
  try {
    const answer = await fetch(`${url}${path}`, init)
    const text = await answer.text()
    return { path, at, status: answer.status, text, ms: ms(), retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    return { path, at, status: 0, text: String(error), ms: ms(), retryAfter: null }
  }
}

/**
 * Begins a visit so many times a second, evenly, whatever becomes of those before it; `ended` when the last one has begun, and how many
 * have; `gone` when all have ended.
 */
export function evenly<Seen>(
  visit: (number: number) => Promise<Seen>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): { ended: Promise<number>; gone: Promise<Seen[]> } {
  const visits: Promise<Seen>[] = []
  const begun = performance.now()
  const come = async () => {
    for (;;) {
      const passed = (performance.now() - begun) / 1000
      if (passed >= seconds) return visits.length
      while (visits.length < passed * perSecond) visits.push(visit(visits.length))
      await sleep(5)
    }
  }
  const ended = come()
  return { ended, gone: ended.then(() => Promise.all(visits)) }
}
