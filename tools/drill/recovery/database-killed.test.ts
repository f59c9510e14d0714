import { expect, test } from 'vitest'
import { drillDatabaseKilled } from './database-killed.ts'
import { canHaveOwnPostgres } from './own-postgres.ts'
import { recovery } from './recovery.ts'

test.skipIf(!canHaveOwnPostgres)(
  'the program’s own database is brought back after its death, which health says meanwhile; else the program ends with 1',
  { timeout: 120_000 },
  async () => {
    const { failures, healings } = await drillDatabaseKilled({
      runs: recovery['database-killed'].small,
      healWithinMs: 30_000,
    })
    expect(failures).toEqual([])
    expect(healings).toHaveLength(2)
  },
)
