import { join } from 'node:path'
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import { z } from 'zod'
import type { ElectronApi } from './electron-api.ts'
import { addPageHabits } from './page-habits.ts'
import { loadFirstPage, watchRecovery } from './recovery.ts'
import { jsonFile } from './settings-file.ts'

const WindowState = z.object({
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  width: z.number().int().min(480).max(10_000),
  height: z.number().int().min(400).max(10_000),
  maximized: z.boolean(),
})
type WindowState = z.output<typeof WindowState>

type Area = { x: number; y: number; width: number; height: number }
const FIRST: WindowState = { width: 1320, height: 860, maximized: false }
/** Minimum width of the title bar on a screen, so that the window can be dragged back. */
const LEAST_SEEN = 100

/** Stores and restores the window's position, unless its screen is gone. */
function windowState(path: string) {
  const file = jsonFile(path, WindowState)
  return {
    read(screens: readonly Area[]): WindowState {
      const { x, y, ...size } = file.read() ?? FIRST
      if (x === undefined || y === undefined) return size
      const seen = screens.some(
        (area) =>
          x + size.width >= area.x + LEAST_SEEN &&
          x <= area.x + area.width - LEAST_SEEN &&
          y >= area.y &&
          y <= area.y + area.height - LEAST_SEEN,
      )
      return seen ? { x, y, ...size } : size
    },
    keep: (state: WindowState) => file.keep(state),
  }
}

/**
 * Returns a function that opens the console's window in a part of the storage, with the position and size of the last
 * close.
 */
export function windowOpener(electron: ElectronApi, folder: string): (partition: string) => BrowserWindow {
  const { app, BrowserWindow, screen } = electron
  const state = windowState(join(app.getPath('userData'), 'window.json'))
  return (partition) => {
    const at = state.read(screen.getAllDisplays().map((display) => display.workArea))
    const window = new BrowserWindow(
      windowOptions(at, { preload: join(folder, 'preload/preload.cjs'), partition }, process.platform),
    )
    if (at.maximized) window.maximize()
    window.once('ready-to-show', () => window.show())
    confirmUnload(electron, window)
    watchRecovery(electron, window)
    addPageHabits(electron, window)
    window.on('close', () => state.keep({ ...window.getNormalBounds(), maximized: window.isMaximized() }))
    loadFirstPage(window)
    return window
  }
}

/** Asks before unsaved input is left: Electron asks nothing by itself. */
function confirmUnload({ dialog }: ElectronApi, window: BrowserWindow): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const answer = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'There are changes that are not saved.',
      detail: 'A draft of them is kept, and offered when you come back.',
      buttons: ['Stay', 'Leave'],
      defaultId: 0,
      cancelId: 0,
    })
    if (answer === 1) event.preventDefault()
  })
}

type Part = { preload: string; partition: string }

/** Returns the preferences of every page: context isolation, sandbox, no Node. */
function webPreferences({ preload, partition }: Part) {
  return {
    preload,
    ...(partition === '' ? {} : { partition }),
    // A shop behind another one goes on with its uploads.
    backgroundThrottling: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: true,
  } as const
}

/** Returns the window's options. The page draws the title bar; the window's buttons are the system's. */
function windowOptions(state: WindowState, part: Part, platform: NodeJS.Platform) {
  const { maximized: _, ...bounds } = state
  return {
    ...bounds,
    minWidth: 480,
    minHeight: 400,
    show: false,
    title: 'SkillHaat Admin',
    backgroundColor: '#0C0D2B',
    titleBarStyle: 'hidden',
    ...(platform === 'darwin' ? {} : { titleBarOverlay: { color: '#0C0D2B', symbolColor: '#FFFFFF', height: 38 } }),
    webPreferences: webPreferences(part),
  } satisfies BrowserWindowConstructorOptions
}
