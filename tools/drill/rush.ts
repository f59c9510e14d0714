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
  const client = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const headers = { authorization: `bearer ${student.token}`, 'x-forwarded-for': client }
  const met: string[] = []
  const asked: Answered[] = []
  const ask = async (path: string, init: RequestInit = {}) => {
    const at = Date.now()
    const answer = await askShop(shop, path, { ...init, headers: { ...headers, ...init.headers } })
    const { status, ms, retryAfter } = answer
    asked.push({ path: path.split('?')[0] ?? '', status, ms, at, retryAfter })
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

type Asked = Press & { retryAfter: string | null }

async function askShop({ url }: RushShop, path: string, init: RequestInit): Promise<Asked> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    const answer = await fetch(`${url}${path}`, init)
    const text = await answer.text()
    return { status: answer.status, text, ms: ms(), retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    return { status: 0, text: String(error), ms: ms(), retryAfter: null }
  }
}
