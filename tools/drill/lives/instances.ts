import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import flags from '../../../server/node-flags.json' with { type: 'json' }
import type { Failpoint } from '../../../server/src/platform/db/failpoint.ts'
import { compileCache, environmentOf, findFreePort } from '../../../server/test/program.ts'
import { query } from '../client.ts'
import type { Command, Done } from './instance.ts'

export type Answer = { status: number; body: Record<string, unknown>; text: string }
export type Request = {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Two instances on one database, whose clock the drill steers. Either may die in the middle of a request; it is started again. */
export type Instances = {
  /** Asks one of the two. If it dies meanwhile, the other one gets the same request, as from a buyer who presses again. */
  call(which: number, path: string, request?: Request): Promise<Answer>
  setClock(now: number): Promise<void>
  /** Has an instance kill itself at this point; null takes that back. */
  arm(which: number, point: Failpoint | null): Promise<void>
  work(which: number, queues: readonly string[], scheduled?: readonly string[]): Promise<void>
  checkOrders(which: number, orderIds: readonly string[]): Promise<void>
  takeFaults(): string[]
  kills(): number
  close(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('instance.ts', import.meta.url))
const TRIES = 3

type Instance = { child: ChildProcess; port: number; send(command: Command): Promise<Done>; dead(): boolean }

export async function startInstances(settings: Record<string, string>, now: number): Promise<Instances> {
  let [clock, kills, faults] = [now, 0, [] as string[]]
  /** Like a service manager, it starts again one that a busy database answered too late. */
  const start = async (port: number, tries = TRIES): Promise<Instance> => {
    const instance = spawnInstance(port)
    try {
      await instance.send({ do: 'start', settings: { ...settings, PORT: String(port) }, now: clock })
      await instance.send({ do: 'set the clock', now: clock })
      return instance
    } catch (error) {
      instance.child.kill('SIGKILL')
      if (tries === 1) throw error
      return start(port, tries - 1)
    }
  }
  const running: (Instance | undefined)[] = [await start(await findFreePort()), await start(await findFreePort())]
  const starting: (Promise<unknown> | undefined)[] = []
  /** Starts a killed one again, while the other one goes on. */
  const look = () => {
    for (const index of [0, 1]) {
      const instance = running[index]
      if (!instance?.dead()) continue
      kills++
      running[index] = undefined
      const again = start(instance.port).then((started) => {
        running[index] = started
      })
      // A caller that waits for it gets its error; while the other one goes on none waits.
      again.catch(() => undefined)
      starting[index] = again
    }
  }
  /** The wished one, or the other while that one starts. */
  const at = async (which: number): Promise<Instance> => {
    look()
    const one = running[which % 2] ?? running[(which + 1) % 2]
    if (one) return one
    await Promise.all(starting)
    return at(which)
  }
  const send = async (instance: Instance, command: Command): Promise<boolean> => {
    try {
      faults.push(...(await instance.send(command)).faults)
      return true
    } catch (error) {
      await settled(instance)
      if (!instance.dead()) throw error
      return false
    }
  }
  /** The one that is left does the work of a killed one. */
  const insist = async (which: number, command: Command) => {
    for (let tries = 0; tries < TRIES; tries++) if (await send(await at(which + tries), command)) return
    throw new Error(`nobody could ${command.do}`)
  }
  const sendAll = (command: Command) => Promise.all(running.map((one) => one && !one.dead() && send(one, command)))
  return {
    async call(which, path, request = {}) {
      for (let tries = 0; ; tries++) {
        const instance = await at(which + tries)
        const { method = request.body === undefined ? 'GET' : 'POST', token, body, headers } = request
        const answer = await query(`http://127.0.0.1:${instance.port}${path}`, { method, token, headers, body })
        if (answer.status === 0) await settled(instance)
        if (answer.status === 0 && instance.dead() && tries < TRIES) continue
        if (answer.status === 0 || answer.status === 500)
          faults.push(`${method} ${path.split('?')[0]} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
        return { status: answer.status, body: parse(answer.text), text: answer.text }
      }
    },
    async setClock(next) {
      clock = next
      look()
      await sendAll({ do: 'set the clock', now: next })
    },
    async arm(which, point) {
      if (point) await send(await at(which), { do: 'arm', point })
      else await sendAll({ do: 'arm', point })
    },
    work: (which, queues, scheduled = []) => insist(which, { do: 'work', queues, scheduled }),
    checkOrders: (which, orderIds) => insist(which, { do: 'check orders', orderIds }),
    takeFaults() {
      const taken = faults
      faults = []
      return taken
    },
    kills: () => kills,
    async close() {
      await Promise.allSettled(starting)
      for (const one of running) one?.child.kill('SIGKILL')
    },
  }
}

/** A process that was killed has ended a moment after its connection. */
const settled = async ({ child, dead }: Instance) => {
  if (!dead()) await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 300).unref())])
}

function spawnInstance(port: number): Instance {
  const child = fork(PROGRAM, [], {
    // More room for young objects than a small server gives: a sixth of the time went into collecting them.
    execArgv: [...flags, '--max-semi-space-size=64'],
    env: { ...environmentOf({}), NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, { resolve(answer: Done): void; reject(error: Error): void }>()
  let last = 0
  child.on('message', ({ id, answer }: { id: number; answer: Done | { failed: string } }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if ('failed' in answer) one?.reject(new Error(answer.failed))
    else one?.resolve(answer)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the instance died'))
    waiting.clear()
  })
  const dead = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    port,
    dead,
    send: (command) =>
      new Promise((resolve, reject) => {
        if (dead() || !child.connected) return reject(new Error('the instance died'))
        const id = ++last
        waiting.set(id, { resolve, reject })
        child.send({ id, command })
      }),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
