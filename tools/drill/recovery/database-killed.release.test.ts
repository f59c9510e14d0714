// Release: kills databases.

import { expect, test } from 'vitest'
import { drillDatabaseKilled } from './database-killed.ts'
import { canHaveOwnPostgres } from './own-postgres.ts'
import { recovery } from './recovery.ts'

test.skipIf(!canHaveOwnPostgres)(
  'the program restarts its killed database while health reports it, and exits with 1 if it cannot',
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
