import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'
import { isAlive } from '../server/src/platform/db/process-lock.ts'

const launcher = 'run/test-programs/launcher.mjs'
const started = new Set()

afterEach(async () => {
  for (const pid of started) if (await isRunning(pid)) process.kill(pid, 'SIGKILL')
  started.clear()
})

const isRunning = (pid) => isAlive({ pid, started: '' })

/** Starts the launcher (below a shell if requested, as npm does) and waits until its server is up. */
async function launch({ belowShell = false } = {}) {
  const [file, args] = belowShell
    ? ['sh', ['-c', `"${process.execPath}" ${launcher} & echo "{\\"launcher\\":$!}"; wait`]]
    : [process.execPath, [launcher]]
  const { npm_lifecycle_event: _, NODE_CHANNEL_FD: __, ...env } = process.env
  const child = spawn(file, args, {
    env: belowShell ? { ...env, npm_lifecycle_event: 'start' } : env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.add(child.pid)
  const shown = {}
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => Object.assign(shown, JSON.parse(line)))
  await expect.poll(() => shown).toHaveProperty('pid')
  for (const pid of [shown.pid, shown.launcher]) if (pid) started.add(pid)
  return { child, said: shown }
}

test('a launcher that gets a signal lets its server finish and passes on its exit code', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    const { child, said } = await launch()
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([7, null])
    expect(said.stopping).toBe('parent')
    expect(await isRunning(said.pid)).toBe(false)
  }
})

test('a server stops by itself when its launcher is killed', async () => {
  const { child, said } = await launch()
  child.kill('SIGKILL')
  await expect.poll(() => isRunning(said.pid)).toBe(false)
  expect(said.stopping).toBe('parent')
})

test("no process below npm's shell survives the end of that shell", async () => {
  const { child, said } = await launch({ belowShell: true })
  child.kill('SIGKILL')
  await vi.waitFor(async () => {
    expect(await isRunning(said.launcher)).toBe(false)
    expect(await isRunning(said.pid)).toBe(false)
  }, 45_000)
  expect(said.stopping).toBe('parent')
})
