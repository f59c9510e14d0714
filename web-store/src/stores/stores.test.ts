import { beforeEach, describe, expect, it } from 'vitest'
import { installBrowserStorage } from './browser-storage.ts'
import { cart, seatCount, startCart, useCart } from './cart.ts'
import { isSignedIn, session, startSession, useSession } from './session.ts'
import { storage, storageKeys } from './storage.ts'

const reels = { course_id: 'reels', name: 'Reels', price: 499, banner: '/media/a/b.webp' }
const scripts = { course_id: 'scripts', name: 'Scripts', price: 299.5, banner: '' }
const user = { user_id: 'u1', name: 'Asha', email: 'asha@example.com', phone: '9876543210' }

let browser: ReturnType<typeof installBrowserStorage>
beforeEach(() => {
  browser = installBrowserStorage()
  storage.remove(...storageKeys)
  startCart()
  startSession()
})

describe('the storage', () => {
  it('drops values of a wrong form', () => {
    const broken = {
      user: '{"user_id":',
      cart: '{"a":1}',
      redirectAfterLogin: '//evil.example',
      theme: 'pink',
      admin_info: '[]',
    }
    for (const [key, text] of Object.entries(broken)) browser.texts.set(key, text)
    for (const key of Object.keys(broken)) expect(storage.read(key as keyof typeof broken)).toBeUndefined()
    expect(browser.texts.size).toBe(0)
  })

  it.each(['{', '[', 'null', '7', '"text"', '[null,3,{"id":4}]', '{"user_id":5}', '\u0000'])(
    'cart and session are empty where each entry is %j',
    (text) => {
      // With `session_only` nothing would be read.
      for (const key of storageKeys) if (key !== 'session_only') browser.texts.set(key, text)
      startCart()
      startSession()
      expect(useCart.getState().lines).toEqual([])
      expect(isSignedIn(useSession.getState())).toBe(false)
      expect((['user', 'redirectAfterLogin', 'theme'] as const).map((key) => storage.read(key))).toEqual(
        Array(3).fill(undefined),
      )
    },
  )

  it('keeps the good lines of a cart and repairs the repairable ones', () => {
    const lines = [
      { id: 'reels', name: 'Reels', price: 499, banner: 'b', quantity: 2 },
      { id: 'reels', name: 'Again', price: 1, banner: '', quantity: 1 },
      { id: 'x', name: 'No price', price: 'free', quantity: 1 },
      { id: 'scripts', name: 'Scripts', price: 299.5, quantity: -3 },
      null,
    ]
    browser.texts.set('cart', JSON.stringify(lines))
    expect(storage.read('cart')).toEqual([
      { id: 'reels', name: 'Reels', price: 499, banner: 'b', quantity: 2 },
      { id: 'scripts', name: 'Scripts', price: 299.5, banner: '', quantity: 1 },
    ])
  })

  it('drops the offline catalogue when it is full, and reports when that is not enough', () => {
    browser = installBrowserStorage(400)
    expect(storage.write('courses_cache', ['x'.repeat(300)])).toBe(true)
    expect(storage.write('access_token', 't'.repeat(200))).toBe(true)
    expect(storage.read('courses_cache')).toBeUndefined()
    expect(storage.write('promocode', 'p'.repeat(500))).toBe(false)
  })

  it('stores in memory what a full or forbidden storage refuses, until it is removed', () => {
    browser = installBrowserStorage(0)
    session.signIn({ user, token: 'T1' })
    expect(session.authorization()).toBe('bearer T1')
    session.expire('/checkout')
    expect(session.authorization()).toBeUndefined()
    expect(session.takeRedirect()).toBe('/checkout')
    expect(session.takeRedirect()).toBeUndefined()
  })

  it('works in a browser without storage', () => {
    Object.assign(globalThis, { localStorage: undefined })
    expect(storage.read('cart')).toBeUndefined()
    expect(storage.write('promocode', 'HAAT20')).toBe(false)
    expect(cart.add(reels)).toBe('added')
    expect(cart.add(reels)).toBe('already')
    expect(seatCount(useCart.getState())).toBe(1)
  })
})

