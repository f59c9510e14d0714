import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A line to a port of this machine that can be cut and mended, has a speed, and counts what goes up. */
export type WeakLine = {
  url: string
  /** Bytes that have gone up, with all that a request has beside its body. */
  sent(): number
  /** Breaks all connections, and takes no new ones. */
  cut(): void
  mend(): void
  /** Resolves once so many bytes have gone up. */
  reaches(bytes: number): Promise<void>
  close(): Promise<void>
}

/**
 * `bytesPerSecond` bounds what goes up over all connections. Without a bound the buffers of this machine stand full of what the server
 * has not read yet, many megabytes that a cut loses; no line outside has them.
 */
export async function openWeakLine(port: number, { bytesPerSecond }: { bytesPerSecond: number }): Promise<WeakLine> {
  const sockets = new Set<Socket>()
  let [up, whole] = [0, true]
  const waiting = new Set<() => void>()
  let free = 0
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      const now = performance.now()
      free = Math.max(free, now) + (chunk.length / bytesPerSecond) * 1000
      await wait(free - now)
      up += chunk.length
      for (const look of waiting) look()
      yield chunk
    }
  }
  const server = createServer((near) => {
    if (!whole) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    // A connection that breaks is what this is for.
    pipeline(near, pass, far).catch(() => {})
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => up,
    cut() {
      whole = false
      breakAll()
    },
    mend() {
      whole = true
    },
    reaches: (bytes) =>
      new Promise((resolve) => {
        const look = () => {
          if (up < bytes) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
