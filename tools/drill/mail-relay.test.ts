import { expect, test } from 'vitest'
import { createTestDatabase } from '../../server/test/database.ts'
import { drillMailRelay } from './mail-relay.ts'

test('P2: no call that mails brings a text of its caller to a stranger', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase()
  try {
    const { mails, withText, failures } = await drillMailRelay({ databaseUrl: database.url, rounds: 1 })
    expect(failures).toEqual([])
    expect(mails).toBeGreaterThan(6)
    expect(withText).toBe(0)
  } finally {
    await database.drop()
  }
})
