import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { takeBackMovedConsents } from '../consents/consents.queries.ts'
import { lockBuyers } from './users.queries.ts'

test('a statement over many students takes more ids than PostgreSQL has parameters', async () => {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  const ids = Array.from({ length: 66_000 }, (_, at) => at)
  expect(await db.transaction((trx) => lockBuyers(trx, ids))).toEqual([])
  await takeBackMovedConsents(db, 'move', { but: ids })
  await takeBackMovedConsents(db, 'move', { of: ids })
})
