import { bridge, decode, encode } from './wire.ts'

/** The isolated world of the preload. */
export const WORLD = 'Electron Isolated Context'

/** Messages of the isolated world to the main process. */
export type WorldMessage =
  | { kind: 'invoke'; id: number; channel: string; args: unknown[] }
  | { kind: 'send'; channel: string; args: unknown[] }
  | { kind: 'paths'; id: number; count: number }
  | { kind: 'key'; key: string; ctrl: boolean; alt: boolean; shift: boolean; meta: boolean }
  | { kind: 'context-menu'; params: Record<string, unknown> }

/** Runs in the page's own world: adds what the preload exposes. */
function mainWorld(join: typeof bridge): void {
  if (window !== window.top) return
  const { hear, paste } = join('electron:page', 'electron:preload')
  hear('expose', ({ name, api }: { name: string; api: never }) => {
    Object.defineProperty(window, name, { value: paste(api), enumerable: true })
  })
}

type Isolated = typeof globalThis & {
  electronBinding: (text: string) => void
  electronFiles: Map<number, File[]>
  electronAnswer: (id: number, text: string, error?: string) => void
  electronHear: (channel: string, text: string) => void
}

/** Runs in the isolated world: the preload with its part of Electron, and what the window must notice in the page. */
function isolatedWorld(
  source: string,
  facts: { platform: string },
  write: typeof encode,
  read: typeof decode,
  join: typeof bridge,
): void {
  if (window !== window.top) return
  const world = globalThis as unknown as Isolated
  const { say, copy } = join('electron:preload', 'electron:page')
  const notify = (shown: WorldMessage) => world.electronBinding(write(shown))

  let last = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const request = (
    shown: { kind: 'invoke'; channel: string; args: unknown[] } | { kind: 'paths'; count: number },
    files: File[] = [],
  ) => {
    last += 1
    const wait = Promise.withResolvers<unknown>()
    waiting.set(last, wait)
    world.electronFiles.set(last, files)
    notify({ ...shown, id: last } as WorldMessage)
    return wait.promise
  }
  world.electronFiles = new Map()
  world.electronAnswer = (id, text, error) => {
    const wait = waiting.get(id)
    waiting.delete(id)
    world.electronFiles.delete(id)
    if (error === undefined) wait?.resolve(read(text))
    else wait?.reject(new Error(error))
  }
  const listeners = new Map<string, ((event: object, ...args: unknown[]) => void)[]>()
  const off = (channel: string, listener: unknown) =>
    void listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((one) => one !== listener),
    )
  world.electronHear = (channel, text) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...(read(text) as unknown[]))
  }

  // Chromium answers with paths later, while Electron knows them at once: a call with files waits for theirs.
  const paths = new WeakMap<File, string>()
  const filesIn = (value: unknown): File[] => {
    if (value instanceof File) return paths.has(value) ? [] : [value]
    if (Array.isArray(value)) return value.flatMap(filesIn)
    return []
  }
  const withPaths =
    (work: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      const files = filesIn(args)
      if (files.length === 0) return work(...args)
      return request({ kind: 'paths', count: files.length }, files).then((found) => {
        for (const [i, path] of (found as string[]).entries()) paths.set(files[i] as File, path)
        return work(...args)
      })
    }
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Record<string, unknown>) => {
        const calls = Object.entries(api).map(([key, one]) => [
          key,
          typeof one === 'function' ? withPaths(one as never) : one,
        ])
        say('expose', { name, api: copy(Object.fromEntries(calls)) })
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => request({ kind: 'invoke', channel, args }),
      send: (channel: string, ...args: unknown[]) => notify({ kind: 'send', channel, args }),
      on: (channel: string, listener: never) =>
        void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off,
      removeListener: off,
      removeAllListeners: (channel: string) => void listeners.delete(channel),
    },
    webUtils: { getPathForFile: (file: File) => paths.get(file) ?? '' },
  }

  // A key that the page does not use reaches the menu.
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.defaultPrevented) return
    const { key, ctrlKey: ctrl, altKey: alt, shiftKey: shift, metaKey: meta } = event
    if (ctrl || alt || meta || /^F\d+$/.test(key)) notify({ kind: 'key', key, ctrl, alt, shift, meta })
  })
  addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return
    const target = event.target as HTMLElement
    const field = target.closest('input, textarea, [contenteditable=""], [contenteditable="true"]')
    const isEditable = field !== null && !field.hasAttribute('readonly')
    const part = field as HTMLTextAreaElement | null
    const selected = part?.value?.slice(part.selectionStart, part.selectionEnd) || String(getSelection())
    const image = target.closest('img')
    const flags = {
      canCopy: selected !== '',
      canCut: isEditable && selected !== '',
      canPaste: isEditable,
      canSelectAll: true,
      canUndo: isEditable,
      canRedo: isEditable,
    }
    notify({
      kind: 'context-menu',
      params: {
        x: event.x,
        y: event.y,
        pageURL: location.href,
        frameURL: location.href,
        isEditable,
        editFlags: flags,
        linkURL: target.closest('a')?.href ?? '',
        linkText: target.closest('a')?.innerText ?? '',
        srcURL: image?.src ?? '',
        mediaType: image ? 'image' : 'none',
        selectionText: selected,
        // The headless browser has no dictionary; a test sends its own event.
        misspelledWord: '',
        dictionarySuggestions: [],
        spellcheckEnabled: false,
      },
    })
  })
  const process = {
    platform: facts.platform,
    isMainFrame: true,
    contextIsolated: true,
    sandboxed: true,
    versions: { electron: 'stand-in' },
  }
  const require = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  new Function('require', 'exports', 'module', 'process', source)(require, {}, { exports: {} }, process)
}

export const mainWorldSource = `(${mainWorld})(${bridge})`

export const isolatedSource = (preload: string) =>
  `(${isolatedWorld})(${[JSON.stringify(preload), JSON.stringify({ platform: process.platform }), encode, decode, bridge].join(', ')})`
