import type { BrowserWindowConstructorOptions } from 'electron'
import type { WindowState } from './window-state.ts'

/** What every page of the app runs with: its own world, in the sandbox, without Node. */
export function webPreferences(preload: string) {
  return {
    preload,
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

/** The page draws the title bar; the buttons of the window stay the system's own. */
export function windowOptions(state: WindowState, preload: string, platform: NodeJS.Platform) {
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
    webPreferences: webPreferences(preload),
  } satisfies BrowserWindowConstructorOptions
}
