import { beforeEach, expect, it } from 'vitest'
import { installBrowserStorage } from '../../stores/browser-storage.ts'
import { cart, startCart, useCart } from '../../stores/cart.ts'
import { bringBack, earlierLines, orderAgain } from './earlier-cart.ts'

const course = (id: string) => ({ course_id: id, name: id, price: 100, banner: '' })
const ids = () => useCart.getState().lines.map(({ id }) => id)
const buyNow = (id: string) => cart.replaceWith(course(id))

beforeEach(() => {
  installBrowserStorage()
  startCart()
})

it('Buy Now sets the cart aside, and its lines return beside the course', () => {
  for (const id of ['a', 'b']) cart.add(course(id))
  cart.setQuantity('b', 3)
  buyNow('c')
  expect(ids()).toEqual(['c'])
  expect(earlierLines(useCart.getState().lines).map(({ id }) => id)).toEqual(['a', 'b'])
  bringBack()
  expect(ids().sort()).toEqual(['a', 'b', 'c'])
  expect(useCart.getState().lines.find(({ id }) => id === 'b')?.quantity).toBe(3)
  expect(earlierLines(useCart.getState().lines)).toEqual([])
})

it('several courses in a row lose no line', () => {
  cart.add(course('a'))
  buyNow('b')
  buyNow('c')
  expect(earlierLines(useCart.getState().lines).map(({ id }) => id)).toEqual(['b', 'a'])
  buyNow('a')
  expect(earlierLines(useCart.getState().lines).map(({ id }) => id)).toEqual(['c', 'b'])
})

it('Pay again fills the cart with its courses, seats and code', () => {
  cart.add(course('a'))
  const line = { course_id: 'b', course_name: 'B', course_banner: '', price: 299, quantity: 2 }
  orderAgain({ courses: [line], promocode: 'HAAT20' })
  expect(useCart.getState()).toMatchObject({
    lines: [{ id: 'b', name: 'B', price: 299, quantity: 2 }],
    promocode: 'HAAT20',
  })
  expect(earlierLines(useCart.getState().lines).map(({ id }) => id)).toEqual(['a'])
})
