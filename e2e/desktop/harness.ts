import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { APP_ORIGIN, MENU_CHANNEL, type MenuCommand } from '../../desktop-admin/src/bridge.ts'
import { startShell } from '../../desktop-admin/src/main/shell.ts'
import { electronStandIn } from '../../desktop-admin/test/electron-stand-in.ts'

const out = fileURLToPath(new URL('../../desktop-admin/out', import.meta.url))

/**
 * Runs the desktop app without Electron's binary: its main process runs here over a stand-in for Electron's API, its
 * built preload and page run in a browser. `app://admin` becomes an address on this machine, and each IPC channel a
 * function exposed to the browser.
 */
export type DesktopHarness = {
  /** The address used in place of `app://admin`. */
  url: string
  /** Treats the pages of a context as the app's own. */
  connect(context: BrowserContext): Promise<void>
  /** Sets the files that the owner picks next in the system's dialog. */
  pick(...paths: string[]): void
  menu(context: BrowserContext, command: MenuCommand): Promise<void>
  seen: ReturnType<typeof electronStandIn>['seen']
  ask: ReturnType<typeof electronStandIn>['ask']
  userData: string
  close(): Promise<void>
}

export async function startDesktop({ userData }: { userData?: string } = {}): Promise<DesktopHarness> {
  const paths: string[] = []
  const standIn = electronStandIn({ paths, fetch, ...(userData ? { userData } : {}) })
  await startShell(standIn.electron, out)
  const answer = standIn.seen.protocols.get('app')
  if (!answer) throw new Error('the shell has no scheme')

  const server = createServer(async (request, response) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    const given = await answer(
      new Request(`${APP_ORIGIN}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
          typeof value === 'string' && name !== 'host' ? [[name, value]] : [],
        ),
        ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}),
      } as RequestInit),
    ).catch((error: unknown) => new Response(String(error), { status: 500 }))
    response.writeHead(given.status, Object.fromEntries(given.headers))
    if (given.body) Readable.fromWeb(given.body as never).pipe(response)
    else response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    seen: standIn.seen,
    ask: standIn.ask,
    userData: standIn.userData,
    async connect(context) {
      await context.exposeBinding('harnessAsk', ({ page, frame }, channel: string, args: unknown[]) => {
        const own = frame === page?.mainFrame() && frame.url().startsWith(`${url}/`)
        return standIn.askFrom({ parent: own ? null : {}, url: frame.url().replace(url, APP_ORIGIN) }, channel, ...args)
      })
      await context.addInitScript(preloadInPage, readFileSync(join(out, 'preload/preload.cjs'), 'utf8'))
    },
    pick: (...picked) => void paths.splice(0, paths.length, ...picked),
    async menu(context, command) {
      for (const page of context.pages()) {
        await page.evaluate(
          ([channel, given]) => document.dispatchEvent(new CustomEvent(channel as string, { detail: given })),
          [MENU_CHANNEL, command],
        )
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs the built preload like the sandbox does: with `require('electron')` only. */
function preloadInPage(source: string): void {
  const host = window as unknown as {
    harnessAsk: (channel: string, args: unknown[]) => Promise<unknown>
    desktop?: unknown
    droppedPaths?: Record<string, string>
  }
  if (host.desktop || location.protocol === 'about:') return
  const heard = new Map<unknown, (event: Event) => void>()
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => Object.defineProperty(window, name, { value }),
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => host.harnessAsk(channel, args),
      on: (channel: string, listener: (event: unknown, detail: unknown) => void) => {
        const hear = (event: Event) => listener(undefined, (event as CustomEvent).detail)
        heard.set(listener, hear)
        document.addEventListener(channel, hear)
      },
      off: (channel: string, listener: unknown) => {
        const hear = heard.get(listener)
        if (hear) document.removeEventListener(channel, hear)
      },
    },
    // A browser reveals no paths; a test that drops files passes them.
    webUtils: { getPathForFile: (file: File) => host.droppedPaths?.[file.name] ?? '' },
  }
  new Function('require', 'exports', 'module', source)(() => electron, {}, {})
}
