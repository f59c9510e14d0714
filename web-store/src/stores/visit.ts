import { indianDay } from 'contract/indian-time'
import { readTouch, type Touch, type Touches, type VisitStep, withTouch } from 'contract/sources/read-touch'
import { withoutLanguage } from '../language/language.ts'
import { useCart } from './cart.ts'
import { shopNow } from './shop-clock.ts'
import { isView, storage } from './storage.ts'

type Note = { step: VisitStep; course_id?: string | undefined }

const KEY = 'visit'
const NONE: Touches = { first: null, last: null }

/** Reported steps of this tab's visit. Another day, or another link, begins another visit. */
let visit: { day: string; steps: string[] } | undefined
let begun = false

/** Screens of a student and of the console. */
const isPrivate = (path: string) => /^\/(dashboard|learn|view|admin)\b/.test(path)

/** Learns the link that led to this page, once a page, and reports the steps that a screen stands for, each once a visit. */
export function arrive(path: string): void {
  if (isView() || isPrivate(path)) return
  if (!begun) begin()
  const { lines } = useCart.getState()
  const [, course] = /^\/course\/([^/]+)/.exec(path) ?? []
  const inCart = { course_id: lines[0]?.id }
  const isAtCart = lines.length > 0 && (path === '/cart' || path === '/checkout')
  report([
    { step: 'visit', course_id: course },
    ...(course ? [{ step: 'course' as const, course_id: course }] : []),
    ...(isAtCart ? [{ step: 'cart' as const, ...inCart }] : []),
    ...(isAtCart && path === '/checkout' ? [{ step: 'checkout' as const, ...inCart }] : []),
  ])
}

function begin(): void {
  begun = true
  visit = stored()
  const touches = landed()
  if (touches.length > 0) visit = undefined
  const before = withTouch(storage.read('touches') ?? NONE, undefined, shopNow())
  storage.write(
    'touches',
    touches.reduce((known, touch) => withTouch(known, touch, shopNow()), before),
  )
  useCart.subscribe((now, before) => {
    const added = now.lines.find(({ id }) => before.ready && !before.lines.some((line) => line.id === id))
    // Other tabs follow the cart, and their visits put nothing in it.
    if (added && document.visibilityState === 'visible') report([{ step: 'cart', course_id: added.id }])
  })
}

/**
 * Takes the links that the pages of this browser noted before their scripts were there. A browser that stores nothing has this page's own,
 * or names the address of the page before.
 */
function landed(): Touch[] {
  const { origin } = window.location
  const own = (window as { landed?: string }).landed ?? ''
  const text = storage.read('landed') ?? ''
  storage.remove('landed')
  const noted = (text.endsWith(own) ? text : text + own).split('\n').flatMap(readNote)
  const { referrer } = document
  const nothing = noted.length === 0 && !storage.read('touches')?.last
  if (nothing && referrer.startsWith(`${origin}/`)) noted.push({ address: referrer, referrer: '', at: shopNow() })
  // The page in the visitor's own language repeats the link of the page that led to it.
  const searchOf = (address: string) => new URL(address).search
  const isRepeat = (at: number) =>
    noted[at]?.referrer.startsWith(`${origin}/`) &&
    noted.slice(0, at).some(({ address }) => searchOf(address) === searchOf(noted[at]?.address ?? ''))
  return noted
    .filter((_, at) => !isRepeat(at))
    .filter(({ address }) => !isPrivate(withoutLanguage(new URL(address).pathname)))
    .flatMap(({ address, referrer, at }) => readTouch(address, referrer, at) ?? [])
}

/** A note's time is the device's, whose clock may be wrong. */
function readNote(line: string): { address: string; referrer: string; at: Date }[] {
  try {
    const [path, referrer, time] = JSON.parse(line)
    const at = new Date(shopNow().getTime() - (Date.now() - time))
    return [{ address: new URL(path, window.location.origin).href, referrer, at }]
  } catch {
    return []
  }
}

function report(notes: readonly Note[]): void {
  const day = indianDay(shopNow())
  if (visit?.day !== day) visit = { day, steps: [] }
  const { steps } = visit
  const news = notes.filter(({ step }) => !steps.includes(step))
  if (news.length === 0) return
  steps.push(...news.map(({ step }) => step))
  try {
    sessionStorage.setItem(KEY, JSON.stringify(visit))
  } catch {
    // Without a storage the page remembers.
  }
  const note = JSON.stringify({ steps: news, touches: storage.read('touches') })
  navigator.sendBeacon?.('/visit', new Blob([note], { type: 'application/json' }))
}

function stored(): typeof visit {
  try {
    const { day, steps } = JSON.parse(sessionStorage.getItem(KEY) ?? '')
    return typeof day === 'string' && Array.isArray(steps) ? { day, steps } : undefined
  } catch {
    return undefined
  }
}
