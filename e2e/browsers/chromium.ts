import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Driver } from './driver.ts'

type Reply = {
  id?: number
  sessionId?: string
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
}
type Params = Record<string, unknown>

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--mute-audio',
  '--autoplay-policy=no-user-gesture-required',
  '--remote-debugging-pipe',
]

/** Drives a Chromium of any version through its pipe: the commands used here are those that Chromium 79 has as well. */
export async function openChromium(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'skillhaat-chromium-'))
  const child = spawn(program, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const ended = new Promise<void>((resolve) => {
    for (const end of ['close', 'error']) child.once(end, () => resolve())
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  const listeners = new Set<(reply: Reply) => void>()
  let rest = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const reply = JSON.parse(message) as Reply
      if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
      else for (const listener of listeners) listener(reply)
    }
  })
  input.on('error', () => {})
  let last = 0
  const send = (method: string, params: Params = {}, sessionId?: string) => {
    const id = ++last
    return new Promise<Params>((resolve, reject) => {
      waiting.set(id, ({ result = {}, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result)
      })
      void ended.then(() => reject(new Error(`${method}: the browser has ended`)))
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    })
  }
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  const request = (method: string, params?: Params) => send(method, params, sessionId)
  const errors: string[] = []
  listeners.add(({ method, params, sessionId: of }) => {
    if (of !== sessionId || method !== 'Runtime.exceptionThrown') return
    const { exceptionDetails } = params as { exceptionDetails: { text: string; exception?: { description?: string } } }
    errors.push(exceptionDetails.exception?.description ?? exceptionDetails.text)
  })
  for (const domain of ['Page', 'Runtime', 'Network']) await request(`${domain}.enable`)
  return {
    errors,
    async open(url) {
      const loaded = new Promise<void>((resolve) => {
        const listener = ({ method, sessionId: of }: Reply) => {
          if (of !== sessionId || method !== 'Page.domContentEventFired') return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      })
      await request('Page.navigate', { url })
      await loaded
    },
    async run<T>(body: string, ...values: unknown[]) {
      const { result, exceptionDetails } = (await request('Runtime.evaluate', {
        expression: `(function(...values){${body}})(...${JSON.stringify(values)})`,
        awaitPromise: true,
        returnByValue: true,
        userGesture: true,
      })) as { result: { value: T }; exceptionDetails?: { exception?: { description?: string } } }
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The script failed')
      return result.value
    },
    async setOffline(offline) {
      const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
      await request('Network.emulateNetworkConditions', conditions)
    },
    async screenshot() {
      const { data } = (await request('Page.captureScreenshot', { format: 'png' })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    async print() {
      const { data } = (await request('Page.printToPDF')) as { data: string }
      return Buffer.from(data, 'base64')
    },
    async show({ width, height, dark }) {
      const mobile = width < 768
      await request('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile })
      const features = [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]
      await request('Emulation.setEmulatedMedia', { features })
    },
    async close() {
      child.kill('SIGKILL')
      await ended
      // Processes of the browser write for a moment after it is gone.
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
