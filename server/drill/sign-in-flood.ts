import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildUser, PASSWORD } from '../test/people-factories.ts'
import {
  type Answer,
  ask,
  attacker,
  byStatus,
  type ProductionShop,
  visitor,
  within,
  withProductionShop,
} from './production-shop.ts'

export type Flood = {
  addresses: number
  aloneMs: number
  attacks: Answer[]
  students: Answer[]
  owners: Answer[]
  violations: string[]
}

/** Of one address, at once. */
const PARALLEL = 80
/** Before an attacker tries again. */
const PAUSE_MS = 100
/** Right log-ins come at most as often, and never so often that they fill the machine by themselves. */
const BETWEEN_MS = 200
const PART_OF_ALL = 3
const MOST_MS = 2_000

/**
 * Wrong passwords from so many addresses at every call that hashes, for so many seconds, and right ones meanwhile: of
 * students who were never seen from their addresses, one after the other, and now and then of the owner.
 */
export async function floodSignIns(
  { serverUrl, prefix }: { serverUrl: string; prefix: string },
  { addresses, seconds }: { addresses: number; seconds: number },
): Promise<Flood> {
  return withProductionShop({ serverUrl, prefix, proxies: 1 }, async (shop) => {
    const flood: Flood = { addresses, aloneMs: 0, attacks: [], students: [], owners: [], violations: [] }
    const emails = await students(shop, Math.ceil((seconds * 1000) / BETWEEN_MS))
    const { token, userId } = await signedUp(shop)
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    const logIn = (email: string, index: number) =>
      post(shop, { path: '/api/login', body: { email, phone: null, password: PASSWORD } }, visitor(index))
    const alone: Answer[] = []
    for (let n = 0; n < 9; n++) alone.push(await logIn(emails[0] ?? '', 61_000 + n))
    flood.aloneMs = within(alone, 0.5)
    const between = Math.max(BETWEEN_MS, PART_OF_ALL * flood.aloneMs)
    const until = Date.now() + seconds * 1000
    const attack = async (lane: number) => {
      const from = attacker(lane % addresses)
      for (let n = lane; Date.now() < until; n++) {
        flood.attacks.push(await post(shop, attackOf(n, emails, token), from, agent))
        await sleep(PAUSE_MS)
      }
    }
    const lanes = Array.from({ length: Math.max(PARALLEL, addresses) }, (_, lane) => attack(lane))
    const rights: Promise<void>[] = []
    for (const [index, email] of emails.entries()) {
      if (Date.now() >= until) break
      rights.push(logIn(email, index).then((answer) => void flood.students.push(answer)))
      if (index % 10 === 5) {
        const owner = { path: '/api/admin/login', body: { email: 'owner@example.com', password: PASSWORD } }
        rights.push(post(shop, owner, visitor(60_000)).then((answer) => void flood.owners.push(answer)))
      }
      await sleep(between)
    }
    await Promise.all([...lanes, ...rights])
    agent.destroy()
    flood.violations.push(
      ...judge('log-ins of students', flood.students),
      ...judge('log-ins of the owner', flood.owners),
    )
    const faults = flood.attacks.filter(({ status }) => status === 0 || status === 500)
    if (faults.length > 0) flood.violations.push(`${faults.length} attacks met a fault: ${faults[0]?.text}`)
    if (userId === '') flood.violations.push('nobody could register')
    return flood
  })
}

type Wanted = { path: string; body: object; token?: string }

/** Log-ins of others and of nobody, of the owner, and changes of a password. */
function attackOf(n: number, emails: string[], token: string): Wanted {
  const email = n % 2 ? (emails[n % emails.length] ?? '') : `nobody${n}@example.com`
  if (n % 5 === 3) return { path: '/api/admin/login', body: { email: 'owner@example.com', password: 'Wrong-Pass-11' } }
  if (n % 5 === 4) {
    const body = { current_password: 'Wrong-Pass-11', new_password: 'Kesar-Pista-77' }
    return { path: '/api/user/change_password', body, token }
  }
  return { path: '/api/login', body: { email, phone: null, password: 'Wrong-Pass-11' } }
}

function post(
  { program }: ProductionShop,
  { path, body, token }: Wanted,
  from: string,
  agent?: Agent,
): Promise<Answer> {
  const headers = { 'x-forwarded-for': from, ...(token ? { authorization: `bearer ${token}` } : {}) }
  return ask(`${program.url}${path}`, { body, headers, ...(agent ? { agent } : {}) })
}

async function signedUp(shop: ProductionShop): Promise<{ token: string; userId: string }> {
  const body = { email: 'attacker@example.com', phone: '9876543210', password: PASSWORD }
  const { text } = await post(shop, { path: '/api/register', body }, attacker(0))
  const { token = '', user_id: userId = '' } = JSON.parse(text) as { token?: string; user_id?: string }
  return { token, userId }
}

/** Students whose passwords cost what they cost in earnest. */
async function students(shop: ProductionShop, count: number): Promise<string[]> {
  const emails: string[] = []
  for (let n = 0; n < count; n++) emails.push((await buildUser(shop.db)).email)
  const body = { email: 'first@example.com', phone: '9876543211', password: PASSWORD }
  await post(shop, { path: '/api/register', body }, visitor(60_001))
  const first = await shop.db('users').where({ email: body.email }).first('password_hash')
  await shop.db('users').whereIn('email', emails).update({ password_hash: first.password_hash })
  return emails
}

function judge(whose: string, answers: Answer[]): string[] {
  const failed = answers.filter(({ status }) => status !== 200)
  const slow = answers.filter(({ ms }) => ms > MOST_MS).length
  return [
    ...(failed.length > 0 ? [`${failed.length} right ${whose} failed: ${JSON.stringify(byStatus(failed))}`] : []),
    ...(slow > answers.length / 100
      ? [`${slow} of ${answers.length} right ${whose} took more than ${MOST_MS} ms`]
      : []),
  ]
}
