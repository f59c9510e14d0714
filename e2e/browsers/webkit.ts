import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from './driver.ts'

/** Drives the WebKit of GTK over WebDriver, on a display of `broadwayd`, which needs no screen. */
export async function openWebKit(driver: string, browser: string): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'skillhaat-webkit-'))
  const [port, display] = [await freePort(), await freePort()]
  const shown = spawn('broadwayd', ['--port', String(display), `:${display}`], {
    stdio: 'ignore',
    env: { ...process.env, XDG_RUNTIME_DIR: home },
  })
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      GDK_BACKEND: 'broadway',
      BROADWAY_DISPLAY: `:${display}`,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      NO_AT_BRIDGE: '1',
    },
  })
  const close = async () => {
    for (const each of [child, shown]) each.kill('SIGKILL')
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: T & { message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value?.message}`)
    return value
  }
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/status`).then(
        () => true,
        () => false,
      )
    )
      break
    if (tries > 100) throw new Error('WebKitWebDriver does not start')
    await sleep(100)
  }
  const options = { binary: browser, args: ['--automation'] }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  }).catch(async (error) => {
    await close()
    throw error
  })
  const at = `/session/${sessionId}`
  return {
    errors: [],
    open: async (url) => void (await call('POST', `${at}/url`, { url })),
    async run<T>(body: string, ...values: unknown[]) {
      const script = `const done = arguments[arguments.length - 1]; Promise.resolve((function(...values){${body}})(...arguments[0])).then((value) => done([value ?? null]), (error) => done({ error: String(error) }))`
      const value = await call<[T] | { error: string }>('POST', `${at}/execute/async`, { script, args: [values] })
      if (!Array.isArray(value)) throw new Error(value.error)
      return value[0]
    },
    screenshot: async () => Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64'),
    async show({ width, height }) {
      await call('POST', `${at}/window/rect`, { width, height })
    },
    async close() {
      await call('DELETE', at).catch(() => undefined)
      await close()
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
