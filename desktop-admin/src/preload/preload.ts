import { contextBridge, ipcRenderer, webUtils } from 'electron'
import {
  channels,
  type DesktopBridge,
  MENU_CHANNEL,
  type MenuCommand,
  type ShellState,
  STATE_CHANNEL,
} from '../bridge.ts'

const invoke =
  (channel: string) =>
  (...args: unknown[]) =>
    ipcRenderer.invoke(channel, ...args)

const subscribe =
  <News>(channel: string) =>
  (listener: (news: News) => void) => {
    const received = (_event: unknown, news: News) => listener(news)
    ipcRenderer.on(channel, received)
    return () => ipcRenderer.off(channel, received)
  }

const plain = Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, invoke(channel)]))

/** Exposes exactly the named calls; neither channel names nor Electron reach the page. */
const bridge = {
  ...plain,
  // Only a file that was really dropped has a path, and the page cannot read it.
  takeDropped: (files: File[], options: unknown) => {
    const paths = [...files].map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '')
    return ipcRenderer.invoke(channels.takeDropped, paths, options)
  },
  onMenu: subscribe<MenuCommand>(MENU_CHANNEL),
  onState: subscribe<ShellState>(STATE_CHANNEL),
} as unknown as DesktopBridge

contextBridge.exposeInMainWorld('desktop', bridge)
