import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { picture, video } from '../../../server/test/upload-files.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { insist, linkOf } from '../client.ts'
import { gatewayKeysOf, makeStudents, ownerToken } from '../shop.ts'

const COURSES = 20
/** Pause between two uploads. */
const UPLOAD_EVERY_MS = 400

/** A shop that sells over HTTP: of ten orders one is free, three are paid at the gateway, the others stay open. */
export type Trade = {
  /** Places orders by several buyers at once while an admin uploads and deletes. */
  sell(orders: number, buyers: number): Promise<void>
  /** Resolves once so many orders exist. */
  reached(orders: number): Promise<void>
  /** Returns the orders so far, the seconds since the first, and their quotient. */
  rate(): { orders: number; seconds: number; perSecond: number }
  stop(): void
}

/** Creates courses, codes and an admin in the database of a running program, and students as they arrive. */
export async function openTrade(
  url: string,
  machine: { DATABASE_URL: string; DATA_DIR: string },
  db: Knex,
): Promise<Trade> {
  await ensureSchema(db)
  const courses: string[] = []
  for (let n = 0; n < COURSES; n++) courses.push((await buildCourse(db, { price: 99 + n })).course_id)
  await buildPromocode(db, { promocode: 'FREE', discount: 100 })
  const gatewayKeys = await gatewayKeysOf(machine.DATA_DIR)
  const adminToken = await ownerToken(url, machine.DATA_DIR)

  let made = 0
  let stopped = false
  let begun = 0

  async function order(number: number, { user_id, token }: { user_id: string; token: string }): Promise<void> {
    const course = courses[number % courses.length]
    const code = number % 10 === 0 ? '&promocode=FREE' : ''
    const press = { body: [course], token }
    const { status, body } = await insist<{ payment_link?: string }>(
      `${url}/api/user/buy?user_id=${user_id}${code}`,
      press,
      [502, 503],
    )
    if (status !== 201) throw new Error(`buying answered ${status} ${JSON.stringify(body)}`)
    const link = linkOf(body.payment_link)
    if ([1, 4, 7].includes(number % 10) && link)
      await insist(`${url}/sandbox/razorpay/control/links/${link}/pay`, { gatewayKeys, body: {} }, [])
    made++
  }

  async function buyers(orders: number, next: () => number): Promise<void> {
    for (let number = next(); number < orders && !stopped; number = next()) {
      const [buyer] = await makeStudents(db, machine.DATA_DIR, { first: number, count: 1 })
      if (!buyer) throw new Error('no student was made')
      // Each student buys a few, which makes histories.
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
    stop() {
      stopped = true
    },
  }
}
