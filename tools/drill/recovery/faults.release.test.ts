// Release: ends processes and connections at many points, for minutes.

import { expect, test } from 'vitest'
import { ALIVE, breakDatabase, withFaultedShop } from './faults.ts'
import { breakGateway, gatewayFaults } from './gateway-faults.ts'
import { judgeOutage, throughOutage } from './outage.ts'
import { canHaveOwnPostgres } from './own-postgres.ts'
import { recovery } from './recovery.ts'

test.skipIf(!canHaveOwnPostgres)(
  'the program answers 503 while its database is stopped or hangs, and recovers by itself (F3)',
  { timeout: 120_000 },
  async () => {
    const { broken, healed } = await withFaultedShop(breakDatabase)
    const [alive, needy] = [true, false].map((of) => broken.filter(({ asked }) => ALIVE.includes(asked) === of))
    expect(new Set(alive?.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(needy?.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['503 unavailable']))
    expect(healed.map(({ status }) => status)).toEqual([200, 200])
  },
)

test.skipIf(!canHaveOwnPostgres).each(['stopped', 'hung'] as const)(
  'webhooks that arrive while the database is %s are refused in time and settled afterwards (C17)',
  { timeout: 120_000 },
  async (kind) => {
    const outage = await throughOutage(kind, recovery.outage.small)
    expect(outage).toMatchObject({ webhooks: expect.any(Number), answers: { 503: expect.any(Number) } })
    expect(judgeOutage(outage)).toEqual([])
  },
)

const QUICK = ['gateway acts and cuts the line', 'gateway acts and answers 502 with a page', 'gateway answers 429']

test.skipIf(!canHaveOwnPostgres)(
  'a gateway that fails during purchase, check and refund leaves one link, one payment and one refund',
  { timeout: 180_000 },
  async () => {
    const some = gatewayFaults.filter(({ name }) => QUICK.includes(name))
    const { broken, healed, violations } = await withFaultedShop((shop) => breakGateway(shop, some))
    expect(violations).toEqual([])
    expect(new Set(broken.map(({ status }) => status))).toEqual(new Set([502]))
    expect(broken.filter(({ ms, withinMs }) => ms > withinMs)).toEqual([])
    expect(healed.map(({ status }) => status)).toEqual(some.map(() => 201))
  },
)
