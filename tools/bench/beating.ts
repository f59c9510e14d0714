import { Agent, request } from 'node:http'

// Simulates watching students: each sends a beat once per interval, at its own offset, even if the previous one is
// unanswered. A separate process that takes plans over its IPC channel. Latency counts from the due time of a beat, so
// it includes queueing in front of the server.

export type BeatPlan = {
  url: string
  path: string
  intervalMs: number
  seconds: number
  /** Headers per student, and the beat without its changing fields. */
  students: { headers: Record<string, string>; beat: Record<string, unknown> }[]
}

export type BeatResult = {
  sent: number
  answers: number
  errors: number
  p50: number
  p99: number
  most: number
  /** The message of the first error. */
  problem?: string
}

process.on('message', async (plan: BeatPlan) => {
  process.send?.(await run(plan))
})

async function run({ url, path, intervalMs, seconds, students }: BeatPlan): Promise<BeatResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: students.length })
  const address = new URL(path, url)
  const beats = Math.floor((seconds * 1000) / intervalMs)
  const times: number[] = []
  let sent = 0
  let errors = 0
  let problem: string | undefined
  const begun = performance.now() + 500
  const one = async (student: BeatPlan['students'][number], number: number, due: number) => {
    sent++
    const position = { second: number * (intervalMs / 1000), length: 3_600, tab: 'bench', number }
    const body = JSON.stringify({ ...student.beat, seconds: intervalMs / 1000, position })
    try {
      await post(agent, address, student.headers, body)
      times.push(performance.now() - due)
    } catch (error) {
      errors++
      problem ??= String(error)
    }
  }
  const plan = students.flatMap((student, at) =>
    Array.from({ length: beats }, (_, number) => ({
      student,
      number: number + 1,
      due: begun + (number + at / students.length) * intervalMs,
    })),
  )
  plan.sort((a, b) => a.due - b.due)
  const running: Promise<void>[] = []
  for (const { student, number, due } of plan) {
    const ahead = due - performance.now()
    if (ahead > 1) await new Promise((resolve) => setTimeout(resolve, ahead))
    running.push(one(student, number, due))
  }
  await Promise.all(running)
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const figures = { sent, answers: times.length, errors, p50: at(0.5), p99: at(0.99), most: at(1) }
  return problem === undefined ? figures : { ...figures, problem }
}

function post(agent: Agent, address: URL, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const req = request(address, { method: 'POST', agent, headers: all, timeout: 20_000 }, (res) => {
      let text = ''
      res.on('data', (chunk: Buffer) => {
        text += chunk
      })
      res.on('end', () => (res.statusCode === 200 ? resolve() : reject(new Error(`${res.statusCode} ${text}`))))
      res.on('error', reject)
    })
    req.on('error', reject)
    req.on('timeout', () => req.destroy(new Error('no answer within 20 s')))
    req.end(body)
  })
}
