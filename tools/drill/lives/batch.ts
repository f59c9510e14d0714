import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { readConfig } from '../../../server/src/config.ts'
import { signToken } from '../../../server/src/shop/auth/tokens.ts'
import { findBroken } from '../../../server/test/invariants.ts'
import type { ScratchDatabases } from '../../../server/test/scratch-databases.ts'
import { taxSettings } from '../../../server/test/tax-settings.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { createRandom } from '../money/random.ts'
import { gatewayKeysOf, type Place, plain } from '../shop.ts'
import { deliverLate, HEARS, look } from './calls.ts'
import { compare } from './compare.ts'
import { startInstances } from './instances.ts'
import { beginLife, type Life, REWARD, type Shop } from './life.ts'
import { syncMembers } from './mandates.ts'
import { passDebits, settleMembers } from './members.ts'
import { playStep } from './play.ts'
import { type ReadPartner, readOrders, readShop } from './read.ts'
import type { Step, Times } from './steps.ts'

/** A life to play: its number draws its prices, its steps are data. */
export type Script = { number: number; steps: readonly Step[] }
export type Ended = { number: number; steps: readonly Step[]; wrong: string[]; played: string[] }

const DAY = 86_400_000
const YEAR = 365 * DAY
const TEMPLATE = 'template'
/** Seconds of the clock that a life has in a day; its steps follow each other by one. */
const SECONDS_EACH = 20
/** Jobs that run each day. */
const DAILY = ['parts-due', 'renewals-due', 'referral-rewards', 'issue-documents', 'partner-statements']
const settings = (databaseUrl: string, dataDir: string) => ({
  ...plain,
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PAY_PAGE: 'on',
  FFMPEG: 'off',
  SECOND_FACTOR_DAYS: '36500',
})

/** Makes the database that each batch gets a copy of, by the shop's own start. The gateway delivers nothing by itself. */
export async function prepareTemplate(place: Place, databases: ScratchDatabases): Promise<void> {
  const url = await databases.create(TEMPLATE)
  const instances = await startInstances(settings(url, place.folder), Date.now())
  await instances.close()
  const db = place.open(url)
  await ensureSchema(db)
  const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
  await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 1_000_000_000, fault: lose })
  await db('pay_link_settings')
    .insert({ singleton: true, is_on: true, support_percent: 20 })
    .onConflict('singleton')
    .merge()
  await db('referral_settings').update({ reward_coins: REWARD })
  await db('referral_terms').insert({ since: new Date(0), reward_coins: REWARD })
  await db.destroy()
}

/** Plays some lives in one shop, side by side in time and one after the other; after each day all are compared with the model. */
export async function playBatch(
  place: Place,
  databases: ScratchDatabases,
  { name, seed, times, scripts }: { name: string; seed: number; times: Times; scripts: readonly Script[] },
): Promise<{ ended: Ended[]; kills: number }> {
  const url = await databases.create(name, { template: TEMPLATE })
  const db = place.open(url)
  const instances = await startInstances(settings(url, place.folder), times.start)
  let [now, day] = [times.start, 0]
  try {
    await setUp(db, times)
    const shop: Shop = {
      db,
      instances,
      times,
      gatewayKeys: await gatewayKeysOf(place.folder),
      ownerToken: await openOwner(db, place.folder, times.start),
      now: () => now,
      day: () => day,
      lastEvent: 0,
      dataDir: place.folder,
    }
    const setClock = (next: number) => {
      now = next
      return instances.setClock(next)
    }
    const lives: Life[] = []
    for (const { number } of scripts)
      lives.push(await beginLife(shop, number, createRandom(seed).fork(`life ${number}`)))
    const steps = new Map(scripts.map((script) => [script.number, script.steps]))
    for (const [index, since] of times.days.entries()) {
      day = index
      const morning = times.start + since * DAY
      await passDebits(shop, { until: morning, random: createRandom(seed).fork(`debits ${name} ${index}`), setClock })
      await setClock(morning)
      await db('sessions')
        .where({ audience: 'admin' })
        .update({ confirmed_at: new Date(morning + 3_600_000) })
      const going = lives.filter(({ wrong }) => wrong.length === 0)
      await passTime(shop, going)
      for (const [place, life] of going.entries()) {
        for (const [n, step] of (steps.get(life.number) ?? []).filter((one) => one.day === index).entries()) {
          await setClock(morning + (60 + place * SECONDS_EACH + n) * 1_000)
          await playStep(life, step)
          const faults = instances.takeFaults()
          life.wrong.push(...faults)
        }
      }
      await setClock(morning + 3_600_000)
      await settle(shop, going)
    }
    const ended = lives.map(({ number, wrong, played }) => ({ number, steps: steps.get(number) ?? [], wrong, played }))
    return { ended, kills: instances.kills() }
  } finally {
    await instances.close()
    await db.destroy()
    await databases.drop(name)
  }
}

