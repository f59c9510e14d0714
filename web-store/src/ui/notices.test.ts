import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noticeList } from './notices.ts'
import type { ToastOptions } from './toaster.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wide = () => noticeList(() => false)
type List = ReturnType<typeof wide>

const show = (list: List, title: string, options: ToastOptions = {}) =>
  list.show({ kind: 'success', title, ...options })
const titles = (list: List) => list.current().map(({ title, leaving }) => (leaving ? `${title} goes` : title))
const action = { label: 'Undo' }

it('shows the newest first, each for its time, and lets it fade before it goes', () => {
  const list = wide()
  show(list, 'short', { duration: 2000 })
  show(list, 'usual')
  expect(titles(list)).toEqual(['usual', 'short'])
  vi.advanceTimersByTime(2000)
  expect(titles(list)).toEqual(['usual', 'short goes'])
  vi.advanceTimersByTime(200)
  expect(titles(list)).toEqual(['usual'])
  vi.advanceTimersByTime(2299)
  expect(titles(list)).toEqual(['usual'])
  vi.advanceTimersByTime(1)
  expect(titles(list)).toEqual(['usual goes'])
})

it('puts one with the id of another into its place, also of one that fades, for its whole time', () => {
  const list = wide()
  show(list, 'one', { id: 'cart' })
  show(list, 'beside')
  vi.advanceTimersByTime(4400)
  show(list, 'two', { id: 'cart' })
  expect(titles(list)).toEqual(['beside', 'two'])
  vi.advanceTimersByTime(4499)
  expect(titles(list)).toEqual(['two'])
  vi.advanceTimersByTime(1)
  expect(titles(list)).toEqual(['two goes'])
  show(list, 'three', { id: 'cart' })
  vi.advanceTimersByTime(300)
  expect(titles(list)).toEqual(['three'])
})

it('keeps three at most, and of those rather what offers something', () => {
  const list = wide()
  for (const title of ['a', 'b', 'c']) show(list, title, { action })
  show(list, 'd')
  expect(titles(list)).toEqual(['d', 'c', 'b'])
  show(list, 'e', { action })
  expect(titles(list)).toEqual(['e', 'c', 'b'])
})

it('keeps one of each sort on a phone', () => {
  const list = noticeList(() => true)
  show(list, 'a')
  show(list, 'b', { action })
  show(list, 'c')
  expect(titles(list)).toEqual(['c', 'b'])
  show(list, 'd', { action })
  expect(titles(list)).toEqual(['d', 'c'])
})

it('lets time stand still while any reason holds it, and goes on with what was left', () => {
  const list = wide()
  show(list, 'old')
  vi.advanceTimersByTime(4000)
  list.hold('pointer', true)
  list.hold('hidden', true)
  show(list, 'new')
  vi.advanceTimersByTime(60_000)
  list.hold('pointer', false)
  vi.advanceTimersByTime(60_000)
  expect(titles(list)).toEqual(['new', 'old'])
  list.hold('hidden', false)
  vi.advanceTimersByTime(500)
  expect(titles(list)).toEqual(['new', 'old goes'])
  vi.advanceTimersByTime(4000)
  expect(titles(list)).toEqual(['new goes'])
})

it('takes one away that is closed, whoever holds the others, and tells who listens', () => {
  const list = wide()
  const heard = vi.fn()
  const leave = list.subscribe(heard)
  show(list, 'one', { id: 'one' })
  list.hold('pointer', true)
  list.end('one')
  list.end('one')
  expect(titles(list)).toEqual(['one goes'])
  list.hold('pointer', false)
  vi.advanceTimersByTime(200)
  expect(titles(list)).toEqual([])
  expect(heard).toHaveBeenCalledTimes(3)
  leave()
  show(list, 'two')
  expect(heard).toHaveBeenCalledTimes(3)
})
