import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noticeList } from './notices.ts'
import type { ToastOptions } from './toaster.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wide = () => noticeList(() => false)
type List = ReturnType<typeof wide>

const show = (list: List, title: string, options: ToastOptions = {}) =>
  list.show({ kind: 'success', title, ...options })
const titles = (list: List) => list.current().map(({ title, leaving }) => (leaving ? `${title} goes` : title))
const action = { label: 'Undo', onClick: () => {} }

describe('the list of notices', () => {
  it('shows the newest first, each for its time, and fades it before removal', () => {
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

  it('shows a notice with an action long enough to reach it', () => {
    const list = wide()
    show(list, 'removed', { action })
    vi.advanceTimersByTime(9_999)
    expect(titles(list)).toEqual(['removed'])
    vi.advanceTimersByTime(1)
    expect(titles(list)).toEqual(['removed goes'])
  })

  it('replaces a notice with the same id, also a fading one, for its whole time', () => {
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

  it('gives a notice whose predecessor with that id is gone its whole time, too', () => {
    const list = wide()
    show(list, 'closed', { id: 'cart' })
    vi.advanceTimersByTime(1000)
    list.end('cart')
    show(list, 'again', { id: 'cart' })
    vi.advanceTimersByTime(4499)
    expect(titles(list)).toEqual(['again'])
    vi.advanceTimersByTime(201)
    expect(titles(list)).toEqual([])
    show(list, 'pushed out', { id: 'cart' })
    vi.advanceTimersByTime(1000)
    for (const title of ['a', 'b', 'c']) show(list, title, { duration: 60_000 })
    show(list, 'anew', { id: 'cart' })
    vi.advanceTimersByTime(4499)
    expect(titles(list)).toEqual(['anew', 'c', 'b'])
  })

  it('shows three at most besides fading ones: the oldest goes, but rather one without an action', () => {
    const list = wide()
    for (const title of ['k', 'l', 'm', 'n']) show(list, title, { id: title })
    expect(titles(list)).toEqual(['n', 'm', 'l'])
    list.end('m')
    show(list, 'o')
    expect(titles(list)).toEqual(['o', 'n', 'm goes', 'l'])
    vi.advanceTimersByTime(5000)
    expect(titles(list)).toEqual([])
    for (const title of ['a', 'b', 'c']) show(list, title, { action })
    show(list, 'd')
    expect(titles(list)).toEqual(['d', 'c', 'b'])
    show(list, 'e', { action })
    expect(titles(list)).toEqual(['e', 'c', 'b'])
  })

  it('shows one of each kind on a phone, and more after it is turned', () => {
    let narrow = true
    const list = noticeList(() => narrow)
    show(list, 'a')
    show(list, 'b', { action })
    show(list, 'c')
    expect(titles(list)).toEqual(['c', 'b'])
    show(list, 'd', { action })
    expect(titles(list)).toEqual(['d', 'c'])
    narrow = false
    show(list, 'e')
    expect(titles(list)).toEqual(['e', 'd', 'c'])
  })

  it('stops the time while any reason holds it, and continues with the rest', () => {
    const list = wide()
    vi.advanceTimersByTime(7000)
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

  it('removes a closed notice, whatever holds the others, and notifies listeners', () => {
    const list = wide()
    const received = vi.fn()
    const leave = list.subscribe(received)
    show(list, 'one', { id: 'one' })
    list.hold('pointer', true)
    list.end('one')
    list.end('one')
    expect(titles(list)).toEqual(['one goes'])
    list.hold('pointer', false)
    vi.advanceTimersByTime(200)
    expect(titles(list)).toEqual([])
    expect(received).toHaveBeenCalledTimes(3)
    leave()
    show(list, 'two')
    expect(received).toHaveBeenCalledTimes(3)
  })
})
