import { expect, test } from 'vitest'
import { savedOf } from './BundleMark.tsx'

const part = (price: number, more = {}) => ({ course_id: 'a', price, on_sale: true as const, ...more })

test('a bundle saves the difference to what its courses cost alone now', () => {
  expect(savedOf(1199, [part(499), part(799), part(599)])).toEqual({ alone: 1897, saved: 698 })
  expect(savedOf(900, [part(499.1), part(799, { sale_price: 400.2 })])).toEqual({ alone: 899.3, saved: 0 })
})

test('a course that is not sold alone leaves no saving to show', () => {
  const { on_sale: _, ...gone } = part(799)
  expect(savedOf(500, [part(499), gone]).saved).toBe(0)
})
