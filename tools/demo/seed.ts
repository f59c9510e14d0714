import { DEMO_SEEN } from 'contract/before-live'
import { expiryInstant } from 'contract/expiry'
import { addDays, indianDay } from 'contract/indian-time'
import { demoShop } from 'contract/shop/demo'
import type { Config } from '../../server/src/config.ts'
import type { Context, Db } from '../../server/src/context.ts'
import type { Files } from '../../server/src/platform/files/files.ts'
import { issueDocuments } from '../../server/src/sales/documents/documents.service.ts'
import { hashPassword } from '../../server/src/shop/auth/passwords.ts'
import { writeCatalogue } from '../../server/src/shop/catalogue/catalogue.queries.ts'
import { findSettled, lockShop, saveShop, storePolicyText } from '../../server/src/shop/settings/settings.queries.ts'
import { newId } from '../sandbox-gateway/ids.ts'
import { ensureSchema } from '../sandbox-gateway/schema.ts'
import { demoCourses } from './courses/index.ts'
import { insertPages } from './demo-pages.ts'
import { insertCourses } from './seed-courses.ts'
import { type StoredMedia, storeMedia } from './seed-media.ts'
import { insertOrders } from './seed-orders.ts'
import { insertPeople } from './seed-student.ts'

export { DEMO_STUDENT } from './seed-student.ts'

/** The part of a `Context` that the seed needs. */
export interface SeedContext {
  db: Db
  config: Pick<Config, 'demoPassword' | 'production'> & Partial<Pick<Config, 'sandbox'>>
  files: Pick<Files, 'tempPath' | 'adopt' | 'removeAll'>
  log: { info(data: object, message: string): void }
  now: () => Date
}

/**
 * Fills an empty database with the demo: courses and their files, promo codes, and a student with orders, in one
 * transaction. Returns false without changes if the database has any course or user, or the owner removed the demo. Throws in production.
 */
export async function seedDemo({ db, config, files, log, now }: SeedContext): Promise<boolean> {
  if (config.production || !config.demoPassword) throw new Error('Demo data is refused in production')
  if (!(await isEmpty(db))) return false

  const at = now()
  const started = performance.now()
  const passwordHash = await hashPassword(config.demoPassword)
  let media: StoredMedia | undefined
  try {
    const seeded = await writeCatalogue(db, async (trx) => {
      // A lock lets one of several starting instances in.
      if (!(await isEmpty(trx))) return false
      media = await storeMedia(trx, files, at)
      await insertCourses(trx, demoCourses, media, at)
      await insertPromocodes(trx, at)
      await printDemo(trx, at)
      await insertPages(trx, media.urlOf, at)
      const people = await insertPeople(trx, passwordHash, at)
      await insertOrders({ db: trx, courses: demoCourses, media, now: at, ...people })
      await issuePapers({ db: trx, config, log, now })
      if (config.sandbox) await insertLedger(trx)
      return true
    })
    if (seeded) {
      log.info({ courses: demoCourses.length, ms: Math.round(performance.now() - started) }, 'demo data written')
    }
    return seeded
  } catch (error) {
    await media?.discard()
    throw error
  }
}

/** Issues the documents of the demo's sales, so that documents equal money from the start. Nobody gets an email about them. */
async function issuePapers(ctx: Omit<SeedContext, 'files'>): Promise<void> {
  const queue = { send: async () => {}, sendAll: async () => {} }
  // Documents need no more of a context than this.
  const issuing = { ...ctx, queue } as unknown as Context
  const paid: { order_id: string }[] = await ctx
    .db('orders')
    .whereNotNull('paid_at')
    .orderBy('paid_at')
    .select('order_id')
  for (const { order_id } of paid) await issueDocuments(issuing, order_id)
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { empty: boolean }[] }>(
    'select not exists (select from courses) and not exists (select from users) as empty',
  )
  return rows[0]?.empty === true && !(await findSettled(db)).includes(DEMO_SEEN)
}

/** Writes the demo's texts, figures, guarantee and offers, unless the owner has begun with their own. */
async function printDemo(trx: Db, now: Date): Promise<void> {
  // The shop itself writes which keys it has.
  const { payments, ...begun } = (await lockShop(trx)).changes
  if (Object.keys(begun).length > 0) return
  await saveShop(trx, { ...demoShop, ...(payments && { payments }) }, now)
  await storePolicyText(trx, 'guarantee', String(demoShop.guarantee.days), now)
}

/** `days` counts from the day of the seed, in Indian time; a code after its day shows 'Promocode has expired'. */
const codes: { promocode: string; discount: number; days: number; course_id: string | null }[] = [
  { promocode: 'WELCOME10', discount: 10, days: 365, course_id: null },
  { promocode: 'REELS20', discount: 20, days: 90, course_id: 'reels-growth-mega-bundle' },
  { promocode: 'DIWALI25', discount: 25, days: -10, course_id: null },
  { promocode: 'FREE100', discount: 100, days: 60, course_id: 'bio-link-in-an-hour' },
]

async function insertPromocodes(db: Db, now: Date): Promise<void> {
  await db('promocodes').insert(
    codes.map(({ days, ...code }) => {
      const expiry_date = addDays(indianDay(now), days)
      return { ...code, expiry_date, expires_at: new Date(expiryInstant(expiry_date) ?? Number.NaN), created_at: now }
    }),
  )
}

type Paid = { payment_id: string; amount_paise: number; method: string; created_at: Date; refunded_paise: number }
type Refunded = { refund_id: string; payment_id: string; amount_paise: number; created_at: Date }

const rest = { currency: 'INR', notes: '{}' }

/** Writes the payments and refunds of the demo into the ledger of the sandbox, whose payouts then equal the orders. */
async function insertLedger(db: Db): Promise<void> {
  await ensureSchema(db)
  const paid: Paid[] = await db('order_payments as p').select(
    'p.payment_id',
    'p.amount_paise',
    'p.method',
    'p.created_at',
    db.raw(
      `(select coalesce(sum(amount_paise), 0) from refunds r where r.payment_id = p.payment_id) as refunded_paise`,
    ),
  )
  const refunded: Refunded[] = await db('refunds').select(
    'gateway_refund_id as refund_id',
    'payment_id',
    'amount_paise',
    'created_at',
  )
  for (const { refunded_paise: amount_refunded_paise, ...payment } of paid) {
    const { amount_paise, created_at } = payment
    const order = { order_id: newId('order_'), amount_paise, created_at, ...rest }
    await db('sandbox.orders').insert({ ...order, amount_paid_paise: amount_paise, status: 'paid', attempts: 1 })
    const status = amount_refunded_paise === amount_paise ? 'refunded' : 'captured'
    const captured = { order_id: order.order_id, amount_refunded_paise, status, captured: true, ...rest }
    await db('sandbox.payments').insert({ ...payment, ...captured })
  }
  await db('sandbox.refunds').insert(
    refunded.map((refund) => ({ ...refund, status: 'processed', speed: 'normal', ...rest })),
  )
}
