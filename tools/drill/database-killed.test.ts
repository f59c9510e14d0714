import { expect, test } from 'vitest'
import { canKillDatabase, drillDatabaseKilled } from './database-killed.ts'

test.skipIf(!canKillDatabase)(
  'the program’s own database is brought back after its death, which health says meanwhile; else the program ends with 1',
  { timeout: 120_000 },
  async () => {
    const { failures, healings } = await drillDatabaseKilled({ runs: 2, healWithinMs: 30_000 })
    expect(failures).toEqual([])
    expect(healings).toHaveLength(2)
  },
)