describe('the cart', () => {
  it('takes a course once, in the form that other tabs and visits read', () => {
    expect([cart.add(reels), cart.add(scripts), cart.add(reels)]).toEqual(['added', 'added', 'already'])
    expect(JSON.parse(browser.texts.get('cart') ?? '')).toEqual([
      { id: 'reels', name: 'Reels', price: 499, banner: '/media/a/b.webp', quantity: 1 },
      { id: 'scripts', name: 'Scripts', price: 299.5, banner: '', quantity: 1 },
    ])
  })

  it('counts at least one seat of each course and at most fifty in all', () => {
    cart.add(reels)
    cart.add(scripts)
    cart.setQuantity('reels', 0)
    expect(seatCount(useCart.getState())).toBe(2)
    cart.setQuantity('reels', 500)
    expect(useCart.getState().lines.map(({ quantity }) => quantity)).toEqual([49, 1])
  })

  it('follows the other tabs, also faster ones', () => {
    cart.add(reels)
    browser.otherTab(
      'cart',
      JSON.stringify([{ id: 'scripts', name: 'Scripts', price: 299.5, banner: '', quantity: 3 }]),
    )
    expect(seatCount(useCart.getState())).toBe(3)
    browser.texts.set('cart', JSON.stringify([{ id: 'reels', name: 'Reels', price: 499, banner: '', quantity: 1 }]))
    expect(cart.add(reels)).toBe('already')
    browser.otherTab('cart', null)
    expect(useCart.getState().lines).toEqual([])
  })

  it('becomes one course by Buy Now', () => {
    cart.add(reels)
    cart.setQuantity('reels', 4)
    cart.replaceWith(scripts)
    expect(useCart.getState().lines).toEqual([
      { id: 'scripts', name: 'Scripts', price: 299.5, banner: '', quantity: 1 },
    ])
  })

  it('takes present prices, keeps the seats, and reports removed courses', () => {
    cart.add(reels)
    cart.add(scripts)
    cart.setQuantity('reels', 2)
    const { dropped, repriced } = cart.refresh(['reels', 'scripts'], [{ ...reels, price: 599 }])
    expect(dropped.map(({ id }) => id)).toEqual(['scripts'])
    expect(repriced.map(({ id }) => id)).toEqual(['reels'])
    expect(useCart.getState().lines).toEqual([
      { id: 'reels', name: 'Reels', price: 599, banner: '/media/a/b.webp', quantity: 2 },
    ])
  })

  it('keeps a course added after the request', () => {
    cart.add(reels)
    cart.add(scripts)
    expect(cart.refresh(['reels'], [reels])).toEqual({ dropped: [], repriced: [] })
    expect(useCart.getState().lines.map(({ id }) => id)).toEqual(['reels', 'scripts'])
  })
})

describe('the session', () => {
  it('needs both a token and a user', () => {
    session.signIn({ user, token: 'abc' })
    expect(isSignedIn(useSession.getState())).toBe(true)
    expect(session.authorization()).toBe('bearer abc')
    browser.otherTab('user', null)
    expect(isSignedIn(useSession.getState())).toBe(false)
  })

  it('leaves the dead token behind on Log Out, and nothing on expiry', () => {
    session.signIn({ user, token: 'abc', tokenType: 'Bearer' })
    session.signOut()
    expect([browser.texts.get('user'), browser.texts.get('access_token')]).toEqual([undefined, 'abc'])
    session.signIn({ user, token: 'def' })
    session.expire('/dashboard')
    expect([...browser.texts]).toEqual([['redirectAfterLogin', '/dashboard']])
    expect([session.takeRedirect(), session.takeRedirect()]).toEqual(['/dashboard', undefined])
  })

  it('ends with the browser without `remember`', () => {
    session.signIn({ user, token: 'abc', remember: false })
    startSession()
    expect(isSignedIn(useSession.getState())).toBe(true)
    Object.assign(document, { cookie: '' })
    startSession()
    expect(isSignedIn(useSession.getState())).toBe(false)
    expect(browser.texts.has('access_token')).toBe(false)
  })

  it('forgets a generated password after a day', () => {
    const stored = { ...user, password: 'Abcdef1!', password_kept_at: Date.now() - 23 * 3_600_000 }
    browser.otherTab('user', JSON.stringify(stored))
    expect(useSession.getState().user?.password).toBe('Abcdef1!')
    browser.otherTab('user', JSON.stringify({ ...stored, password_kept_at: Date.now() - 25 * 3_600_000 }))
    expect(useSession.getState().user).toEqual(user)
    expect(browser.texts.get('user')).not.toContain('Abcdef1!')
  })
})
