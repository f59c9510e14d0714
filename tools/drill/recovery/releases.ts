import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, VERSION } from '../../../server/src/config.ts'
import { signal } from '../processes.ts'

/** A step that only adds, as every step of a release does. */
const EXPAND = `export const up = 'alter table orders add drill_note text; create table drill_notes (note text)'
export const down = 'drop table drill_notes; alter table orders drop drill_note'
`

/** Stands in for systemd: starts and stops the release that the link of a port leads to. */
export const SYSTEMCTL = `#!/bin/sh
for unit in "$@"; do port=\${unit##*@}; done
case $1 in
  enable) cd -P "$SHOP/$port" && { PORT=$port ./skillhaat start > "$SHOP/$port.log" 2>&1 & echo $! > "$SHOP/$port.pid"; } ;;
  disable) kill "$(cat "$SHOP/$port.pid")" && while kill -0 "$(cat "$SHOP/$port.pid")"; do sleep 0.1; done ;;
  status) tail -n 20 "$SHOP/$port.log" ;;
esac 2> /dev/null
`

export type Releases = { now: string; next: string; broken: string }

/** Packs the present sources, and makes two later releases of it: one with a schema step more, and one that fails. */
export async function packReleases(folder: string): Promise<Releases> {
  const packed = await runProgram(process.execPath, ['run.mjs', 'pack'], {})
  if (packed.code !== 0) throw new Error(packed.said)
  const now = join(ROOT, `release/skillhaat-${VERSION}-linux-x64.tar.gz`)
  const unpack = async (version: string) => {
    const release = join(folder, `release-${version}`)
    await mkdir(release)
    await runProgram('tar', ['-xzf', now, '-C', release, '--strip-components', '1'], {})
    const manifest = join(release, 'package.json')
    await writeFile(
      manifest,
      (await readFile(manifest, 'utf8')).replace(`"version": "${VERSION}"`, `"version": "${version}"`),
    )
    await writeFile(join(release, 'migrations/20991231000000_orders_drill.ts'), EXPAND)
    return release
  }
  const [next, broken] = [await unpack('90.1.0'), await unpack('90.2.0')]
  await writeFile(join(broken, 'server/dist/main.mjs'), "throw new Error('this release is broken')\n")
  return { now, next, broken }
}

/** Runs `deploy/update.sh` as an operator does. */
export const runUpdate = (to: string, env: Record<string, string>) =>
  runProgram('sh', [join(ROOT, 'deploy/update.sh'), to], env)

async function runProgram(file: string, args: string[], env: Record<string, string>) {
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let shown = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      shown += part
    })
  const [code] = await once(child, 'close')
  return { code, said: shown }
}

/** Ends what the stand-in for systemd has started. */
export async function stopReleases(home: string, ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const pid = Number(await readFile(join(home, `${port}.pid`), 'utf8').catch(() => 0))
    if (pid > 0) signal(pid, 'SIGKILL')
  }
}
