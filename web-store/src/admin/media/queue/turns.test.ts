import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const never = new AbortController().signal
const soon = () => new Promise<void>((resolve) => setImmediate(resolve))

function setUp() {
  const inTurn = createTurns()
  const did: string[] = []
  const begin = (name: string, stopping = never) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const over = inTurn(stopping, () => {
      did.push(name)
      return promise
    })
    return { over, end: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { begin, did }
}

it('one follows the other, also after one that failed', async () => {
  const { begin, did } = setUp()
  const [a, b, c] = ['a', 'b', 'c'].map((name) => begin(name))
  await soon()
  expect(did).toEqual(['a'])
  a?.fail()
  await expect(a?.over).rejects.toThrow('a')
  await soon()
  expect(did).toEqual(['a', 'b'])
  b?.end()
  expect(await b?.over).toBe('b')
  c?.end()
  expect(await c?.over).toBe('c')
})

it('one that is stopped ahead of its turn ends at once, and nobody passes the one under way for it', async () => {
  const { begin, did } = setUp()
  const stopping = new AbortController()
  const [a, b, c] = [begin('a'), begin('b', stopping.signal), begin('c')]
  await soon()
  stopping.abort(new Error('stopped'))
  await expect(b.over).rejects.toThrow('stopped')
  await soon()
  expect(did).toEqual(['a'])
  a.end()
  await soon()
  expect(did).toEqual(['a', 'c'])
  await expect(begin('d', stopping.signal).over).rejects.toThrow('stopped')
  c.end()
  await c.over
})
