import { type ShopLine, waitingOf } from '../bridge.ts'
import type { ElectronApi } from './electron-api.ts'
import { showNotice } from './machine.ts'
import type { Rooms } from './rooms.ts'
import { describeShop } from './server-address.ts'
import type { Shop, ShopList } from './shops.ts'
import { authorizationOf, lookAt, newsOf } from './waits.ts'

/** Seldom enough for a small server, and soon enough for a badge. */
const EVERY_MS = 5 * 60_000

type Parts = {
  electron: ElectronApi
  list: ShopList
  rooms: Rooms
  hasNotices: () => boolean
  changed: () => void
}

type Seen = { waits: ShopLine['waits']; needs_login: boolean; fresh: ReturnType<typeof newsOf> }

/** Looks at each shop with a login every five minutes: its badge, and notices of sales and questions. */
export function shopWatch({ electron, list, rooms, hasNotices, changed }: Parts) {
  const seen = new Map<string, Seen>()
  const isLoggedIn = (shop: Shop) =>
    authorizationOf(rooms.roomOf(shop.partition).sessions.read(shop.address)) !== undefined

  async function look(shop: Shop): Promise<void> {
    await lookOnce(shop)
    changed()
  }
  async function lookOnce(shop: Shop): Promise<void> {
    const { sessions, fetch } = rooms.roomOf(shop.partition)
    const stored = sessions.read(shop.address)
    const authorization = authorizationOf(stored)
    const before = seen.get(shop.address) ?? { waits: null, needs_login: false, fresh: newsOf(shop.name) }
    const found = authorization ? await lookAt({ ...shop, authorization, fetch }) : 'login'
    // Removed, logged out or logged in anew meanwhile: the answer belongs to nobody.
    if (found === undefined || list.find(shop.address) === undefined) return
    if (sessions.read(shop.address) !== stored) return
    if (!authorization) {
      seen.delete(shop.address)
      return
    }
    if (found === 'login') {
      seen.set(shop.address, { ...before, waits: null, needs_login: true })
      return
    }
    seen.set(shop.address, { ...before, waits: found.waits, needs_login: false })
    const news = before.fresh(found.news)
    if (hasNotices()) for (const notice of news) showNotice(electron, notice, () => rooms.show(shop))
  }

  async function round(): Promise<void> {
    await Promise.all(list.all().map(lookOnce))
    changed()
  }
  const of = (shop: Shop) => {
    const known = seen.get(shop.address)
    const needs_login = !isLoggedIn(shop) || known?.needs_login === true
    return { waits: needs_login ? null : (known?.waits ?? null), needs_login }
  }
  return {
    of,
    total: () => list.all().reduce((sum, shop) => sum + waitingOf(of(shop)), 0),
    look,
    round,
    async start(): Promise<void> {
      setInterval(() => void round(), EVERY_MS).unref()
      await round()
      // A shop may have a new name, and one of an older app has none yet.
      for (const { address, partition } of list.all()) {
        const found = await describeShop(address, rooms.roomOf(partition).fetch)
        if ('name' in found) list.rename(address, found.name)
      }
      changed()
    },
  }
}
