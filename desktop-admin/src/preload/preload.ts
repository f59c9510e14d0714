import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { channels, type DesktopBridge, MENU_CHANNEL, type MenuCommand } from '../bridge.ts'

const ask =
  (channel: string) =>
  (...args: unknown[]) =>
    ipcRenderer.invoke(channel, ...args)

const plain = Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, ask(channel)]))

/** Exposes exactly the named calls; neither channel names nor Electron reach the page. */
const bridge = {
  ...plain,
  // Only a file that was really dropped has a path, and the page cannot read it.
  takeDropped: (files: File[], options: unknown) => {
    const paths = [...files].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
    return ipcRenderer.invoke(channels.takeDropped, paths, options)
  },
  onMenu: (listener: (command: MenuCommand) => void) => {
    const heard = (_event: unknown, command: MenuCommand) => listener(command)
    ipcRenderer.on(MENU_CHANNEL, heard)
    return () => ipcRenderer.off(MENU_CHANNEL, heard)
  },
} as unknown as DesktopBridge

contextBridge.exposeInMainWorld('desktop', bridge)
