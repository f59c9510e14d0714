// Runs before a release: reads thousands of broken files.

import { WORK_KINDS } from 'contract/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { type HostileTwin, hostileTwins } from '../../../test/hostile-twins.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { uploadMedia } from '../../../test/upload.ts'

const BYTES = 1024 * 1024
const megabyte = Buffer.alloc(BYTES, 'a')
/** Bounds uninterrupted work of the serving thread, in readings of a megabyte byte by byte: a busy machine slows both. */
const MOST_READINGS = 8
/** A collection of garbage may fall into one attempt. */
const ATTEMPTS = 3

type Door = {
  takes: (twin: HostileTwin) => boolean
  send: (bytes: Buffer, name: string) => Promise<{ status: number; text: string }>
}
let server: TestServer
let doors: Record<string, Door>

beforeAll(async () => {
  server = await startTestServer()
  const admin = await server.adminToken()
  const tus = tusClient(server, admin)
  const { course_id } = await buildCourse(server.db)
  const content = [{ title: 'Your reel', kind: 'assignment' as const, watch_link: '' }]
  const api = server.api(admin)
  await api.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const [lesson] = (await api.learning.adminGetContent({ id: course_id })).content
  const params = { lesson_id: lesson?.lesson_id ?? '' }
  const requested = {
    instructions: 'Cut it.',
    criteria: [{ text: 'It holds' }],
    takes_text: true,
    due_days: null,
    gate: false,
  }
  await api.assignments.save({ params, body: { ...requested, file_kinds: [...WORK_KINDS] } })
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const authorization = `Bearer ${await server.userToken(user)}`
  const shown = async (response: Response) => ({ status: response.status, text: await response.text() })
  doors = {
    'hand-in': {
      takes: ({ kind }) => kind !== 'subtitles',
      send: async (bytes, name) => {
        const body = new FormData()
        body.set('work_file', new File([new Uint8Array(bytes)], name))
        const path = `/api/user/assignments/${params.lesson_id}/file`
        return shown(await server.request(path, { method: 'POST', headers: { authorization }, body }))
      },
    },
    'resumable upload': {
      takes: () => true,
      send: async (bytes, name) => shown(await tus.send(bytes, { filename: name, filetype: '' })),
    },
    'form of the console': {
      takes: ({ kind }) => kind === 'image' || kind === 'video',
      send: async (bytes, name) => {
        const kind = name.endsWith('.mp4') || name.endsWith('.webm') ? 'video' : 'image'
        const { status, detail } = await uploadMedia(server, admin, kind, bytes, { file: name })
        return { status, text: detail ?? '' }
      },
    },
  }
})
afterAll(() => server.stop())

/** Returns the CPU time of this thread, in microseconds. */
function spent(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** Measures the CPU time of reading each byte once: the least of several readings. */
function costOfReading(bytes: Buffer): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = spent()
    let sum = 0
    for (const byte of bytes) sum = (sum + byte) | 0
    return spent() - before + (sum & 1)
  })
  return Math.max(1, Math.min(...costs))
}

/** Measures the longest CPU time between two turns of this thread's loop while `work` runs. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let [longest, before] = [0, spent()]
  const look = () => {
    const now = spent()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, 1)
  await work()
  clearInterval(timer)
  look()
  return longest
}

const ways = ['hand-in', 'resumable upload', 'form of the console']
test.each(hostileTwins.flatMap((twin) => ways.map((way) => ({ ...twin, way, twin }))))(
  'U1: $what by the $way is answered, and stops the shop for no longer than 8 readings of a megabyte',
  async ({ way, twin }) => {
    const door = doors[way]
    if (!door?.takes(twin)) return
    const bytes = await twin.make(BYTES)
    const most = MOST_READINGS * costOfReading(megabyte)
    const stops: number[] = []
    while (stops.length < ATTEMPTS && stops.every((stop) => stop > most)) {
      const stop = await longestStop(async () => {
        const answer = await door.send(bytes, twin.name)
        expect([200, 201, 204, 413, 415, 422], answer.text).toContain(answer.status)
      })
      stops.push(stop)
    }
    expect(Math.min(...stops)).toBeLessThan(most)
  },
)
