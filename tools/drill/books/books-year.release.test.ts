// Runs before a release: a year of orders, and its books by the month. `BOOKS_ORDERS=20000 npx vitest run tools/drill/books` plays the whole length.

import { expect, test } from 'vitest'
import { lengthOf, seed } from '../../../server/test/scope.ts'
import { liveBooksYear } from './books-year.ts'

const orders = lengthOf('BOOKS_ORDERS', { full: 20_000, usual: 250 })

test('the books of a year equal the world and SQL to the paisa, and closed months do not change', {
  timeout: 3 * 3_600_000,
}, async () => {
  const { violations, ...result } = await liveBooksYear({ orders, seed })
  console.info(JSON.stringify(result))
  expect(violations, `seed ${seed}`).toEqual([])
  expect(result).toMatchObject({ orders })
})
