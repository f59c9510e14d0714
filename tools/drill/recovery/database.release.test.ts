// Runs before a release: kills, stops and hangs databases.

import { expect, test } from 'vitest'
import { drillDatabaseKilled } from './database-killed.ts'
import { throughOutage } from './outage.ts'
import { canHaveOwnPostgres } from './own-postgres.ts'

test.skipIf(!canHaveOwnPostgres)(
  'the program restarts its killed database while health reports it, and exits with 1 if it cannot',
  { timeout: 240_000 },
  async () => {
    expect(await drillDatabaseKilled(2, { healWithinMs: 30_000 })).toEqual([])
  },
)

test.skipIf(!canHaveOwnPostgres).each(['stopped', 'hung'] as const)(
  'C17, F3: calls and webhooks while the database is %s get 503 in time, and are served and settled afterwards',
  { timeout: 240_000 },
  async (kind) => {
    expect((await throughOutage(kind, 4)).violations).toEqual([])
  },
)
