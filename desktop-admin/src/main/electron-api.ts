import type * as Electron from 'electron'

/** All of Electron, as the main process is handed it. */
export type ElectronApi = typeof Electron
