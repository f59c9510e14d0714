import { expect, test } from 'vitest'
import { nextStamp } from './new.mjs'

const now = new Date('2026-11-21T04:05:06.789Z')

test('a migration gets the stamp of now, or follows the newest one', () => {
  expect(nextStamp(['20261101000000_users.ts'], now)).toBe('20261121040506')
  expect(nextStamp(['20261101000000_a.ts', '20261209120000_b.ts'], now)).toBe('20261209120001')
})
