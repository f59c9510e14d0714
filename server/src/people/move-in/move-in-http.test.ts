import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('support'))
})
afterAll(() => server.stop())

const table = (...lines: string[]) => new File([lines.join('\n')], 'students.csv')
const columnsOf = (read: { columns: { heading: string; guess: string | null }[] }) =>
  Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))

/** Plans a file as it was guessed, with some choices. */
async function planned(file: File, choices: object = {}) {
  const read = await api.moveIn.start({ file })
  const plan = { move_id: read.move_id, kind: 'students' as const, columns: columnsOf(read), mail: false, ...choices }
  return { read, ...(await api.moveIn.plan(plan)) }
}

/** Runs the planned move to its end. */
async function ran(move_id: string) {
  await api.moveIn.run({ move_id })
  await server.answerWaiting('move-in')
  return api.moveIn.get({ move_id })
}

const access = (email: string) =>
  server
    .db('enrolments as e')
    .join('users as u', 'u.id', 'e.user_id')
    .where({ 'u.email': email, 'e.revoked_at': null, 'e.continued': false })
    .orderBy('e.course_id')
    .select('e.course_id', 'e.granted_at', 'e.ends_at', 'e.move_id')

test('plans every row with its state, and a run brings people with their access and progress', async () => {
  const { db } = server
  const course = await buildCourse(db, { name: 'Reels Mastery' })
  const lessons = [
    await buildLesson(db, { course_id: course.course_id }),
    await buildLesson(db, { course_id: course.course_id }),
  ]
  const [known, enrolled] = [await buildUser(db), await buildUser(db)]
  await buildEnrolment(db, { user_id: enrolled.id, course_id: course.course_id })
  const stranger = await buildUser(db, { email_proven_at: null })
  const file = table(
    'Student Name,Student Email,Mobile,Course Name,Enrolled On,Valid Till,Progress,Status',
    'Asha Devi,asha.move@example.com,9.19877E+11,reels mastery,13/04/2025,31/12/2099,50%,Active',
    `Known One,${known.email},,Reels Mastery,14/04/2025,,,Active`,
    `Has It,${enrolled.email},,Reels Mastery,,,,Active`,
    `Unproven,${stranger.email},,Reels Mastery,,,,Active`,
    'Gone,gone.move@example.com,,Reels Mastery,,01/01/2020,,Active',
    'Back,back.move@example.com,,Reels Mastery,,,,Refunded',
    'Nobody,,,Reels Mastery,,,,Active',
    'Asha Devi,asha.move@example.com,9.19877E+11,reels mastery,13/04/2025,31/12/2099,50%,Active',
    'Else,else.move@example.com,,Pottery,,,,Active',
  )
  const { read, counts, lines } = await planned(file)
  expect(read).toMatchObject({ kind_guess: 'students', rows: 9, remembered: false, file_name: 'students.csv' })
  expect(lines.map(({ row, state, reason }) => [row, state, reason])).toEqual([
    [2, 'new', null],
    [3, 'existing', null],
    [4, 'same', 'Has the courses already'],
    [5, 'waiting', 'Email not confirmed. Access starts once it is confirmed, within a year'],
    [6, 'skipped', 'Access ended on 1 January 2020'],
    [7, 'skipped', 'Left out because of its status “Refunded”'],
    [8, 'invalid', 'There is neither an email address nor a phone number'],
    [9, 'skipped', 'Same as row 2'],
    [10, 'invalid', 'No course is called “Pottery”'],
  ])
  expect(lines[0]).toMatchObject({
    courses: ['Reels Mastery'],
    name: 'Asha Devi',
    phone: null,
    notes: [{ heading: 'Mobile' }],
  })
  expect(counts).toEqual({
    ...{ new: 1, existing: 1, waiting: 1, same: 1, skipped: 3, invalid: 2, noted: 1 },
    ...{ accounts: 1, people: 3, enrolments: 3, courses: 0 },
  })
  expect(await access('asha.move@example.com')).toEqual([])

  const move = await ran(read.move_id)
  expect(move).toMatchObject({ status: 'done', done: 3, of: 3, counts: { accounts: 1, people: 3, enrolments: 3 } })
  expect(await access('asha.move@example.com')).toEqual([
    {
      ...{ course_id: course.course_id, move_id: read.move_id },
      ...{ granted_at: '2025-04-12T18:30:00.000Z', ends_at: '2099-12-31T18:29:59.999Z' },
    },
  ])
  const asha = await db('users').where({ email: 'asha.move@example.com' }).first()
  expect(asha).toMatchObject({ name: 'Asha Devi', password_hash: null, email_proven_at: null, phone: '' })
  expect(await db('lesson_progress').where({ user_id: asha.id }).pluck('lesson_id')).toEqual([lessons[0]?.lesson_id])
  expect(await access(stranger.email)).toEqual([])
  expect(await db('waiting_courses').where({ email: stranger.email })).toMatchObject([{ move_id: read.move_id }])

  const again = await planned(file)
  expect(again.read).toMatchObject({ remembered: true })
  expect(again.counts).toMatchObject({ new: 0, existing: 0, waiting: 0, same: 4, people: 0, enrolments: 0 })
})
