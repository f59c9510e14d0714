import { expect, test } from 'vitest'
import type { Db } from '../../context.ts'
import { countTry as countTryOf, type Trying } from './tries.ts'

const shop = {} as Db
const countTry = (trying: Trying) => countTryOf(shop, trying)

let clients = 0
/** Builds a client, by default in its own network. */
function stranger(more: Partial<Trying> = {}): Trying {
  clients += 1
  return { lane: 'open', who: `client ${clients}`, network: `network ${clients}`, ...more }
}

test('a client that a flood keeps out is behind new clients, not behind failing or busier ones', () => {
  const stored = stranger()
  for (let n = 0; n < 5; n++) countTry(stored).refused()
  const rank = countTry(stored).rank
  const [failed, busy] = [stranger(), stranger()]
  countTry(failed).stays()
  countTry(busy)
  expect(rank).toBeGreaterThan(countTry(stranger()).rank)
  expect(rank).toBeLessThan(countTry(failed).rank)
  expect(rank).toBeLessThan(countTry(busy).rank)
})

test('a try that succeeded is taken back, but not those that failed', () => {
  const [good, bad] = [stranger(), stranger()]
  countTry(good).takenBack()
  expect(countTry(good).rank).toBe(countTry(stranger()).rank)
  countTry(bad).stays()
  countTry(bad).takenBack()
  expect(countTry(bad).rank).toBeGreaterThan(countTry(stranger()).rank)
})

test('clients of a quiet network go first among equals in failures', () => {
  const flood = Array.from({ length: 50 }, () => countTry(stranger({ network: '198.51.100' })))
  flood[0]?.stays()
  // Many honest people of one provider at once are no flood.
  const honest = Array.from({ length: 20 }, () => countTry(stranger({ network: '203.0.113' })))
  honest[0]?.refused()
  for (const one of flood) expect(honest[1]?.rank).toBeLessThan(one.rank)
  // A network alone puts nobody behind who has failed less.
  const again = stranger()
  countTry(again).stays()
  expect(countTry(stranger({ network: '198.51.100' })).rank).toBeLessThan(countTry(again).rank)
})

test('failures of others from his client do not stand before somebody who is known there, but his own do', async () => {
  const client = stranger()
  for (let n = 0; n < 9; n++) countTry(client).stays()
  const known = { ...client, pair: { name: 'Asha, at home', known: Promise.resolve(true) } }
  const mine = countTry(known)
  expect(mine.rank).toBeGreaterThan(9)
  await known.pair.known
  expect(mine.rank).toBeLessThan(countTry(stranger()).rank)
  const another = countTry(known)
  await known.pair.known
  expect(another.rank).toBeGreaterThan(countTry(stranger()).rank)
})

test('without the database nobody is known, and everybody is served', async () => {
  const gone = Promise.reject(new Error('gone'))
  const mine = countTry(stranger({ pair: { name: 'Asha, anywhere', known: gone } }))
  await gone.catch(() => {})
  expect(mine.rank).toBe(countTry(stranger()).rank)
})

test('failures in one shop weigh nothing in another', () => {
  const client = stranger()
  countTry(client).stays()
  expect(countTryOf({} as Db, client).rank).toBe(countTry(stranger()).rank)
})
