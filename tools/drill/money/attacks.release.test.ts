// Runs before a release: attacks a program in production mode.

import { expect, inject, test } from 'vitest'
import { drillAttacks } from './attacks.ts'
import { money } from './money.ts'

test('no attack of the list succeeds', async () => {
  const { serverUrl } = inject('testDatabase')
  const attacks = await drillAttacks({ serverUrl, prefix: `attacks_${process.pid}` }, { tries: money.attacks.small })
  expect(attacks.flatMap(({ name, violations }) => violations.map((violation) => `${name}: ${violation}`))).toEqual([])
  expect(attacks).toHaveLength(7)
})
