import { indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { startTestGateway } from '../../../../test/gateway.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { taxSettings } from '../../../../test/tax-settings.ts'
import { addTaxSettings } from '../../documents/tax-settings.ts'

/** Upper bound of statements per purchase, with all options. */
const MOST_STATEMENTS = 10
/** The rate limiter takes a connection of the pool past its events, for one statement. */
const UNSEEN = 1

// The gateway keeps its ledger in a database of its own, so that every statement seen is the shop's.
let ledger: TestDatabase
let gateway: Awaited<ReturnType<typeof startTestGateway>>
let server: TestServer

beforeAll(async () => {
  ledger = await createTestDatabase({ empty: true })
  gateway = await startTestGateway(ledger.db)
  gateway.clock.now = new Date()
  const { keyId, keySecret, baseUrl } = gateway.gatewayKeys
  server = await startTestServer({
    work: false,
    env: { RATE_LIMITS: 'on', RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_BASE_URL: baseUrl },
  })
})
afterAll(async () => {
  await server.stop()
  await gateway.close()
  await ledger.drop()
})

type BuyOptions = { promocode?: string; key?: string; billing_state?: string }

/** The statements of one purchase of two courses, BEGIN and COMMIT counted. */
async function statementsOf(purchase: BuyOptions): Promise<string[]> {
  const user = await buildUser(server.db)
  const student = server.api(await server.userToken(user))
  const buildOne = () => buildCourse(server.db, { legal_disclaimer: 'No result is promised.' })
  const courses = [await buildOne(), await buildOne()]
  const seen: string[] = []
  const listen = ({ sql }: { sql: string }) => {
    // The queue looks after itself at times of its own.
    if (!sql.includes('pgboss')) seen.push(sql)
  }
  server.db.on('query', listen)
  const { promocode, key, billing_state } = purchase
  const answer = await student.orders.buy({
    query: { user_id: user.user_id, ...(promocode ? { promocode } : {}), ...(billing_state ? { billing_state } : {}) },
    headers: key ? { 'idempotency-key': key } : {},
    body: courses.map(({ course_id }) => course_id),
  })
  server.db.removeListener('query', listen)
  const order = await server.db('orders').where({ order_id: answer.order_id }).first()
  expect(order.payment_link).toBe(answer.payment_link)
  return seen
}

test('a purchase with all options takes few statements', async () => {
  const { promocode } = await buildPromocode(server.db, { discount: 10 })
  // The first call fills the caches.
  await statementsOf({})
  const plain: BuyOptions[] = [{}, { promocode }, { promocode, key: 'key-1' }]
  await matchesPlan(plain)
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()), prices: 'exclusive' }))
  await matchesPlan(plain.map((purchase) => ({ ...purchase, billing_state: '29' })))
})

async function matchesPlan(purchases: readonly BuyOptions[]) {
  for (const purchase of purchases) {
    const statements = await statementsOf(purchase)
    expect(statements.some((sql) => sql.includes('insert into orders'))).toBe(true)
    expect(statements.length + UNSEEN, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS)
  }
}
