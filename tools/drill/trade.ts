import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from 'contract/indian-time'
import { readConfig } from '../../server/src/config.ts'
import { createDb, PATIENT } from '../../server/src/platform/db/knex.ts'
import { signToken } from '../../server/src/shop/auth/tokens.ts'
import { buildCourse, buildPromocode } from '../../server/test/catalogue-factories.ts'
import { buildAdmin } from '../../server/test/people-factories.ts'
import { picture, video } from '../../server/test/upload-files.ts'
import { ensureSchema } from '../sandbox-gateway/schema.ts'

const COURSES = 20
/** Between one upload and the next. */
const UPLOAD_EVERY_MS = 400

/** A shop that sells, all over HTTP: of ten orders one is free, three are paid at the gateway, the others left open. */
export type Trade = {
  /** Makes this many orders, by so many buyers at once, while an admin uploads and deletes. */
  sell(orders: number, buyers: number): Promise<void>
  /** Resolves once so many orders were made. */
  reached(orders: number): Promise<void>
  /** Orders so far, the seconds since the first, and both in one. */
  rate(): { orders: number; seconds: number; perSecond: number }
  close(): Promise<void>
}

/** Courses, codes, an admin and students with living sessions in the database of a running program. */
export async function openTrade(url: string, machine: { DATABASE_URL: string; DATA_DIR: string }): Promise<Trade> {
  const db = createDb(machine.DATABASE_URL, { poolMax: 2, timeouts: { ...PATIENT, statement: 60_000, query: 65_000 } })
  await ensureSchema(db)
  const courses: string[] = []
  for (let n = 0; n < COURSES; n++) courses.push((await buildCourse(db, { price: 99 + n })).course_id)
  await buildPromocode(db, { promocode: 'FREE', discount: 100 })
  const config = readConfig({ DATA_DIR: machine.DATA_DIR })
  const { sandbox_key_secret: secret } = JSON.parse(await readFile(join(machine.DATA_DIR, 'secrets.json'), 'utf8'))
  const gateway = `Basic ${Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64')}`
  const admin = await buildAdmin(db)
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + DAY_MS)
  const adminSession = {
    session_id: 'session-of-the-drill',
    audience: 'admin',
    admin_id: admin.id,
    expires_at: expiresAt,
  }
  await db('sessions').insert(adminSession)
  const session_id = adminSession.session_id
  const adminToken = signToken(config, 'admin', { session_id, subject: admin.admin_id, issuedAt, expiresAt })

  let made = 0
  let stopped = false
  let begun = 0

  async function student(number: number): Promise<{ user_id: string; token: string }> {
    const { rows } = await db.raw<{ rows: { id: number; user_id: string; session_id: string }[] }>(insertStudent, {
      number,
    })
    const [row] = rows
    if (!row) throw new Error('no student was made')
    const claims = { session_id: row.session_id, subject: row.user_id, issuedAt, expiresAt }
    return { user_id: row.user_id, token: signToken(config, 'user', claims) }
  }

  async function order(number: number, buyer: { user_id: string; token: string }): Promise<void> {
    const course = courses[number % courses.length]
    const code = number % 10 === 0 ? '&promocode=FREE' : ''
    const buy = () => post(`${url}/api/user/buy?user_id=${buyer.user_id}${code}`, [course], `bearer ${buyer.token}`)
    let answer = await buy()
    // A machine that is busy says so, and a buyer tries again.
    for (let tries = 0; [502, 503].includes(answer.status) && tries < 50; tries++) {
      await sleep(200)
      answer = await buy()
    }
    if (answer.status !== 201) throw new Error(`buying answered ${answer.status} ${JSON.stringify(answer.body)}`)
    const link = /\/pay\/(\w+)$/.exec(answer.body.payment_link ?? '')?.[1]
    if ([1, 4, 7].includes(number % 10) && link)
      await post(`${url}/sandbox/razorpay/control/links/${link}/pay`, {}, gateway)
    made++
  }

  async function buyers(orders: number, next: () => number): Promise<void> {
    for (let number = next(); number < orders && !stopped; number = next()) {
      const buyer = await student(number)
      // Each student buys a few, so that there are histories.
      for (const one of [number, number + 1, number + 2].filter((one) => one < orders)) await order(one, buyer)
    }
  }

  async function library(until: () => boolean): Promise<void> {
    for (let n = 0; until(); n++) {
      const [kind, bytes, name] =
        n % 2
          ? (['video', video('mp4', 200_000), 'a.mp4'] as const)
          : (['image', await picture('png', { width: 400, height: 300 }), 'a.png'] as const)
      const body = new FormData()
      body.set(`${kind}_file`, new File([new Uint8Array(bytes)], name))
      const headers = { authorization: `bearer ${adminToken}` }
      const sent = await fetch(`${url}/api/admin/courses/upload_${kind}/`, { method: 'PUT', headers, body })
      const { video_url, image_url } = (await sent.json()) as { video_url?: string; image_url?: string }
      const mediaId = (video_url ?? image_url ?? '').split('/')[2]
      if (!mediaId && sent.status !== 503) throw new Error(`the upload answered ${sent.status}`)
      if (mediaId && n % 3 === 2) await fetch(`${url}/api/admin/media/${mediaId}`, { method: 'DELETE', headers })
      await sleep(UPLOAD_EVERY_MS)
    }
  }

  return {
    async sell(orders, count) {
      begun = performance.now()
      let at = -3
      const next = () => {
        at += 3
        return at
      }
      const uploading = library(() => made < orders && !stopped)
      await Promise.all([uploading, ...Array.from({ length: count }, () => buyers(orders, next))]).finally(() => {
        stopped = true
      })
    },
    async reached(orders) {
      while (made < orders && !stopped) await sleep(20)
    },
    rate() {
      const seconds = (performance.now() - begun) / 1000
      return { orders: made, seconds, perSecond: made / seconds }
    },
    async close() {
      stopped = true
      await db.destroy()
    },
  }
}

type Answer = { status: number; body: { payment_link?: string } }

async function post(url: string, body: unknown, authorization: string): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const insertStudent = `
with made as (
  insert into users (user_id, name, email, phone, phone_key, referral_code)
  values ('usr_drill' || :number, 'Student ' || :number, 'drill' || :number || '@example.com', '9' || lpad(:number::text, 9, '0'),
    '9' || lpad(:number::text, 9, '0'), 'DRILL' || :number)
  returning id, user_id
), opened as (
  insert into sessions (session_id, audience, user_id, expires_at)
  select 'session-' || user_id, 'user', id, now() + interval '1 day' from made
  returning session_id, user_id
)
select made.id, made.user_id, opened.session_id from made join opened on opened.user_id = made.id`