async function setUp(db: Knex, { start, days, taxes, coinsPercent }: Times): Promise<void> {
  const changes = { guarantee: { days: 30 }, coins: { rupees: 1, at_most_percent: coinsPercent } }
  await db('shop_settings').update({ changes: JSON.stringify(changes), version: db.raw('version + 1') })
  for (const { from, tax } of taxes) {
    if (!tax) continue
    const valid_from = new Date(start + (days[from] ?? 0) * DAY).toISOString().slice(0, 10)
    const { rate: _, ...row } = taxSettings({ valid_from, prices: tax.onTop ? 'exclusive' : 'inclusive' })
    await db('tax_settings').insert({ ...row, rate_basis_points: tax.rate * 100 })
  }
}

export async function openOwner(db: Knex, dataDir: string, start: number): Promise<string> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const admin = await db('admins').orderBy('id').first('id', 'admin_id')
  const session_id = randomBytes(24).toString('base64url')
  const [issuedAt, expiresAt] = [new Date(start - 1_000), new Date(start + YEAR)]
  const times = { created_at: issuedAt, expires_at: expiresAt, confirmed_at: issuedAt }
  await db('sessions').insert({ session_id, audience: 'admin', admin_id: admin.id, ...times })
  return signToken(config, 'admin', { session_id, subject: admin.admin_id, issuedAt, expiresAt })
}

/** The time between two days: links expire, the shop asks about open orders, and its daily jobs run. */
async function passTime(shop: Shop, lives: readonly Life[]): Promise<void> {
  const { db, instances } = shop
  const headers = { authorization: `Basic ${shop.gatewayKeys}` }
  await instances.call(0, '/sandbox/razorpay/control/deliver', { body: {}, headers })
  const due: string[] = await db('orders')
    .where('poll_after', '<=', new Date(shop.now()))
    .where({ status: 'created' })
    .orderBy('poll_after')
    .pluck('order_id')
  await instances.checkOrders(shop.day(), due)
  await instances.work(shop.day(), HEARS, ['members-due'])
  for (const life of lives) await look(life)
  await instances.work(shop.day(), HEARS, DAILY)
  for (const { model } of lives) {
    model.reward(shop.now())
    model.partner.closeMonth(shop.now())
  }
}

/** Has the shop hear of what was lost or is late, and compares. */
async function settle(shop: Shop, lives: readonly Life[]): Promise<void> {
  const { db, instances } = shop
  for (const life of lives) {
    const unheard = [...life.unheard].map(({ id }) => id)
    life.unheard.clear()
    if (unheard.length > 0) await instances.checkOrders(life.number, unheard)
    await look(life)
    await deliverLate(life)
  }
  await settleMembers(
    shop,
    lives.filter(({ isMemberBehind }) => isMemberBehind),
  )
  // The gateway's lists name what no event has named; automatic refunds reach the gateway now.
  await instances.work(shop.day(), HEARS, ['look-back'])
  await instances.work(shop.day() + 1, HEARS, ['issue-documents'])
  const last = await db('sandbox.deliveries').max({ last: 'delivery_id' }).first()
  shop.lastEvent = Number(last?.last ?? 0)
  for (const life of lives) await syncMembers(life)
  const orderIds = lives.flatMap(({ model }) => model.orders.map(({ id }) => id))
  const orders = await readOrders(db, orderIds)
  const read = await readShop(db, { orderIds, userIds: lives.flatMap(({ people }) => people.map(({ id }) => id)) })
  const { body } = await instances.call(0, '/api/admin/partners', { token: shop.ownerToken })
  const partners = body.partners as ReadPartner[]
  for (const life of lives) {
    await look(life, orders)
    for (const order of life.model.orders) life.model.partner.bill(order, read.nets.get(order.id))
    const wrong = await compare(life, orders, { ...read, partners })
    life.wrong.push(...wrong)
    for (const what of wrong) life.played.push(`    ✗ ${what}`)
  }
  const made: { order_id: string; order_no: string }[] = await db('orders').select('order_id', 'order_no')
  for (const what of await findBroken(db, new Date(shop.now()))) {
    const named = made.flatMap(({ order_id, order_no }) => (what.includes(order_no) ? order_id : []))
    const life = lives.find(({ model, people }) =>
      [...model.orders.map(({ id }) => id), ...people.map(({ user_id }) => user_id)].some(
        (id) => what.includes(id) || named.includes(id),
      ),
    )
    ;(life ?? lives[0])?.wrong.push(what)
  }
  const faults = instances.takeFaults()
  if (faults.length > 0 && lives[0]) lives[0].wrong.push(...faults)
}
