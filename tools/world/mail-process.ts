import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from './row.ts'

/** Login of the shop at each server. */
export const LOGIN = { user: 'shop', password: 's3cret/pass' }

/** Domains of the readers: with mailboxes, on a host that is away, and the one that returned mail goes to. */
export const DOMAINS = { readers: 'reader.example', away: 'away.example', returns: 'news.shop.example' }

export type Wiring = {
  /** Ports of the server, of the mailboxes, of the login service, one that nothing listens on, and one of OpenSMTPD with STARTTLS. */
  ports: Record<'smtp' | 'lmtp' | 'auth' | 'away' | 'tls', number>
  /** A folder that the server's user can read. */
  folder: string
  /** Command that passes a mail to the shop's intake, as docs/watching.md says. */
  intake: string
}

export type MailProgram = {
  program: Program
  /** Unpacked packages that lie over the system's files. */
  layers: string[]
  users: string[]
  /** Shell commands, of which the last one stays. */
  start: (wiring: Wiring) => string
}

/** A server lies over the system's files in a namespace of mounts, which root alone can make. */
export const asRoot = <Found extends Program>(found: Found): Found =>
  process.getuid?.() === 0 ? found : { ...found, version: undefined, lacks: `${found.lacks} (as root)` }

/** Lays packages over the system's files, for one process and its children alone: nothing is installed. */
export function inNamespace(folder: string, { layers, users }: MailProgram, script: string): string {
  const file = join(folder, 'start.sh')
  const over = (name: string) => layers.map((layer) => join(layer, name)).filter((path) => existsSync(path))
  const writable = (name: string) => `mkdir -p /mnt/${name} /mnt/${name}.work
mount -t overlay overlay -o lowerdir=${[...over(name), `/${name}`].join(':')},upperdir=/mnt/${name},workdir=/mnt/${name}.work /${name}`
  const accounts = users.map(
    (user, at) => `echo '${user}:x:${5200 + at}:${5200 + at}::/nonexistent:/usr/sbin/nologin' >> /etc/passwd
echo '${user}:x:${5200 + at}:' >> /etc/group`,
  )
  writeFileSync(
    file,
    `set -e
mount -t tmpfs tmpfs /mnt
${over('usr').length > 0 ? `mount -t overlay overlay -o lowerdir=${[...over('usr'), '/usr'].join(':')} /usr` : ''}
${writable('etc')}
${writable('var')}
mount -t tmpfs tmpfs /run
${accounts.join('\n')}
${script}
`,
  )
  return file
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Starts a process group; waits until each port answers, which is tried so often. */
export async function daemon(command: string, args: string[], ports: number[], most = 150) {
  const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  for (let tries = 0; !(await Promise.all(ports.map(isOpen))).every(Boolean); tries++) {
    if (tries > most || child.exitCode !== null) {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      throw new Error(`${command} ${args.join(' ')} does not answer: ${output.slice(-2000)}`)
    }
    await sleep(100)
  }
  return {
    output: () => output,
    async stop() {
      if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
