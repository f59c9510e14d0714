// Runs before a release: plants faults to prove that tests find them.

import { expect, inject, test } from 'vitest'
import { seed } from '../../../server/test/scope.ts'
import { money } from './money.ts'
import { drillMutations } from './mutations.ts'
import { createRandom } from './random.ts'

test('a planted fault fails its test', { timeout: 240_000 }, async () => {
  const { serverUrl } = inject('testDatabase')
  const results = await drillMutations({ serverUrl, runs: money.mutations.small, random: createRandom(seed) })
  expect(
    results.map(({ mutation, why }) => [mutation.file, mutation.replace, why]),
    `seed ${seed}`,
  ).toEqual([[expect.any(String), expect.any(String), '']])
})
