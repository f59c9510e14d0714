import type { CartEntry } from 'contract/carts'
import { mergeCarts } from 'contract/merge-carts'
import { client } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { type CartCourse, cart, toLine, useCart } from '../../stores/cart.ts'
import { isSignedIn, session, useSession } from '../../stores/session.ts'
import { type CartLine, storage } from '../../stores/storage.ts'

/** Changes of a moment go to the account together. */
const SETTLED_MS = 800
/** A page that is looked at again asks no more often than this. */
const AGAIN_MS = 30_000

const entriesOf = (lines: readonly CartLine[]): CartEntry[] =>
  lines.map(({ id, quantity }) => ({ course_id: id, quantity }))
const isSame = (one: readonly CartEntry[], other: readonly CartEntry[]) =>
  one.length === other.length &&
  one.every(({ course_id, quantity }, at) => other[at]?.course_id === course_id && other[at].quantity === quantity)

const here = () => entriesOf(storage.read('cart') ?? useCart.getState().lines)

/** Returns the cart as it was when this browser and an account last met. */
function common() {
  const shared = storage.read('cart_with')
  return Array.isArray(shared?.lines) ? shared : undefined
}

/**
 * Returns the account whose cart this browser follows; at checkout none, where a login must not add to what is being bought, and none
 * with the cart of a buy link, which is of this visit alone.
 */
function follower(): string | undefined {
  const state = useSession.getState()
  return isSignedIn(state) &&
    !state.viewing &&
    !storage.isCovered() &&
    !window.location.pathname.endsWith(paths.checkout)
    ? state.user?.user_id
    : undefined
}

/** Leaves out what another account of this browser has in its own cart. */
function withoutOthers(lines: readonly CartEntry[], userId: string): CartEntry[] {
  const shared = common()
  if (!shared || shared.user_id === userId) return [...lines]
  return lines.filter(({ course_id }) => !shared.lines.some((line) => line.course_id === course_id))
}

/** Brings the carts of browser and account together. A call that fails changes nothing, and the next meeting makes up for it. */
async function meet(userId: string): Promise<void> {
  const there = await client.carts.get()
  if (!session.isOf(userId)) return
  const shared = common()
  const before = withoutOthers(here(), userId)
  const wanted = mergeCarts(shared?.user_id === userId ? shared.lines : [], before, there)
  const stored = isSame(wanted, there) ? there : await client.carts.put(wanted)
  const known = new Set(here().map(({ course_id }) => course_id))
  const missing = stored.flatMap(({ course_id }) => (known.has(course_id) ? [] : course_id))
  const cards: CartCourse[] = missing.length > 0 ? await client.courses.list({ ids: missing.join(',') }) : []
  if (!session.isOf(userId)) return
  const lines = new Map(cards.map((card) => [card.course_id, toLine(card)]))
  for (const line of storage.read('cart') ?? useCart.getState().lines) lines.set(line.id, line)
  // The visitor may have changed the cart while the calls were on their way.
  const now = mergeCarts(before, withoutOthers(here(), userId), stored)
  const next = now.flatMap(({ course_id, quantity }) => {
    const line = lines.get(course_id)
    return line ? { ...line, quantity } : []
  })
  storage.write('cart_with', { user_id: userId, lines: stored.filter(({ course_id }) => lines.has(course_id)) })
  if (!isSame(entriesOf(next), here())) cart.change(() => next)
}

let following = false

/** Begins once, for as long as the page lives: after a login, a change of the cart, and when the page is looked at again. */
export function followCart(): void {
  if (following) return
  following = true
  let waiting: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let met = 0
  const follow = async () => {
    const userId = follower()
    if (!userId || document.visibilityState === 'hidden') return
    if (busy) return later()
    busy = true
    met = performance.now()
    await meet(userId).catch(() => undefined)
    busy = false
  }
  const later = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void follow(), SETTLED_MS)
  }
  useCart.subscribe((now, last) => {
    const shared = common()
    if (now.lines !== last.lines && !(shared && isSame(entriesOf(now.lines), shared.lines))) later()
  })
  useSession.subscribe((now, last) => {
    if (now.user?.user_id !== last.user?.user_id) void follow()
  })
  window.addEventListener('online', () => void follow())
  document.addEventListener('visibilitychange', () => {
    if (performance.now() - met > AGAIN_MS) void follow()
  })
  void follow()
}
