import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPaidOrder, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { fc } from '../../../test/fast-check.ts'
import { buildAdmin } from '../../../test/people-factories.ts'
import type { Db } from '../../context.ts'
import { enlist } from './audience.queries.ts'
import { findResults, insertLetter, readResults, setLetter } from './letters.queries.ts'

const SENT = new Date('2027-03-04T04:30:00Z')
const later = (days: number) => new Date(SENT.getTime() + days * 86_400_000)

let database: TestDatabase
let adminId: number
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await buildAdmin(database.db)).id
})
afterAll(() => database.drop())

let reader: { id: number }
let other: { id: number }
let letterId: string
let order: string
/** A letter that two got, of whom one bought. */
beforeEach(async () => {
  const { db } = database
  await db('letters').delete()
  reader = await buildStudentRow(db)
  other = await buildStudentRow(db)
  letterId = await buildLetter(db)
  await enlist(db, { letterId, userIds: [reader.id, other.id], channel: 'email', dueAt: SENT })
  await rows(db).update({ state: 'handed_over', sent_at: SENT })
  order = (await buildPaidOrder(db, { user_id: reader.id })).order_id
  await db('orders')
    .where({ order_id: order })
    .update({ paid_at: later(1), payment_id: `pay_${order}` })
})

async function buildLetter(db: Db, step?: { sequence_id: string; step: number; active: boolean }): Promise<string> {
  const button = { button: { label: 'Look', url: '/courses' } }
  const letter = { name: 'N', subject: 'S', blocks: [button, button], segment: { all: [] }, channel: 'email' as const }
  const id = await insertLetter(db, { letter, madeBy: adminId, now: SENT, ...(step && { step }) })
  await setLetter(db, id, { status: 'sending', begun_at: SENT })
  return id
}

const rows = (db: Db) => db('letter_recipients').where({ letter_id: letterId })
const row = (db: Db) => rows(db).where({ user_id: reader.id })
const orders = (db: Db) => db('orders').where({ order_id: order })
const refunds = (db: Db) => db('refunds').where({ order_id: order })
const click = (link_no: number, ms: number) => async (db: Db) =>
  db('letter_clicks')
    .insert({
      recipient_id: (await row(db).first())?.recipient_id ?? null,
      link_no,
      clicked_at: new Date(+later(0) + ms),
    })
    .onConflict()
    .ignore()
const refund = (db: Db) =>
  db('refunds')
    .insert({
      refund_id: `rf_${order}`,
      order_id: order,
      payment_id: `pay_${order}`,
      amount_paise: 900,
      status: 'processed',
    })
    .onConflict()
    .ignore()

/** Every kind of change that results can have. */
const changes: Record<string, (db: Db) => PromiseLike<unknown>> = {
  'waits again': (db) => row(db).update({ state: 'waiting', sent_at: null }),
  'is leased': (db) => row(db).update({ state: 'leased' }),
  'was handed over': (db) => row(db).update({ state: 'handed_over', sent_at: SENT }),
  'was refused': (db) => row(db).update({ state: 'refused', reason: null }),
  'has a bad address': (db) => row(db).update({ state: 'refused', reason: 'bad_address' }),
  'is unknown': (db) => row(db).update({ state: 'unknown' }),
  'is skipped': (db) => row(db).update({ state: 'skipped', reason: 'segment' }),
  bounced: (db) => row(db).update({ bounced_at: SENT }),
  'was blocked': (db) => row(db).update({ blocked_at: SENT }),
  complained: (db) => row(db).update({ complained_at: SENT }),
  'unsubscribed by the letter': (db) => row(db).update({ unsubscribed_at: SENT }),
  'got it later': (db) => row(db).update({ sent_at: later(2) }),
  'is deleted with the row': (db) => row(db).delete(),
  'is enlisted': (db) => enlist(db, { letterId, userIds: [reader.id], channel: 'email', dueAt: SENT }),
  clicked: click(1, 60_000),
  'clicked at once on another link': click(2, 60_500),
  'has no clicks': (db) => db('letter_clicks').delete(),
  'paid now': (db) => orders(db).update({ status: 'paid', paid_at: later(1) }),
  'paid too late': (db) => orders(db).update({ paid_at: later(7) }),
  'did not pay': (db) => orders(db).update({ status: 'created', paid_at: null }),
  'paid another sum': (db) => orders(db).update({ captured_paise: 12_300 }),
  'has an order in review': (db) => orders(db).update({ status: 'review' }),
  'got all back': (db) => orders(db).update({ status: 'refunded' }),
  'gave the order away': (db) => orders(db).update({ user_id: other.id }),
  'has the order again': (db) => orders(db).update({ user_id: reader.id }),
  'was paid by another payment': (db) => orders(db).update({ payment_id: 'pay_other' }),
  'got some back': refund,
  'gets it back later': (db) => refunds(db).update({ status: 'pending' }),
  'got more back': (db) => refunds(db).update({ status: 'processed', amount_paise: 1_000 }),
  'got nothing back': (db) => refunds(db).delete(),
}
const names = Object.keys(changes)

