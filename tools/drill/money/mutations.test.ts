import { expect, test } from 'vitest'
import { findStale } from './mutations.ts'

test('every planted fault has its place in the sources and its test', async () => {
  expect(await findStale()).toEqual([])
})
