import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { connectDevTools } from './devtools.ts'
import { switchOf, userData } from './switches.ts'

/** Answers requests to the app's own schemes, by partition and scheme. */
export const schemes = new Map<string, (request: Request) => Response | Promise<Response>>()

/*
 * Chromium cannot learn a scheme from outside, so `app://admin` is `http://admin.default.app.localhost`: a secure
 * origin of its own, one for each partition. A resolver rule leads it to the server below, where bodies, ranges and
 * aborts are Chromium's own.
 */
const AT = /^http:\/\/([^./]+)\.([^./]+)\.([^./]+)\.localhost(?=[/?#]|$)/
const BLOB = /^blob:/

/** Returns the address that the app sees. */
export function toApp(address: string): string {
  const [blob = ''] = BLOB.exec(address) ?? []
  return blob + address.slice(blob.length).replace(AT, (_, host, _partition, scheme) => `${scheme}://${host}`)
}

/** Returns the address that Chromium sees. */
export function toHttp(address: string, partition: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(address) ?? []
  return schemes.has(`${partition} ${scheme}`) ? `http://${host}.${partition}.${scheme}.localhost${rest}` : address
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const origin = `http://${request.headers.host}`
  const [, host = '', partition = '', scheme = ''] = AT.exec(origin) ?? []
  const handle = schemes.get(`${partition} ${scheme}`)
  // Electron shows no icon of a page, so it fetches none.
  if (request.url === '/favicon.ico') {
    response.writeHead(204).end()
    return
  }
  const left = new AbortController()
  response.on('close', () => left.abort())
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== 'host' ? [[name, value]] : [],
  )
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const requested = new Request(`${scheme}://${host}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    signal: left.signal,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
  } as RequestInit)
  const input = await handle?.(requested)
  if (!input || input.type === 'error') throw new Error('no answer')
  response.writeHead(input.status, Object.fromEntries(input.headers))
  if (input.body)
    Readable.fromWeb(input.body as NodeStream)
      .on('error', () => response.destroy())
      .pipe(response)
  else response.end()
}

/** Starts Chromium with the app's data folder, and the server of the app's schemes. */
async function start() {
  const server = createServer((request, response) => {
    // A handler that fails is a page that does not load.
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rules = [`MAP *.localhost 127.0.0.1:${port}`, switchOf('host-resolver-rules')].filter(Boolean).join(', ')
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--remote-debugging-port=0',
    // Popups are denied, as every handler of the app does; their addresses still reach it.
    '--block-new-web-contents',
    '--disable-back-forward-cache',
    '--disable-background-networking',
    // Each page is one of the app's windows: the browser opens none of its own.
    '--no-startup-window',
    // A window in the back draws and runs timers like one in front.
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding',
    `--user-data-dir=${join(userData, 'chromium')}`,
    `--host-resolver-rules=${rules}`,
    ...(switchOf('ignore-certificate-errors') === undefined ? [] : ['--ignore-certificate-errors']),
  ]
  const child = spawn(process.env.CHROMIUM_PATH ?? 'chromium-headless-shell', flags, {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.on('exit', () => child.kill('SIGKILL'))
  const address = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${printed}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk}`.slice(-10_000)
      const found = /DevTools listening on (ws:\S+)/.exec(printed)?.[1]
      if (found) resolve(found)
    })
  })
  const devTools = await connectDevTools(address)
  // This call precedes Playwright's connection: a test that takes downloads sets its own folder.
  const downloadPath = join(userData, 'downloads')
  const behavior = { behavior: 'allowAndName', downloadPath, eventsEnabled: true }
  await devTools.root.send('Browser.setDownloadBehavior', behavior)
  // Playwright waits for this line.
  process.stderr.write(`\nDevTools listening on ${address}\n`)
  return { ...devTools, child }
}

export const chromium = start()
