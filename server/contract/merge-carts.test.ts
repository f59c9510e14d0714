import { expect, test } from 'vitest'
import { fc } from '../test/fast-check.ts'
import type { CartEntry } from './carts.ts'
import { mergeCarts, uniteCarts } from './merge-carts.ts'

const entry = fc.record({ course_id: fc.constantFrom(...'abcdef'), quantity: fc.integer({ min: 1, max: 50 }) })
/** A cart as it is stored: each course once. */
const cart = fc.uniqueArray(entry, { maxLength: 6, selector: ({ course_id }) => course_id })
const seats = (lines: readonly CartEntry[]) =>
  Object.fromEntries(lines.map(({ course_id, quantity }) => [course_id, quantity]))

test('a union has each course of both carts once, with the larger quantity', () => {
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (one, other) => {
      const united = uniteCarts(one, other)
      const all = [...one, ...other]
      expect(new Set(united.map(({ course_id }) => course_id)).size).toBe(united.length)
      expect(new Set(united.map(({ course_id }) => course_id))).toEqual(new Set(all.map(({ course_id }) => course_id)))
      for (const { course_id, quantity } of united)
        expect(quantity).toBe(
          Math.max(...all.filter((line) => line.course_id === course_id).map((line) => line.quantity)),
        )
    }),
  )
})

test('a cart that meets another for the first time is united with it', () => {
  fc.assert(
    fc.property(cart, cart, (here, there) => {
      expect(seats(mergeCarts([], here, there))).toEqual(seats(uniteCarts(here, there)))
    }),
  )
})

test('a merge keeps what one side changed, and loses nothing that either side added', () => {
  fc.assert(
    fc.property(cart, cart, cart, (base, here, there) => {
      expect(seats(mergeCarts(base, here, base))).toEqual(seats(here))
      expect(seats(mergeCarts(base, base, there))).toEqual(seats(there))
      const merged = seats(mergeCarts(base, here, there))
      for (const side of [here, there])
        for (const { course_id, quantity } of side)
          if (quantity > (seats(base)[course_id] ?? 0)) expect(merged[course_id]).toBeGreaterThanOrEqual(quantity)
      expect(seats(mergeCarts(base, there, here))).toEqual(merged)
      const settled = mergeCarts(base, here, there)
      expect(mergeCarts(settled, settled, settled)).toEqual(settled)
    }),
  )
})
