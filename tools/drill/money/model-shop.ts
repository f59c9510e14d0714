import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort, type Program, startPatiently } from '../../../server/test/program.ts'
import { query } from '../client.ts'

/** An answer; status 0 if the process was down. */
export type Answer = { status: number; body: Record<string, unknown> }

/** Two processes of the program on one database, each on its own port; either may be killed at any time. */
export type Pair = {
  /** Sends a request to one of the two, and to the other if it is down. Records every 500. */
  ask(
    which: number,
    path: string,
    init?: { method?: string; token?: string; body?: unknown; headers?: Record<string, string>; again?: boolean },
  ): Promise<Answer>
  /** Kills a process without cleanup, and starts it again. */
  restart(which: number): Promise<void>
  /** Waits until both run. */
  ready(): Promise<void>
  /** Returns the recorded 500s since the last call. */
  takeFaults(): string[]
  restarts: number
  close(): Promise<void>
}

export async function startPair(settings: Record<string, string>): Promise<Pair> {
  const ports = [await findFreePort(), await findFreePort()]
  const programs: Promise<Program>[] = []
  for (const port of ports) {
    programs.push(startPatiently({ ...settings, PORT: String(port) }))
    // The first one migrates and creates the secrets.
    await programs.at(-1)
  }
  let faults: string[] = []
  const pair: Pair = {
    restarts: 0,
    async ask(which, path, init = {}) {
      const { method = 'POST', token, body = {}, headers, again = false } = init
      const url = `http://127.0.0.1:${ports[which % ports.length]}${path}`
      const { status, text } = await query(url, { method, token, headers, ...(method === 'GET' ? {} : { body }) })
      if (status === 500) {
        const { lastWords } = (await programs[which % ports.length]) ?? { lastWords: () => '' }
        const why = lastWords()
          .split('\n')
          .findLast((line) => line.includes('"level":"error"'))
        faults.push(`${method} ${path.split('?')[0]} answered 500: ${why ?? text.slice(0, 200)}`)
      }
      if (status > 0 || !text.includes('ECONNREFUSED')) return { status, body: parse(text) }
      // The connection was refused, so nothing was done: the other process takes the request, else it waits.
      if (!again) return pair.ask(which + 1, path, { ...init, again: true })
      await sleep(250)
      return { status: 0, body: {} }
    },
    async restart(which) {
      const index = which % ports.length
      pair.restarts++
      programs[index] = Promise.resolve(programs[index]).then(async (program) => {
        await program?.kill()
        return startPatiently({ ...settings, PORT: String(ports[index]) })
      })
      await programs[index]
    },
    async ready() {
      await Promise.all(programs)
    },
    takeFaults() {
      const taken = faults
      faults = []
      return taken
    },
    async close() {
      for (const program of await Promise.allSettled(programs)) {
        if (program.status === 'fulfilled') await program.value.kill()
      }
    },
  }
  return pair
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
