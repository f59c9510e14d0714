import { Agent, request } from 'node:http'

// Simulates buyers without an account: each registers, then buys one course. A separate process that takes plans from
// its channel.

export type NewcomerPlan = { url: string; courseId: string; connections: number; seconds: number; most: number }
export type NewcomerResult = { purchases: number; seconds: number; errors: number }

process.on('message', async (plan: NewcomerPlan) => {
  process.send?.(await run(plan))
})

let people = 0

async function run({ url, courseId, connections, seconds, most }: NewcomerPlan): Promise<NewcomerResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const begun = performance.now()
  const end = begun + seconds * 1000
  let purchases = 0
  let errors = 0
  const lane = async () => {
    for (let tries = 0; tries < most && performance.now() < end; tries++) {
      const number = `${process.pid % 1000}${String(people++).padStart(6, '0')}`.padStart(9, '0')
      const person = { email: `new${number}@example.com`, phone: `9${number}`, password: `Mango-Kulfi-${number}` }
      try {
        const { token, user_id } = await post(agent, `${url}/api/register`, person)
        await post(agent, `${url}/api/user/buy?user_id=${user_id}`, [courseId], token)
        purchases++
      } catch {
        errors++
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  agent.destroy()
  return { purchases, seconds: (performance.now() - begun) / 1000, errors }
}

function post(agent: Agent, url: string, body: object, token?: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `bearer ${token}` } : {}) }
    const req = request(url, { method: 'POST', agent, headers, timeout: 20_000 }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        if (res.statusCode === 201) resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
        else reject(new Error(`answered ${res.statusCode}`))
      })
      res.on('error', reject)
    })
    req.on('error', reject)
    req.on('timeout', () => req.destroy(new Error('no answer')))
    req.end(JSON.stringify(body))
  })
}
