import { ORPCError } from '@orpc/client'
import { expect, it } from 'vitest'
import { whileBusy } from './start-purchase.ts'

const busy = new ORPCError('unavailable', { status: 503, message: 'Many people are here at the moment.' })

/** A call that fails with these in turn, and then answers. */
function failing(...errors: Error[]) {
  const seen = { calls: 0, rests: 0 }
  const call = async () => {
    const error = errors[seen.calls++]
    if (error) throw error
    return 'a link'
  }
  const rest = async () => void seen.rests++
  return { seen, made: () => whileBusy(call, rest) }
}

it('a busy shop is called again after a pause', async () => {
  const { seen, made } = failing(busy, busy)
  expect(await made()).toBe('a link')
  expect(seen).toEqual({ calls: 3, rests: 2 })
})

it('a busy shop is called four times, then its refusal is the result', async () => {
  const { seen, made } = failing(busy, busy, busy, busy, busy)
  await expect(made()).rejects.toBe(busy)
  expect(seen).toEqual({ calls: 4, rests: 3 })
})

it.each([
  ['another refusal', new ORPCError('price_changed', { status: 409, message: 'The price has changed' })],
  ['a lost answer', new TypeError('Failed to fetch')],
])('no call repeats after %s', async (_, error) => {
  const { seen, made } = failing(error)
  await expect(made()).rejects.toBe(error)
  expect(seen).toEqual({ calls: 1, rests: 0 })
})
