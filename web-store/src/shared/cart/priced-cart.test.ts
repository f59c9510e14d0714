import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { useCart } from '../../stores/cart.ts'
import { presentQuery } from './priced-cart.ts'

it('the courses of a cart are requested once it is known: a buy link fills it after the page has opened', async () => {
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, presentQuery())
  const stop = observer.subscribe(() => undefined)
  expect(queries.isFetching()).toBe(0)
  expect(observer.getCurrentResult().data).toBeUndefined()
  const line = { id: 'reels', name: 'Reels', price: 499, banner: '/b.webp', quantity: 1 }
  useCart.setState({ lines: [line], ready: true })
  observer.setOptions(presentQuery())
  expect(queries.isFetching()).toBe(1)
  stop()
  await queries.cancelQueries()
})
