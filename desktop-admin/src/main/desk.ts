import type { ServerRefusal, ShellState, ShopFound } from '../bridge.ts'
import type { Desk } from './calls.ts'
import { refusal } from './certificates.ts'
import type { ElectronApi } from './electron-api.ts'
import type { Room, Rooms } from './rooms.ts'
import { checkServer, describeShop, parseServerAddress } from './server-address.ts'
import { MAX_SHOPS, type ShopList } from './shops.ts'
import type { AppUpdates } from './updates.ts'

type Parts = {
  electron: ElectronApi
  list: ShopList
  rooms: () => Rooms
  updates: AppUpdates
  state: () => ShellState
  changed: () => void
  /** Returns the screen of a link from outside, once. */
  takeScreen: () => string | undefined
}

/** Implements the calls that reach beyond one shop. */
export function deskOf({ electron, list, rooms, updates, state, changed, takeScreen }: Parts) {
  async function find(typed: string, room: Room): Promise<ShopFound | { refused: ServerRefusal }> {
    const parsed = parseServerAddress(typed)
    if ('refused' in parsed) return parsed
    return describeShop(parsed.origin, room.fetch)
  }
  const withCertificate = (refused: ServerRefusal, typed: string) => {
    const parsed = parseServerAddress(typed)
    return 'origin' in parsed ? refusal(refused, parsed.origin) : parsed
  }
  return (roomOf: () => Room): Desk => ({
    state: async () => state(),
    checkShop: (typed) => find(typed, roomOf()),
    async chooseServer(typed) {
      const room = roomOf()
      const found = await find(typed, room)
      if ('refused' in found) return withCertificate(found.refused, typed)
      const refused = await checkServer(found.address, room.fetch)
      if (refused) return withCertificate(refused, typed)
      const isFirst = room.shop() === undefined
      if (list.all().length >= MAX_SHOPS) return { refused: 'not_kept' }
      try {
        const shop = list.add(found.address, found.name)
        // The first shop's page is this one, after its reload.
        if (isFirst) changed()
        else rooms().show(shop)
      } catch (error) {
        console.warn(`the shop could not be noted: ${(error as Error).message}`)
        return { refused: 'not_kept' }
      }
      return { address: found.address }
    },
    async openShop(address) {
      const shop = list.find(address)
      if (shop) rooms().show(shop)
    },
    async removeShop(address) {
      const shop = list.find(address)
      const window = roomOf().window
      if (!shop || !window) return false
      const answer = electron.dialog.showMessageBoxSync(window, {
        type: 'question',
        message: `Remove ${shop.name} from this computer?`,
        detail: 'Its login and drafts are removed here, and its uploads stop. The shop itself stays as it is.',
        buttons: ['Cancel', 'Remove'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      if (answer !== 1) return false
      await rooms().remove(shop)
      changed()
      return true
    },
    async update(step) {
      if (step === 'download') void updates.download()
      else updates.restart()
    },
    async takeScreen() {
      return rooms().front() === roomOf() ? (takeScreen() ?? null) : null
    },
  })
}