async function expectRight(): Promise<void> {
  const { db } = database
  expect(await readResults(db, [letterId])).toEqual(await findResults(db, [letterId]))
}

test('a letter that two got, of whom one bought', async () => {
  const results = (await readResults(database.db, [letterId])).get(letterId)
  expect(results).toMatchObject({ recipients: 2, sent: 2, waiting: 0, clicked: 0, orders: 1, revenue: 499 })
})

test('stored results are those of a count after every change, in any order', async () => {
  const { db } = database
  for (const name of names) {
    await changes[name]?.(db)
    await expectRight()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 20 }), async (steps) => {
      for (const name of steps) {
        await changes[name]?.(db)
        await expectRight()
      }
    }),
    { numRuns: 15, endOnFailure: true },
  )
})

test.each(names)('a reader sees nothing of a change under way and all of it afterwards: %s', async (name) => {
  const { db } = database
  await refund(db)
  await click(2, 61_000)(db)
  await readResults(db, [letterId])
  const trx = await db.transaction()
  await changes[name]?.(trx)
  await expectRight()
  await trx.commit()
  await expectRight()
})

test('unchanged results are read without a look at readers or orders', async () => {
  const { db } = database
  await readResults(db, [letterId])
  const statements: string[] = []
  const note = ({ sql }: { sql: string }) => statements.push(sql)
  db.on('query', note)
  await readResults(db, [letterId])
  db.off('query', note)
  expect(statements).toHaveLength(2)
  expect(statements.filter((sql) => /letter_recipients|orders|update/.test(sql))).toEqual([])
  await row(db).update({ handing_at: SENT, tries: 3, error: 'Later', address: 'a@example.com' })
  expect(await db('stale_letters').where({ letter_id: letterId })).toEqual([])
})

test('readers at the same time count once and agree', async () => {
  const { db } = database
  const all = await Promise.all(Array.from({ length: 4 }, () => readResults(db, [letterId])))
  for (const one of all) expect(one).toEqual(await findResults(db, [letterId]))
  expect(await db('stale_letters').where({ letter_id: letterId })).toEqual([])
})

test('an order is one, and its money counts once, for a reader of two occasions of a step', async () => {
  const { db } = database
  await db('sequences').insert({
    sequence_id: 'seq_one',
    name: 'S',
    trigger: 'order_unpaid',
    active: false,
    made_at: SENT,
    changed_at: SENT,
  })
  const stepId = await buildLetter(db, { sequence_id: 'seq_one', step: 1, active: true })
  for (const occasion of ['one', 'two'])
    await enlist(db, { letterId: stepId, userIds: [reader.id], channel: 'email', dueAt: SENT, occasion })
  await db('letter_recipients').where({ letter_id: stepId }).update({ state: 'handed_over', sent_at: SENT })
  expect((await findResults(db, [stepId])).get(stepId)).toMatchObject({ sent: 2, orders: 1, revenue: 499 })
  expect(await db('stale_letters').where({ letter_id: stepId })).toEqual([])
})
