import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { noAnswer } from '../../api/call-types.ts'
import { purchaseFailure, registrationFailure } from './purchase-failures.ts'
import { createAttemptKeys } from './use-purchase.ts'

const refusal = (status: number, code: string, message: string, data = {}) =>
  new ORPCError(code, { status, message, data })
const lost = noAnswer(new TypeError('Failed to fetch'))

describe('a purchase that stops', () => {
  it('shows the sentence of the server, or its own without one', () => {
    expect(purchaseFailure(refusal(502, 'gateway_error', 'The bank is closed'))).toEqual({
      kind: 'refused',
      message: 'The bank is closed',
    })
    expect(purchaseFailure(lost)).toEqual({ kind: 'network', message: 'Failed to process purchase' })
  })

  it('tells an error of our own code as no fault of the line', () => {
    const own = new TypeError('URL.canParse is not a function')
    for (const failure of [purchaseFailure(own), registrationFailure(own)])
      expect(failure).toEqual({ kind: 'refused', message: 'Something went wrong. Please try again later.' })
  })

  it('requests a new confirmation when the price changed', () => {
    const error = refusal(409, 'price_changed', 'The price has changed', { total: 599.5 })
    expect(purchaseFailure(error)).toMatchObject({ kind: 'price_changed', total: 599.5 })
  })

  it('names the invoice field that the shop requires', () => {
    const errors = [{ path: 'billing_state', message: 'Please choose your state' }]
    expect(purchaseFailure(refusal(422, 'invalid', 'Please choose your state', { errors }))).toEqual({
      kind: 'billing',
      field: 'billing_state',
      message: 'Please choose your state',
    })
    expect(purchaseFailure(refusal(422, 'invalid', 'Bad', { errors: [{ path: 'user_id' }] })).kind).toBe('refused')
  })

  it('names the course that is owned already', () => {
    const error = refusal(409, 'already_purchased', 'You already own Reels', { course_id: 'reels' })
    expect(purchaseFailure(error)).toEqual({
      kind: 'already_purchased',
      courseId: 'reels',
      message: 'You already own Reels',
    })
  })

  it.each([
    [401, 'authentication_expired', 'Session expired. Please log in again.'],
    [401, 'authentication_required', 'Please log in'],
    [403, 'forbidden', 'Authentication failed'],
    [422, 'invalid', 'Bad token'],
  ])('signs out on %i %s "%s"', (status, code, message) => {
    expect(purchaseFailure(refusal(status, code, message)).kind).toBe('signed_out')
  })

  it('refreshes the cart when a course or the code is gone', () => {
    expect(purchaseFailure(refusal(404, 'not_found', 'Course not found'))).toMatchObject({
      kind: 'cart_changed',
      promocode: false,
    })
    expect(purchaseFailure(refusal(422, 'promocode_expired', 'Promocode has expired'))).toMatchObject({
      kind: 'cart_changed',
      promocode: true,
    })
  })
})

describe('a registration that stops', () => {
  it('offers to log in when the email is known', () => {
    expect(registrationFailure(refusal(409, 'email_taken', 'Email already registered'))).toEqual({
      kind: 'account_exists',
      field: 'email',
      message: 'Email already registered',
    })
  })

  it('uses its own words for a lost connection and for an answer without any', () => {
    expect(registrationFailure(lost)).toEqual({ kind: 'network', message: 'Failed to register user' })
    expect(registrationFailure(refusal(429, 'rate_limited', 'Too many tries'))).toEqual({
      kind: 'refused',
      message: 'Too many tries',
    })
  })
})

describe('the idempotency key', () => {
  it('stays the same with its content until the purchase succeeds', () => {
    let made = 0
    const keys = createAttemptKeys(() => `key-${++made}`)
    expect(keys.keyFor(['reels', 499])).toBe('key-1')
    expect(keys.keyFor(['reels', 499])).toBe('key-1')
    expect(keys.keyFor(['reels', 599])).toBe('key-2')
    keys.succeeded()
    expect(keys.keyFor(['reels', 599])).toBe('key-3')
  })

  it('resists guessing', () => {
    const keys = [1, 2, 3].map(() => createAttemptKeys().keyFor('same'))
    expect(new Set(keys).size).toBe(3)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })
})
