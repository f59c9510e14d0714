import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildUser, PASSWORD } from '../../../server/test/people-factories.ts'
import { type Answer, ask, byStatus, within } from '../client.ts'
import { OWNER, type ProductionShop, type Site, withProductionShop } from '../shop.ts'

export type From = {
  addresses: number
  /** Each address in its own network; else all in a few networks. */
  scattered?: boolean
  /** Attacks a second, whether or not earlier ones were answered. */
  rate: number
  seconds: number
}

export type Flood = {
  aloneMs: number
  attacks: Answer[]
  /** Delay of each attack on a busy machine. */
  lateMs: number[]
  students: Answer[]
  owners: Answer[]
  violations: string[]
}

/** Returns the address number `index` of an attacker. */
const attacker = (index: number) => `10.1.${index >> 8}.${index & 255}`
const scatteredAttacker = (index: number) => `11.${index >> 8}.${index & 255}.1`
const visitor = (index: number) => `10.2.${index >> 8}.${index & 255}`

const SEND_EVERY_MS = 5
/** Minimum pause between right logins, so that they alone do not fill the machine. */
const BETWEEN_MS = 200
const PART_OF_ALL = 3
const MOST_MS = 2_000

/**
 * Sends wrong passwords to every call that hashes: one from every address at once, then at a fixed rate. Meanwhile
 * students log in from new addresses, one after the other, and now and then the owner does.
 */
export async function floodSignIns(site: Site, { addresses, scattered = false, rate, seconds }: From): Promise<Flood> {
  return withProductionShop(site, { TRUST_PROXY: '1' }, async (shop) => {
    const flood: Flood = { aloneMs: 0, attacks: [], lateMs: [], students: [], owners: [], violations: [] }
    const emails = await students(shop, Math.ceil((seconds * 1000) / BETWEEN_MS))
    const { token, userId } = await signedUp(shop)
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    const logIn = (email: string, index: number) =>
      post(shop, { path: '/api/login', body: { email, phone: null, password: PASSWORD } }, visitor(index))
    const alone: Answer[] = []
    for (let n = 0; n < 9; n++) alone.push(await logIn(emails[0] ?? '', 61_000 + n))
    flood.aloneMs = within(alone, 0.5)
    const between = Math.max(BETWEEN_MS, PART_OF_ALL * flood.aloneMs)
    const begun = performance.now()
    const isOver = () => performance.now() - begun >= seconds * 1000
    const underway: Promise<unknown>[] = []
    const attack = async () => {
      for (let n = 0; !isOver(); await sleep(SEND_EVERY_MS)) {
        for (; ; n++) {
          const late = performance.now() - begun - Math.max(0, ((n - addresses) * 1000) / rate)
          if (late < 0) break
          flood.lateMs.push(late)
          const from = (scattered ? scatteredAttacker : attacker)(n % addresses)
          underway.push(post(shop, attackOf(n, emails, token), from, agent).then((it) => flood.attacks.push(it)))
        }
      }
    }
    const attacking = attack()
    for (const [index, email] of emails.entries()) {
      if (isOver()) break
      underway.push(logIn(email, index).then((answer) => flood.students.push(answer)))
      if (index % 10 === 5) {
        const owner = { path: '/api/admin/login', body: OWNER }
        underway.push(post(shop, owner, visitor(60_000)).then((answer) => flood.owners.push(answer)))
      }
      await sleep(between)
    }
    await attacking
    await Promise.all(underway)
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

/** Returns a login of a student, of nobody or of the owner, or a password change. */
function attackOf(n: number, emails: string[], token: string): Wanted {
  const email = n % 2 ? (emails[n % emails.length] ?? '') : `nobody${n}@example.com`
  if (n % 5 === 3) return { path: '/api/admin/login', body: { email: OWNER.email, password: 'Wrong-Pass-11' } }
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
  const headers = { 'x-forwarded-for': from }
  return ask(`${program.url}${path}`, { body, token, headers, ...(agent ? { agent } : {}) })
}

async function signedUp(shop: ProductionShop): Promise<{ token: string; userId: string }> {
  const body = { email: 'attacker@example.com', phone: '9876543210', password: PASSWORD }
  const { text } = await post(shop, { path: '/api/register', body }, attacker(0))
  const { token = '', user_id: userId = '' } = JSON.parse(text) as { token?: string; user_id?: string }
  return { token, userId }
}

/** Creates students whose passwords are hashed at the real cost. */
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
