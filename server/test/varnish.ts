import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../src/config.ts'

/** Returns why this machine cannot run the real Varnish; undefined if it can. */
export function varnishMissing(): string | undefined {
  try {
    execFileSync('varnishd', ['-V'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'varnishd is not on the PATH: install varnish and varnish-modules to try the CDN for real'
  }
}

export type Varnish = { url: string; close(): Promise<void> }

/** Starts a Varnish on this port with the operators' sample file, in front of the shop at `shopPort`. */
export async function startVarnish(port: number, shopPort: number): Promise<Varnish> {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-varnish-'))
  const vcl = await readFile(join(ROOT, 'deploy/varnish.vcl'), 'utf8')
  await writeFile(join(folder, 'shop.vcl'), vcl.replace(/\.port = "300\d"/g, `.port = "${shopPort}"`))
  const child = spawn(
    'varnishd',
    [
      '-F',
      '-j',
      'none',
      '-n',
      join(folder, 'run'),
      '-f',
      join(folder, 'shop.vcl'),
      '-a',
      `127.0.0.1:${port}`,
      '-T',
      'none',
      '-s',
      'default,64m',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let shown = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      shown += chunk
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 25_000; ; await sleep(50)) {
    if (
      await fetch(url).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      )
    )
      return { url, close }
    if (child.exitCode === null && Date.now() < deadline) continue
    await close()
    throw new Error(`varnishd did not start:\n${shown}`)
  }
}
