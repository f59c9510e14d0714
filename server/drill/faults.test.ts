import { expect, test } from 'vitest'
import { breakDatabase, withFaultedShop } from './faults.ts'
import { canHaveOwnPostgres, startOwnPostgres } from './own-postgres.ts'

test.skipIf(!canHaveOwnPostgres)(
  'a database that is stopped or hangs is a 503, the program lives on and heals by itself (F3)',
  { timeout: 120_000 },
  async () => {
    const postgres = await startOwnPostgres()
    try {
      const { broken, healed } = await withFaultedShop(postgres, breakDatabase)
      const [alive, needy] = [true, false].map((health) =>
        broken.filter(({ asked }) => (asked === '/api/health') === health),
      )
      expect(new Set(alive?.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(needy?.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['503 unavailable']))
      expect(healed.map(({ status }) => status)).toEqual([200, 200])
    } finally {
      await postgres.close()
    }
  },
)
