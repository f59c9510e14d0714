import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from './driver.ts'

type Params = Record<string, unknown>
type Reply = { id?: number; method?: string; params?: Params; result?: Params; error?: string; message?: string }

/** NS_BINDING_ABORTED: the page was left before its font had loaded. */
const LEFT_WHILE_LOADING = /^downloadable font: download failed .*status=2152398850/

/** Drives a Firefox over WebDriver BiDi. */
export async function openFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'skillhaat-firefox-'))
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '390', MOZ_HEADLESS_HEIGHT: '844' },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(output)
      if (found?.[1]) resolve(found[1])
    })
    void ended.then(() => reject(new Error(`Firefox has ended: ${output}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  const errors: string[] = []
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
    else if (
      reply.method === 'log.entryAdded' &&
      reply.params?.type === 'javascript' &&
      reply.params.level === 'error'
    ) {
      const text = String(reply.params.text)
      if (!LEFT_WHILE_LOADING.test(text)) errors.push(text)
    }
  }
  let last = 0
  const send = (method: string, params: Params = {}) => {
    const id = ++last
    return new Promise<Params>((resolve, reject) => {
      waiting.set(id, ({ result = {}, error, message }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error} ${message}`))
        else resolve(result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
  return {
    errors,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    async run<T>(body: string, ...values: unknown[]) {
      const { result, exceptionDetails } = (await send('script.evaluate', {
        expression: `(async (...values) => JSON.stringify(await (function(...values){${body}})(...values)) ?? 'null')(...${JSON.stringify(values)})`,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } }
      if (!result) throw new Error(exceptionDetails?.text ?? 'The script failed')
      return JSON.parse(result.value) as T
    },
    async screenshot() {
      const { data } = (await send('browsingContext.captureScreenshot', { context })) as { data: string }
      return Buffer.from(data, 'base64')
    },
    async show({ width, height }) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
    async close() {
      socket.close()
      child.kill('SIGKILL')
      await ended
      // Processes of the browser write for a moment after it is gone.
      await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
