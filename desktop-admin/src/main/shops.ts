import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonFile } from './settings-file.ts'

const Shop = z.object({
  /** The shop's origin. */
  address: z.string(),
  name: z.string().max(200),
  /** Its part of the browser's storage; empty for the first shop, which has the app's own. */
  partition: z.string().regex(/^(persist:shop-[0-9a-f]{16})?$/),
})
export type Shop = z.output<typeof Shop>

/** Limit of shops in one app. */
export const MAX_SHOPS = 30
const Stored = z.object({ shops: z.array(Shop).max(MAX_SHOPS), current: z.string() })

const keyOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16)

/** Returns the name of a file in a shop's part: `session.json` for the first shop, `session-KEY.json` for the others. */
export const fileOf = (partition: string, name: string): string =>
  `${name}${partition.slice('persist:shop'.length)}.json`

/** Lists the shops of this computer. `own` returns a path in the app's folder. */
export function shopList(own: (name: string) => string) {
  const file = jsonFile(own('shops.json'), Stored)
  let stored = file.read() ?? theOneShop(own('server.json'))
  const set = (next: z.output<typeof Stored>) => {
    file.write(next)
    stored = next
  }
  const find = (address: string) => stored.shops.find((shop) => shop.address === address)
  return {
    all: (): readonly Shop[] => stored.shops,
    find,
    current: (): Shop | undefined => find(stored.current) ?? stored.shops[0],
    /** Adds a shop, or returns the known one, and makes it the current one. Throws if the disk cannot store it. */
    add(address: string, name: string): Shop {
      const found = find(address)
      const partition = stored.shops.length === 0 ? '' : `persist:shop-${keyOf(address)}`
      const shop = found ?? { address, name, partition }
      set({ shops: found ? stored.shops : [...stored.shops, shop], current: address })
      return shop
    },
    choose: (address: string) => set({ ...stored, current: address }),
    rename(address: string, name: string) {
      const shops = stored.shops.map((shop) => (shop.address === address ? { ...shop, name } : shop))
      const found = find(address)
      if (found && found.name !== name) set({ ...stored, shops })
    },
    remove(address: string) {
      const shops = stored.shops.filter((shop) => shop.address !== address)
      set({ shops, current: stored.current === address ? (shops[0]?.address ?? '') : stored.current })
    },
  }
}

export type ShopList = ReturnType<typeof shopList>

/** Takes over the shop of an app that knew one. It retains the storage, so its login and drafts stay. */
function theOneShop(path: string): z.output<typeof Stored> {
  const address = jsonFile(path, z.object({ server: z.string() })).read()?.server
  if (!address || !URL.canParse(address)) return { shops: [], current: '' }
  return { shops: [{ address, name: new URL(address).host, partition: '' }], current: address }
}
