// Release: moves a whole shop to another machine, which is killed twice meanwhile.

import { join } from 'node:path'
import type { Knex } from 'knex'
import { expect, inject, test } from 'vitest'
import { createDiskStore } from '../../../server/src/platform/files/disk-store.ts'
import { finishJobs, runJob } from '../jobs.ts'
import { runCommand } from '../processes.ts'
import { type Place, plain, withPlace } from '../shop.ts'
import { recount } from './recount.ts'

const STUDENTS = 50
/** Points at which the second shop ends while it brings the archive. */
const KILLS = ['move-archive:files-brought', 'move-archive:courses-brought']

test('the demo shop with odd names moves into an empty shop that is killed twice, and a recount is equal', {
  timeout: 480_000,
}, async () => {
  const { serverUrl } = inject('testDatabase')
  await withPlace(async (place) => {
    const databases = await place.databases({ serverUrl, prefix: 'move_shop' })
    const a = { DATABASE_URL: await databases.create('a'), DATA_DIR: join(place.folder, 'a') }
    const b = { DATABASE_URL: await databases.create('b'), DATA_DIR: join(place.folder, 'b') }
    const zip = join(place.folder, 'shop.zip')
    const first = await place.start({ ...plain, ...a, SEED: 'demo' })
    await first.kill()
    const there = { db: place.open(a.DATABASE_URL), store: createDiskStore(a.DATA_DIR) }
    await addOddNames(there.db, STUDENTS)
    expect(await runCommand('move-out.ts', [zip], a)).toMatchObject({ code: 0 })

    const here = { db: place.open(b.DATABASE_URL), store: createDiskStore(b.DATA_DIR) }
    const differences = async () => (await recount(there, here)).filter(({ missing, more }) => missing + more > 0)
    expect(await bring(place, b, zip, KILLS)).toMatchObject({ code: 0 })
    const counted = await recount(there, here)
    expect(counted.filter((count) => count.there === 0)).toEqual([])
    expect(await differences()).toEqual([])
    const before = await rowsOf(here.db)
    expect(await bring(place, b, zip, [])).toMatchObject({ code: 0 })
    expect(await differences()).toEqual([])
    expect(await rowsOf(here.db)).toBe(before)
  })
})

/** Runs the command beside the shop, which ends at each of `points` and is started again. */
async function bring(place: Place, settings: Record<string, string>, zip: string, points: readonly string[]) {
  const [point = '', ...next] = [...points, '']
  let program = await place.start({ ...plain, ...settings, FAILPOINT: point })
  const db = place.open(settings.DATABASE_URL ?? '')
  let woken = false
  const command = runCommand('move-in.ts', [zip], settings, (output) => {
    if (woken || !output.includes('The archive is stored')) return
    woken = true
    // Its schedule would wake it within a minute.
    void runJob(db, 'bring-archive').catch(() => {})
  })
  for (const point of next) {
    await program.ended
    program = await place.start({ ...plain, ...settings, FAILPOINT: point })
    // The job of the killed process would wait for the end of its lease.
    void finishJobs(db, ['bring-archive']).catch(() => {})
  }
  const ended = await command
  await program.kill()
  return ended
}

async function rowsOf(db: Knex): Promise<string> {
  const counts = []
  for (const table of ['users', 'courses', 'lessons', 'enrolments', 'lesson_progress', 'quiz_attempts', 'media'])
    counts.push(`${table} ${(await db(table).count({ all: '*' }).first())?.all}`)
  return counts.join(', ')
}

/** Names in every script, as long as they may be, with signs of other programs; and students who did some of each course. */
async function addOddNames(db: Knex, students: number): Promise<void> {
  const media = await db('media').orderBy('media_id').limit(5).pluck('media_id')
  const names = [
    'रील का कवर 🎬.png',
    'भाग १: "सुरुवात" / परिचय.mp4',
    'क'.repeat(200),
    'same.png',
    'SAME.png',
    'a<b>|c?.png',
  ]
  for (const [at, media_id] of media.entries())
    await db('media')
      .where({ media_id })
      .update({ name: names[at], folder: at % 2 ? 'मराठी / वर्ग' : '' })
  const [course] = await db('courses').orderBy('position').limit(1).pluck('course_id')
  await db('courses').where({ course_id: course }).update({ name: 'रील्स: "बनाओ" / बेचो 🎉' })
  await db.raw(`update lessons set title = '=HYPERLINK("x") ' || title, section = '+पहला' where course_id = ?`, [
    course,
  ])
  await db.raw(
    `with made as (
       insert into users (user_id, name, email, phone, phone_key, referral_code, created_at)
       select 'usr_m' || n, case n % 3 when 0 then '=Asha ' || n when 1 then 'आशा ' || n else 'Asha, "A" ' || n end, 'm' || n || '@example.com',
         '7' || lpad(n::text, 9, '0'), '7' || lpad(n::text, 9, '0'), 'M' || n, now() - n * interval '1 hour'
       from generate_series(1, :students::int) n returning id, created_at
     ), given as (
       insert into enrolments (user_id, course_id, granted_at, given_by, given_until, ends_at)
       select m.id, c.course_id, m.created_at, (select min(id) from admins), until, until
       from made m
       cross join lateral (select case when m.id % 4 = 0 then now() + interval '90 days'
         when m.id % 7 = 0 then now() - interval '3 days' end as until) given
       cross join (select course_id from courses where deleted_at is null order by position, course_id limit 3) c
       returning user_id, course_id, granted_at
     )
     insert into lesson_progress (user_id, course_id, lesson_id, seconds, completed_at, updated_at)
     select g.user_id, g.course_id, l.lesson_id, 60, case when (g.user_id + l.position) % 3 > 0 then now() - interval '2 days' end, now()
     from given g join lessons l on l.course_id = g.course_id where (g.user_id + l.position) % 2 = 0`,
    { students },
  )
  const [first, second] = await db('lessons')
    .where({ course_id: course })
    .orderBy('position')
    .limit(2)
    .pluck('lesson_id')
  const options = ['a', 'b'].map((id) => ({ option_id: `o_${id}`, text: `जवाब ${id}`, right: id === 'a' }))
  const questions = [{ question_id: 'q_1', kind: 'single', text: 'कौन-सा?', options, accepted: [], explanation: null }]
  const of = { course_id: course, updated_at: new Date() }
  await db('quizzes').insert({
    ...of,
    lesson_id: first,
    intro: null,
    pass_mark: 50,
    gate: true,
    max_tries: null,
    reveals: 'always',
    questions: JSON.stringify(questions),
  })
  await db('assignments').insert({
    ...of,
    lesson_id: second,
    instructions: '=Film “एक रील”',
    takes_text: true,
    file_kinds: ['video'],
    gate: false,
    criteria: JSON.stringify([{ criterion_id: 'c_1', text: 'प्रकाश', points: 10 }]),
  })
  await db.raw(
    `insert into quiz_attempts (user_id, course_id, lesson_id, version, key, answers, marks, right_count, question_count, passed,
       submitted_at, number)
     select user_id, course_id, :first, 1, 'k' || user_id, '[]', '{"q_1":true}', user_id % 2, 1, user_id % 2 = 1, now(), 1
     from enrolments where course_id = :course and revoked_at is null and not continued`,
    { first, course },
  )
}
