import { setMaxListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { MARKS, type Touches } from 'contract/sources/read-touch'
import { beforeEach, expect, test, vi } from 'vitest'
import { installBrowserStorage } from './browser-storage.ts'

const { texts } = installBrowserStorage()
const SHOP = 'https://shop.example'
// Each page of a test listens, and none is closed.
setMaxListeners(50, window)
let notes: { steps: { step: string; course_id?: string }[]; touches: Touches }[]
let blobs: Promise<void>[]

/** The script in the head of the page, as the build writes it. */
const touchScript = readFileSync(new URL('../first-page/touch-script.js', import.meta.url), 'utf8').replace(
  'MARKS',
  MARKS,
)

/** Begins to load a page of the store: the script in its head runs, and no other yet. */
function begin(address: string, { referrer = '', type = 'navigate' } = {}) {
  vi.stubGlobal('document', { referrer, visibilityState: 'visible', cookie: '' })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])
  const { pathname, search } = new URL(address, SHOP)
  Object.assign(window, { landed: undefined })
  new Function('location', touchScript)({ origin: SHOP, pathname, search })
}

/** Opens a page of the store in a tab, as `how` says; the modules of the page before are gone. */
async function open(address: string, { referrer = '', type = 'navigate', tab = new Map<string, string>() } = {}) {
  vi.resetModules()
  begin(address, { referrer, type })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, text: string) => void tab.set(key, text),
  })
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
const reported = async () => {
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
  expect(await reported()).toHaveLength(1)
})

test('a link counts for a page that was left, or loaded again, before its scripts ran', async () => {
  const link = { source: 'instagram', campaign: 'bio', landing: '/', at: new Date().toISOString() }
  vi.useFakeTimers({ now: Date.parse(link.at), toFake: ['Date'] })
  begin('/?utm_source=instagram&utm_campaign=bio', { referrer: 'https://l.instagram.com/' })
  vi.setSystemTime(Date.now() + 60_000)
  begin('/?utm_source=instagram&utm_campaign=bio', { referrer: 'https://l.instagram.com/', type: 'reload' })
  ;(await open('/course/reels', { referrer: `${SHOP}/?utm_source=instagram&utm_campaign=bio` })).arrive('/course/reels')
  vi.useRealTimers()
  expect(touches()).toMatchObject({ first: link, last: link })
  expect(texts.has('landed')).toBe(false)
  expect(await reported()).toMatchObject([{ touches: { last: link } }])
})

test('links of several pages without scripts count in their order, once each', async () => {
  begin('/?utm_source=instagram')
  // The page in Hindi repeats the address.
  begin('/hi?utm_source=instagram', { referrer: `${SHOP}/?utm_source=instagram` })
  begin('/courses', { referrer: 'https://www.youtube.com/' })
  ;(await open('/cart', { referrer: `${SHOP}/courses` })).arrive('/cart')
  expect(touches()).toMatchObject({ first: { source: 'instagram', landing: '/' }, last: { source: 'youtube' } })
})

test('a browser that stores nothing reports the link of its page, and of the page before', async () => {
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new Error('denied')
  })
  ;(await open('/?utm_source=instagram')).arrive('/')
  ;(await open('/course/reels', { referrer: `${SHOP}/?utm_source=instagram` })).arrive('/course/reels')
  vi.restoreAllMocks()
  const from = { touches: { last: { source: 'instagram' } } }
  expect(await reported()).toMatchObject([from, from])
})

test('an address without a link is not stored, whatever it carries', () => {
  begin('/payment_status?razorpay_signature=abc', { referrer: `${SHOP}/pay/x` })
  expect(texts.has('landed')).toBe(false)
  begin('/payment_status?razorpay_signature=abc', { referrer: 'https://rzp.io/' })
  expect(texts.get('landed')).not.toContain('abc')
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
  expect((await reported()).flatMap(({ steps }) => steps)).toEqual([
    { step: 'visit' },
    { step: 'course', course_id: 'reels' },
    { step: 'cart', course_id: 'canva' },
    { step: 'checkout', course_id: 'canva' },
  ])
  ;(await open('/?utm_source=youtube', { tab })).arrive('/')
  expect((await reported()).at(-1)).toMatchObject({
    steps: [{ step: 'visit' }],
    touches: { last: { source: 'youtube' } },
  })
})

test('the screens of a student are no visit, and neither is the view of an admin', async () => {
  const { arrive } = await open('/learn/reels?utm_source=x')
  arrive('/learn/reels')
  arrive('/dashboard/orders')
  const { arrive: inView } = await open('/', { tab: new Map([['read_only_view', '1']]) })
  inView('/')
  expect(await reported()).toEqual([])
  expect(texts.has('touches')).toBe(false)
})
