import { indianDay } from 'contract/indian-time'
import { readTouch, type Touches, type VisitStep, withTouch } from 'contract/sources/read-touch'
import { useCart } from './cart.ts'
import { shopNow } from './shop-clock.ts'
import { isView, storage } from './storage.ts'

type Note = { step: VisitStep; course_id?: string | undefined }

const KEY = 'visit'
const NONE: Touches = { first: null, last: null }

/** Reported steps of this tab's visit. Another day, or another link, begins another visit. */
let visit: { day: string; steps: string[] } | undefined
let begun = false

/** Learns the link that led to this page, once a page, and reports the steps that a screen stands for, each once a visit. */
export function arrive(path: string): void {
  if (isView() || /^\/(dashboard|learn|view)\b/.test(path)) return
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
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Other code may have dropped parameters since: the browser keeps the requested address.
  const address = page?.name.startsWith(window.location.origin) ? page.name : window.location.href
  // A page that is loaded anew, or gone back to, is no other link.
  const touch = page && page.type !== 'navigate' ? undefined : readTouch(address, document.referrer, shopNow())
  if (touch) visit = undefined
  storage.write('touches', withTouch(storage.read('touches') ?? NONE, touch, shopNow()))
  useCart.subscribe((now, before) => {
    const added = now.lines.find(({ id }) => before.ready && !before.lines.some((line) => line.id === id))
    // Other tabs follow the cart, and their visits put nothing in it.
    if (added && document.visibilityState === 'visible') report([{ step: 'cart', course_id: added.id }])
  })
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
