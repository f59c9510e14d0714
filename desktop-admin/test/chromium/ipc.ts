import { EventEmitter } from 'node:events'

type Handler = (event: unknown, ...args: unknown[]) => unknown
export const handlers = new Map<string, Handler>()
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  handleOnce: (channel: string, handler: Handler) => void handlers.set(channel, handler),
  removeHandler: (channel: string) => void handlers.delete(channel),
})
