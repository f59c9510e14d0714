import type * as Electron from 'electron'

/** All of Electron, as passed to the main process. */
export type ElectronApi = typeof Electron
