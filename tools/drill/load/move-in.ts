import { join } from 'node:path'
import type { Knex } from 'knex'
import { buildCourse, buildLesson } from '../../../server/test/catalogue-factories.ts'
import type { Program } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { MB, watchMemory } from '../processes.ts'
import { ownerToken, plain, type Site, withPlace } from '../shop.ts'

const KILLS = [0.2, 0.5, 0.8]
const LESSONS = 4

/**
 * Figures of one file: seconds of each step, the most memory in MB, and rows a second in the first and the last quarter of
 * the run.
 */
type Figures = { read: number; plan: number; run: number; memory_mb: number; early: number; late: number }

/**
 * Moves in students with three courses and progress: killed three times, then the same file again, then as many others
 * into the filled shop. Reports what is missing, doubled or changed, and the figures of each file.
 */
export async function drillMoveIn({ site, students }: { site: Site; students: number }) {
  return withPlace(async ({ folder, databases, start, open }) => {
    const url = await (await databases(site)).create('move_in')
    const dataDir = join(folder, 'data')
    const settings = { ...plain, DATABASE_URL: url, DATA_DIR: dataDir }
    let program = await start(settings)
    const db = open(url)
    const names = ['Reels Mastery', 'Canva Basics', 'Podcast from Zero']
    for (const name of names) {
      const { course_id } = await buildCourse(db, { name })
      for (let at = 0; at < LESSONS; at++) await buildLesson(db, { course_id })
    }
    const violations: string[] = []
    const expect = (what: string, got: unknown, wanted: unknown) => {
      if (JSON.stringify(got) !== JSON.stringify(wanted))
        violations.push(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`)
    }
    const file = (prefix: string) => new File([tableOf(prefix, students, names)], `${prefix}.csv`)

    async function move(prefix: string, kills: readonly number[]): Promise<Figures & { taken: number }> {
      const memory = watchMemory(program.pid)
      const token = await ownerToken(program.url, dataDir)
      const apiOf = (running: Program) => createApiClient(running.url, token)
      const [read, readSeconds] = await timed(() => apiOf(program).moveIn.start({ file: file(prefix) }))
      const columns = Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))
      const choices = { move_id: read.move_id, kind: 'students' as const, columns, mail: false }
      const [{ counts }, planSeconds] = await timed(() => apiOf(program).moveIn.plan(choices))
      const left = [...kills]
      const seen: { done: number; at: number }[] = []
      const [, runSeconds] = await timed(async () => {
        await apiOf(program).moveIn.run({ move_id: read.move_id })
        for (;;) {
          const { status, done, of } = await apiOf(program).moveIn.get({ move_id: read.move_id })
          seen.push({ done, at: performance.now() })
          if (status !== 'running') return
          if (left[0] !== undefined && done >= of * left[0]) {
            left.shift()
            await program.kill()
            program = await start(settings)
            memory.follow(program.pid)
          }
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      })
      expect(`${prefix}: kills left`, left, [])
      return {
        ...{ read: readSeconds, plan: planSeconds, run: runSeconds, taken: counts.new + counts.existing },
        ...{ memory_mb: Math.round(memory.end().most / MB), early: paceOf(seen, 0, 0.25), late: paceOf(seen, 0.75, 1) },
      }
    }

    const first = await move('first', KILLS)
    expect('rows after three kills', await rowsOf(db), rowsFor(students))
    const before = await fingerprint(db)
    const again = await move('first', [])
    expect('rows that the same file takes', again.taken, 0)
    expect('fingerprint after the same file', await fingerprint(db), before)
    const filled = await move('second', [])
    expect('rows after the second file', await rowsOf(db), rowsFor(2 * students))
    return { figures: { first, again, filled }, violations }
  })
}

const rowsFor = (students: number) => ({
  ...{ users: students, enrolments: 3 * students, progress: 3 * students, people: students },
})

async function rowsOf(db: Knex) {
  const { rows } = await db.raw(
    `select (select count(*)::int from users) as users, (select count(*)::int from enrolments) as enrolments,
       (select count(*)::int from lesson_progress) as progress, (select count(*)::int from move_people) as people`,
  )
  return rows[0]
}

/** A digest of every person, access and progress, with their ids. */
async function fingerprint(db: Knex): Promise<string> {
  const { rows } = await db.raw(
    `select md5(string_agg(line, '' order by line)) as digest from (
       select md5(u::text) as line from users u union all select md5(e::text) from enrolments e
       union all select md5(p::text) from lesson_progress p) lines`,
  )
  return rows[0].digest
}

function tableOf(prefix: string, students: number, names: readonly string[]): string {
  const lines = ['Full name,Email,Phone,Courses,Enrolled on,Progress']
  for (let at = 0; at < students; at++) {
    const phone = String((prefix === 'first' ? 7_000_000_000 : 8_000_000_000) + at)
    lines.push(`Student ${at},${prefix}-${at}@example.com,${phone},${names.join(';')},${1 + (at % 28)}/04/2025,25%`)
  }
  return lines.join('\n')
}

/** Rows a second between two parts of a run. */
function paceOf(seen: readonly { done: number; at: number }[], from: number, to: number): number {
  const all = seen.at(-1)?.done ?? 0
  const begin = seen.findLast(({ done }) => done <= all * from)
  const end = seen.find(({ done }) => done >= all * to)
  return begin && end && end.at > begin.at ? Math.round((1_000 * (end.done - begin.done)) / (end.at - begin.at)) : 0
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now()
  const result = await work()
  return [result, Math.round((performance.now() - begun) / 100) / 10]
}
