import process from 'node:process'
import type { MenuItemConstructorOptions } from 'electron'
import { type ShellState, type ShopLine, waitingOf } from '../bridge.ts'
import type { ElectronApi } from './electron-api.ts'
import { loginItem } from './login-item.ts'
import { reportProblem } from './problem-report.ts'
import type { Rooms } from './rooms.ts'
import type { ShopList } from './shops.ts'
import type { AppUpdates } from './updates.ts'

type Parts = {
  electron: ElectronApi
  list: ShopList
  rooms: Rooms
  updates: AppUpdates
  choices: { read: () => { notices: boolean }; write: (choices: { notices: boolean }) => void }
  state: () => ShellState
  uploads: () => number
  changed: () => void
}

type Item = MenuItemConstructorOptions
const line: Item = { type: 'separator' }
const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'at Login', win32: 'with Windows' }

/** Words of a shop's work for a menu, which has no badge. */
function waitingText(shop: ShopLine): string {
  if (shop.needs_login) return ' (log in again)'
  const total = waitingOf(shop)
  return total > 0 ? ` (${total})` : ''
}

/** Builds the parts of the menus that follow the app's state: shops, choices, updates, help; and the tray's menu. */
export function shellMenus({ electron, list, rooms, updates, choices, state, uploads, changed }: Parts) {
  const { app, dialog, shell } = electron
  const atLogin = loginItem(electron)

  const shopItems = (extra: (index: number) => Item): Item[] =>
    state().shops.map((shop, index) => ({
      label: `${shop.name}${waitingText(shop)}`,
      click: () => {
        const found = list.find(shop.address)
        if (found) rooms.show(found)
      },
      ...extra(index),
    }))
  const habits = (): Item[] => [
    {
      label: 'Notices of Sales and Questions',
      type: 'checkbox',
      checked: choices.read().notices,
      click: () => {
        choices.write({ notices: !choices.read().notices })
        changed()
      },
    },
    {
      label: `Start ${systems[process.platform] ?? 'with the System'}`,
      type: 'checkbox',
      checked: atLogin.read(),
      click: () => {
        atLogin.write(!atLogin.read())
        changed()
      },
    },
  ]
  const updateItems = (): Item[] => {
    const { state: now, version, percent } = updates.read()
    const waits = uploads() > 0
    const steps: Record<typeof now, Item[]> = {
      off: [],
      none: [{ label: 'Check for Updates', click: () => void updates.check() }],
      offered: [{ label: `Download Version ${version}`, click: () => void updates.download() }],
      loading: [{ label: `Downloading Version ${version}, ${percent} %`, enabled: false }],
      ready: [
        {
          label: waits ? 'Restart to Update (after the uploads)' : 'Restart to Update',
          enabled: !waits,
          click: () => updates.restart(),
        },
      ],
      failed: [{ label: 'Download Update Again', click: () => void updates.download() }],
    }
    return steps[now]
  }

  async function report(): Promise<void> {
    const shops = state().shops
    const facts = {
      Shops: shops.map(({ address }) => new URL(address).host).join(', ') || 'none',
      'Logged in': shops.filter(({ needs_login }) => !needs_login).length,
      'Files uploading': uploads(),
      Notices: choices.read().notices,
      'Starts with the system': atLogin.read(),
      Update: updates.read().state,
    }
    const path = await reportProblem(electron, facts, new Date()).catch((error: Error) => {
      dialog.showErrorBox('The report could not be saved', error.message)
      return undefined
    })
    if (path) shell.showItemInFolder(path)
  }

  return {
    habits,
    shops: (): Item[] => [
      ...shopItems((index) => ({
        type: 'radio',
        checked: state().shops[index]?.current === true,
        ...(index < 9 ? { accelerator: `CmdOrCtrl+${index + 1}` } : {}),
      })),
      ...(list.all().length > 0 ? [line] : []),
      { label: 'Shops…', enabled: list.all().length > 0, click: () => rooms.send('shops') },
    ],
    help: (): Item[] => {
      const items = updateItems()
      return [
        ...items,
        ...(items.length > 0 ? [line] : []),
        { label: 'Open Logs Folder', click: () => void shell.openPath(app.getPath('logs')) },
        { label: 'Report a Problem…', click: () => void report() },
        line,
      ]
    },
    tray: (): Item[] => {
      const files = uploads()
      return [
        ...(files > 0 ? [{ label: files === 1 ? '1 upload' : `${files} uploads`, enabled: false }] : []),
        { label: 'Open SkillHaat', click: () => void rooms.showCurrent() },
        ...(list.all().length > 1 ? shopItems(() => ({})) : []),
        line,
        ...(updates.read().state === 'ready' ? [...updateItems(), line] : []),
        ...habits(),
        line,
        { label: 'Quit', click: () => app.quit() },
      ]
    },
  }
}
