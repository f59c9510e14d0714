import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from '../load.ts'
import { memoryMb } from '../processes.ts'
import type { Figure } from '../report.ts'
import type { Stand, Student } from '../stand.ts'
import { loadOf } from './catalogue.ts'

const IDLE_MS = 5_000
const LOAD_ROUNDS = 3
const STUDENTS = 1_000
/** The shop's limit of concurrent calls (`http/busy.ts`); it refuses some beyond. */
const AT_ONCE = 32

/** Measures the resident memory before the first request, and after heavy load on every kind of call. */
export async function memoryFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(48)
  const students = await stand.students(database, STUDENTS)
  const shop = await stand.shop(database)
  const reference = await stand.reference(database)
  try {
    await sleep(IDLE_MS)
    const idle = { ours: memoryMb(shop.pid), reference: memoryMb(reference.pid) }
    const all = (await (await fetch(`${shop.url}/api/go/courses`)).json()) as { course_id: string }[]
    const courses = all.map(({ course_id }) => course_id)
    const headers = { authorization: `bearer ${students[0]?.token}` }
    let errors = 0
    const paths = ['/api/go/courses?limit=24', '/api/go/courses', '/', '/courses', '/api/user/dashboard', '/api/health']
    const served = []
    for (const path of paths) if ((await fetch(shop.url + path, { headers })).ok) served.push(path)
    for (let round = 0; round < LOAD_ROUNDS; round++) {
      errors += (await buyALot(stand, shop.url, students, courses[round] ?? '')).errors
      for (const path of served) {
        const plan = { url: shop.url + path, connections: AT_ONCE, seconds: 1, maxRequests: 20_000, headers }
        errors += (await stand.load.run(plan)).errors
      }
      await loadOf(stand, reference, '/list')()
    }
    await sleep(2_000)
    const after = { ours: memoryMb(shop.pid), reference: memoryMb(reference.pid) }
    const mb = (value: number) => `${Math.round(value)} MB`
    return [
      {
        figure: 'Memory, idle, against Express + pg',
        ours: mb(idle.ours),
        reference: mb(idle.reference),
        ratio: idle.ours / idle.reference,
        bound: 'at most 130 MB',
        ok: !(idle.ours > 130),
      },
      {
        figure: `Memory after load (${LOAD_ROUNDS * STUDENTS} purchases, ${served.join(', ')})`,
        ours: mb(after.ours),
        reference: mb(after.reference),
        ratio: after.ours / after.reference,
        bound: 'at most 220 MB, no error',
        ok: !(after.ours > 220) && errors === 0,
      },
    ]
  } finally {
    await shop.kill()
    await reference.stop()
  }
}

/** Buys the course as every student. */
function buyALot(stand: Stand, url: string, students: readonly Student[], courseId: string): Promise<LoadResult> {
  const requests = students.map(({ user_id, token }) => ({
    method: 'POST',
    path: `/api/user/buy?user_id=${user_id}`,
    headers: { 'content-type': 'application/json', authorization: `bearer ${token}` },
    body: JSON.stringify([courseId]),
  }))
  return stand.load.run({ url, connections: AT_ONCE, seconds: 20, maxRequests: requests.length, requests })
}
