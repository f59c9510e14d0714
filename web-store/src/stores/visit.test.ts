import type { Touches } from 'contract/sources/read-touch'
import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowserStorage } from './browser-storage.ts'

const { texts } = installBrowserStorage()
const SHOP = 'https://shop.example'
let notes: { steps: { step: string; course_id?: string }[]; touches: Touches }[]
let blobs: Promise<void>[]

/** Opens a page of the store in a tab, as `how` says; the modules of the page before are gone. */
async function open(address: string, { referrer = '', type = 'navigate', tab = new Map<string, string>() } = {}) {
  vi.resetModules()
  vi.stubGlobal('document', { referrer, visibilityState: 'visible', cookie: '' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, text: string) => void tab.set(key, text),
  })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: SHOP + address, type } as unknown as PerformanceEntry,
  ])
  // Another part has dropped the parameters by now.
  Object.assign(window, { location: { origin: SHOP, href: `${SHOP}/`, pathname: '/' } })
  const sendBeacon = (_: string, blob: Blob) => {
    blobs.push(blob.text().then((text) => void notes.push(JSON.parse(text))))
    return true
  }
  vi.stubGlobal('navigator', { sendBeacon })
  const { arrive } = await import('./visit.ts')
  const { cart, startCart } = await import('./cart.ts')
  startCart()
  return { arrive, cart }
}
const told = async () => {
  await Promise.all(blobs)
  return notes
}
const touches = (): Touches => JSON.parse(texts.get('touches') ?? 'null')

beforeEach(() => {
  texts.clear()
  notes = []
  blobs = []
})

test('a link counts by the address that the browser requested, and direct visits overwrite nothing', async () => {
  const { arrive } = await open('/course/reels?utm_source=Instagram&utm_campaign=Diwali&fbclid=IwAR_1aB')
  arrive('/course/reels')
  const link = { source: 'instagram', campaign: 'Diwali', landing: '/course/reels', fbclid: 'IwAR_1aB' }
  expect(touches()).toMatchObject({ first: link, last: link })
  for (const referrer of ['', `${SHOP}/cart`, 'https://api.razorpay.com/', 'https://accounts.google.com/']) {
    ;(await open('/courses', { referrer })).arrive('/courses')
    expect(touches().last).toMatchObject(link)
  }
  ;(await open('/', { referrer: 'android-app://com.whatsapp/' })).arrive('/')
  expect(touches()).toMatchObject({ first: link, last: { source: 'whatsapp', referrer: 'whatsapp.com' } })
})

test('a page that is loaded anew is no other link, and tells no step again', async () => {
  const tab = new Map<string, string>()
  const how = { tab, referrer: 'https://l.instagram.com/' }
  ;(await open('/', how)).arrive('/')
  const before = touches()
  ;(await open('/', { ...how, type: 'reload' })).arrive('/')
  expect(touches()).toEqual(before)
  expect(await told()).toHaveLength(1)
})

test('each step of a visit is reported once, with its course; a new link begins another visit', async () => {
  const tab = new Map<string, string>()
  const { arrive, cart } = await open('/', { tab })
  arrive('/')
  arrive('/course/reels')
  arrive('/course/canva')
  cart.add({ course_id: 'canva', name: 'Canva', price: 1, banner: '' })
  cart.add({ course_id: 'reels', name: 'Reels', price: 1, banner: '' })
  arrive('/cart')
  arrive('/checkout')
  arrive('/checkout')
  expect((await told()).flatMap(({ steps }) => steps)).toEqual([
    { step: 'visit' },
    { step: 'course', course_id: 'reels' },
    { step: 'cart', course_id: 'canva' },
    { step: 'checkout', course_id: 'canva' },
  ])
  ;(await open('/?utm_source=youtube', { tab })).arrive('/')
  expect((await told()).at(-1)).toMatchObject({ steps: [{ step: 'visit' }], touches: { last: { source: 'youtube' } } })
})

test('the screens of a student are no visit, and neither is the view of an admin', async () => {
  const { arrive } = await open('/learn/reels?utm_source=x')
  arrive('/learn/reels')
  arrive('/dashboard/orders')
  const { arrive: inView } = await open('/', { tab: new Map([['read_only_view', '1']]) })
  inView('/')
  expect(await told()).toEqual([])
  expect(texts.has('touches')).toBe(false)
})
