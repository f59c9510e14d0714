import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** A line to a port of this machine that can be cut and mended, has a speed, and counts uploaded bytes. */
export type WeakLine = {
  url: string
  /** Uploaded bytes, heads of requests included. */
  sent(): number
  /** Breaks all connections, and accepts no new ones. */
  cut(): void
  mend(): void
  /** Resolves once so many bytes were uploaded. */
  reaches(bytes: number): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a line whose connections together upload `bytesPerSecond`. Without a limit the buffers of this machine hold many
 * unread megabytes that a cut loses, unlike any real line.
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
    // Connections break on purpose.
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
