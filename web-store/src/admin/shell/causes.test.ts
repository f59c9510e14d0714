import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { causeOf, causeText } from '../lists/ErrorState.tsx'

const answer = (status: number, message = '') => {
  const error = new ORPCError('x', { status, data: {} })
  error.message = message
  return error
}
const textOf = (error: unknown, online = true) => causeText(causeOf(error, online), error)

test('only what did not reach the server is a matter of the connection', () => {
  for (const status of [400, 403, 404, 409, 422, 429, 500, 502, 503, 504]) {
    expect([status, /connection|internet is back/.test(textOf(answer(status), false))]).toEqual([status, false])
  }
  expect(textOf(new TypeError('Failed to fetch'))).toContain('check your connection')
  expect(textOf(new TypeError('Failed to fetch'), false)).toContain('You are offline')
})

test('a missing thing, a fault and a server that is away are three causes', () => {
  expect(textOf(answer(404))).toBe('We could not find it. It may have been deleted.')
  expect(textOf(answer(500, 'Internal server error'))).toContain('Something went wrong on the shop’s server')
  expect(textOf(answer(503))).toContain('not ready')
  expect(textOf(answer(503, 'The database is away for a moment'))).toBe('The database is away for a moment')
  expect(textOf(answer(403, 'Your role may not do this'))).toBe('Your role may not do this')
  expect(textOf(answer(422, 'At most 366 days at once'))).toBe('At most 366 days at once')
})
