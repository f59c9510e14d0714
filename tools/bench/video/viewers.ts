import { Agent, get } from 'node:http'

// Simulates viewers, each at the same bitrate from its own second. A separate process that takes plans from its
// channel.

export type ViewingPlan = {
  /** The segment address of each viewer. */
  files: string[]
  /** Offsets and lengths of the segments in the file. */
  segments: { at: number; bytes: number }[]
  bitsPerSecond: number
  seconds: number
}

export type ViewingResult = { segments: number; bytes: number; errors: number; p50: number; p99: number; late: number }

process.on('message', async (plan: ViewingPlan) => {
  process.send?.(await watch(plan))
})

async function watch({ files, segments, bitsPerSecond, seconds }: ViewingPlan): Promise<ViewingResult> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  const times: number[] = []
  let [bytes, errors, late] = [0, 0, 0]
  const viewer = async (file: string, number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    // Staggered starts.
    let due = begun + (number / files.length) * 2000
    for (let at = number; due < end; at++) {
      const segment = segments[at % segments.length]
      if (!segment) break
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
      const sent = performance.now()
      try {
        bytes += await fetchSegment(agent, file, segment)
      } catch {
        errors++
      }
      const now = performance.now()
      times.push(now - sent)
      due += (segment.bytes * 8000) / bitsPerSecond
      // Late: the segment should have arrived before the previous one was played.
      if (now > due) late++
    }
    agent.destroy()
  }
  await Promise.all(files.map(viewer))
  const sorted = times.toSorted((one, other) => one - other)
  const part = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { segments: times.length, bytes, errors, p50: part(0.5), p99: part(0.99), late }
}

function fetchSegment(agent: Agent, file: string, { at, bytes }: { at: number; bytes: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { range: `bytes=${at}-${at + bytes - 1}` }
    const request = get(file, { agent, headers, timeout: 20_000 }, (answer) => {
      let came = 0
      answer.on('data', (chunk: Buffer) => {
        came += chunk.length
      })
      answer.on('end', () => {
        if (answer.statusCode === 206 && came === bytes) resolve(came)
        else reject(new Error(`answered ${answer.statusCode} with ${came} bytes`))
      })
      answer.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.on('error', reject)
  })
}
