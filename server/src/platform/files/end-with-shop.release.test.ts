// Runs before a release: ends whole process trees.

import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildFfmpeg, type FfmpegStandIn } from '../../../test/ffmpeg-stand-in.ts'

const src = fileURLToPath(new URL('../..', import.meta.url))
const programs = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('-process.ts')).sort()

let ffmpeg: FfmpegStandIn
const pids: number[] = []
const shops: ChildProcess[] = []

beforeEach(async () => {
  ffmpeg = await buildFfmpeg()
  await ffmpeg.plan({ hang: ['out'] })
})
afterEach(async () => {
  for (const shop of shops.splice(0)) shop.kill('SIGKILL')
  for (const pid of pids.splice(0)) if (isRunning(pid)) process.kill(pid, 'SIGKILL')
  await ffmpeg.remove()
})

/** Starts a process in place of the shop that does this, and waits for its message. */
async function startShop(does: string): Promise<{ shop: ChildProcess; pid: number }> {
  const shop = spawn(process.execPath, ['--input-type=module', '--eval', does], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  shops.push(shop)
  const [pid] = await once(shop, 'message')
  pids.push(pid)
  return { shop, pid }
}

/** Starts one encoder, and the process between it and its shop. */
async function encode() {
  const { shop } = await startShop(`
    import { runFfmpeg } from '${src}courses/media/ffmpeg.ts'
    const stop = new AbortController()
    process.on('SIGTERM', () => stop.abort())
    process.send(0)
    const config = { ffmpeg: { program: '', path: process.env.PATH } }
    await runFfmpeg(config, '${ffmpeg.program}', ['out'], { stopping: stop.signal }).catch(() => {})`)
  await expect.poll(ffmpeg.told).toBeGreaterThan(0)
  const encoder = (await ffmpeg.hanging()) ?? 0
  const between = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(encoder)], { encoding: 'utf8' }))
  pids.splice(0, 1, encoder, between)
  return { shop, encoder, between }
}

const expectEnd = (pid: number) => expect.poll(() => isRunning(pid)).toBe(false)

describe('an encoder', () => {
  test('ends with a shop that stops', async () => {
    const { shop, encoder } = await encode()
    shop.kill('SIGTERM')
    await expectEnd(encoder)
  })

  test('ends with a killed shop while it reports progress', async () => {
    const { shop, encoder, between } = await encode()
    // The encoder's output already waits when the line to the shop breaks.
    process.kill(between, 'SIGSTOP')
    const notified = await ffmpeg.told()
    await expect.poll(ffmpeg.told).toBeGreaterThan(notified)
    shop.kill('SIGKILL')
    await once(shop, 'exit')
    process.kill(between, 'SIGCONT')
    await expectEnd(encoder)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'ends when %s ends the process between it and its shop',
    async (signal) => {
      const { encoder, between } = await encode()
      process.kill(between, signal)
      await expectEnd(encoder)
    },
  )

  test('never starts for a shop that ends at the same moment', async () => {
    const between = fork(join(src, 'courses/media/ffmpeg-process.ts'), [ffmpeg.program, 'out'], {
      execArgv: [],
      stdio: 'ignore',
    })
    shops.push(between)
    between.disconnect()
    await once(between, 'exit')
    expect(await ffmpeg.calls()).toEqual([])
  })
})

describe('a child of the shop', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'skillhaat-end-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test.each(programs)('%s ends with a killed shop in the middle of its work', async (program) => {
    // A pipe blocks its reader.
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const encodes = program.includes('videos/')
    const args = encodes ? [ffmpeg.program, 'out'] : [pipe, pipe, '']
    const { shop, pid } = await startShop(`
      import { fork } from 'node:child_process'
      const child = fork('${src}${program}', ${JSON.stringify(args)}, { execArgv: [], stdio: 'ignore' })
      child.send({ look: 'captions', input: { path: '${pipe}' }, cpuMs: 60_000, open: '${pipe}' })
      process.send(child.pid)`)
    const writer = encodes ? undefined : await open(pipe, 'w')
    if (encodes) await expect.poll(ffmpeg.told).toBeGreaterThan(0)
    shop.kill('SIGKILL')
    await expectEnd(pid).finally(() => writer?.close())
  })

  test('that is blocked by a file ends with a killed shop', async () => {
    const program = join(folder, 'busy.mjs')
    const bounds = '{ deadline: new Float64Array([Infinity]), bytes: Infinity }'
    await writeFile(
      program,
      `import { endWithShop } from '${src}platform/files/end-with-shop.ts'
      endWithShop(${bounds})
      process.send(0, () => { for (;;); })`,
    )
    const { shop, pid } = await startShop(`
      import { fork } from 'node:child_process'
      const child = fork('${program}', { execArgv: [] })
      child.once('message', () => process.send(child.pid))`)
    shop.kill('SIGKILL')
    await expectEnd(pid)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
