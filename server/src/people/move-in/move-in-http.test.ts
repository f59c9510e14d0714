import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { accessOf, mover, tableFile as table } from '../../../test/moves.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let api: ApiClient
let moves: ReturnType<typeof mover>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('support'))
  moves = mover(server, api)
})
afterAll(() => server.stop())

test('the name of a bundle in a file brings its courses', async () => {
  const { db } = server
  const [one, other] = [await buildCourse(db, { name: 'Looms' }), await buildCourse(db, { name: 'Yarns' })]
  const bundle_courses = [one.course_id, other.course_id]
  await buildCourse(db, { name: 'Weaver Kit', kind: 'bundle', bundle_courses })
  const { read, counts, lines } = await moves.plan(
    table('Student Email,Course Name', 'kit.move@example.com,Weaver Kit'),
  )
  expect(lines).toMatchObject([{ state: 'new', courses: ['Looms', 'Yarns'] }])
  expect(counts).toMatchObject({ people: 1, enrolments: 2 })
  await moves.run(read.move_id)
  const access = await accessOf(server, 'kit.move@example.com')
  expect(access.map(({ course_id }) => course_id).toSorted()).toEqual([one.course_id, other.course_id].toSorted())
})

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
  const { read, counts, lines } = await moves.plan(file)
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
  expect(await accessOf(server, 'asha.move@example.com')).toEqual([])

  const move = await moves.run(read.move_id)
  expect(move).toMatchObject({ status: 'done', done: 3, of: 3, counts: { accounts: 1, people: 3, enrolments: 3 } })
  expect(await accessOf(server, 'asha.move@example.com')).toEqual([
    {
      ...{ course_id: course.course_id, move_id: read.move_id },
      ...{ granted_at: '2025-04-12T18:30:00.000Z', ends_at: '2099-12-31T18:29:59.999Z' },
    },
  ])
  const asha = await db('users').where({ email: 'asha.move@example.com' }).first()
  expect(asha).toMatchObject({ name: 'Asha Devi', password_hash: null, email_proven_at: null, phone: '' })
  expect(await db('lesson_progress').where({ user_id: asha.id }).pluck('lesson_id')).toEqual([lessons[0]?.lesson_id])
  expect(await accessOf(server, stranger.email)).toEqual([])
  expect(await db('waiting_courses').where({ email: stranger.email })).toMatchObject([{ move_id: read.move_id }])

  const again = await moves.plan(file)
  expect(again.read).toMatchObject({ remembered: true })
  expect(again.counts).toMatchObject({ new: 0, existing: 0, waiting: 0, same: 4, people: 0, enrolments: 0 })
})

test('a later export brings further progress and a later end, and takes nothing away', async () => {
  const course = await buildCourse(server.db, { name: 'Growing course' })
  const { course_id } = course
  for (let at = 0; at < 4; at++) await buildLesson(server.db, { course_id })
  const row = (rest: string) => table('Email,Course,Valid till,Progress', `grow@example.com,Growing course,${rest}`)
  const progress = async () => {
    const user = await server.db('users').where({ email: 'grow@example.com' }).first()
    return (await server.db('lesson_progress').where({ user_id: user.id }).whereNotNull('completed_at')).length
  }
  await moves.move(row('31/12/2098,50'))
  expect(await progress()).toBe(2)
  const later = await moves.plan(row('31/12/2099,75'))
  expect(later.lines[0]).toMatchObject({ state: 'existing' })
  await moves.run(later.move_id)
  expect([await progress(), (await accessOf(server, 'grow@example.com'))[0]]).toMatchObject([
    3,
    { ends_at: '2099-12-31T18:29:59.999Z' },
  ])
  const earlier = await moves.plan(row('31/12/2097,25'))
  expect(earlier.lines[0]).toMatchObject({ state: 'same', reason: 'Has the courses already' })
  const further = await moves.plan(row('31/12/2097,100'))
  expect(further.lines[0]).toMatchObject({ state: 'existing', reason: 'Further progress' })
  await moves.run(further.move_id)
  expect([await progress(), (await accessOf(server, 'grow@example.com')).length]).toEqual([4, 1])
})

test('a phone says whose it is only without an email; one of another account is left out and named', async () => {
  const { course_id } = await buildCourse(server.db)
  const known = await buildUser(server.db)
  const file = table(
    'Email,Phone',
    `phone.one@example.com,${known.phone}`,
    `,${known.phone}`,
    ',9000012345',
    'phone.two@example.com,9888800001',
    'phone.three@example.com,9888800001',
  )
  const { lines, move_id } = await moves.plan(file, { course_ids: [course_id] })
  const others = [{ heading: 'Phone', message: 'The phone number belongs to another account and is left out' }]
  expect(lines.map(({ state, reason, notes }) => [state, reason, notes])).toEqual([
    ['new', null, others],
    ['existing', `Account of ${known.name}, ${known.email}`, []],
    ['invalid', 'A new account needs an email address', []],
    ['new', null, []],
    ['new', null, others],
  ])
  expect(await moves.run(move_id)).toMatchObject({ status: 'done', done: 4, counts: { accounts: 3, noted: 2 } })
  const phones = await server.db('users').whereLike('email', 'phone.%').orderBy('id').select('email', 'phone')
  expect(phones.map(({ phone }) => phone).toSorted()).toEqual(['', '', '9888800001'])
})

test('courses of one cell are granted together; a new one becomes one draft; a name can mean several, or none', async () => {
  const [one, two] = [
    await buildCourse(server.db, { name: 'Bundle one' }),
    await buildCourse(server.db, { name: 'Bundle two' }),
  ]
  const file = table(
    'Email,Course',
    'cell@example.com,Bundle one; Fresh pottery',
    'cell.two@example.com,The bundle',
    'cell.three@example.com,Old webinar',
  )
  const courses = { 'Fresh pottery': 'new', 'The bundle': [one.course_id, two.course_id], 'Old webinar': null }
  const { lines, counts, move_id } = await moves.plan(file, { courses })
  expect(lines.map(({ state, courses, reason }) => [state, courses, reason])).toEqual([
    ['new', ['Bundle one', 'Fresh pottery'], null],
    ['new', ['Bundle one', 'Bundle two'], null],
    ['skipped', [], '“Old webinar” is left out'],
  ])
  expect(counts).toMatchObject({ enrolments: 4, courses: 1 })
  await moves.run(move_id)
  const made = await server.db('courses').where({ name: 'Fresh pottery' })
  expect(made).toMatchObject([{ state: 'draft' }])
  expect((await accessOf(server, 'cell@example.com')).map(({ course_id }) => course_id).toSorted()).toEqual(
    [one.course_id, made[0].course_id].toSorted(),
  )
  const again = await moves.plan(file)
  expect(again.read.courses.find(({ name }) => name === 'The bundle')).toMatchObject({
    close: 'remembered',
    guesses: [one.course_id, two.course_id],
  })
  expect(again.lines.map(({ state }) => state)).toEqual(['same', 'same', 'invalid'])
})

test('an unproven address gets course, date and progress once it is proven', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Waiting course' })
  await buildLesson(server.db, { course_id })
  const stranger = await buildUser(server.db, { email_proven_at: null })
  await moves.move(table('Email,Course,Enrolled on,Progress', `${stranger.email},Waiting course,2025-03-01,100%`))
  expect([
    await accessOf(server, stranger.email),
    await server.db('lesson_progress').where({ user_id: stranger.id }),
  ]).toEqual([[], []])
  await server.db('users').where({ id: stranger.id }).update({ email_proven_at: new Date() })
  await server.ctx.queue.send(server.db, 'waiting-courses', { user_id: stranger.user_id })
  await server.answerWaiting('waiting-courses')
  expect(await accessOf(server, stranger.email)).toMatchObject([{ course_id, granted_at: '2025-02-28T18:30:00.000Z' }])
  expect(await server.db('lesson_progress').where({ user_id: stranger.id })).toHaveLength(1)
})

test('access that an admin removed after a move stays removed', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Taken away' })
  const file = table('Email,Course', 'taken@example.com,Taken away')
  await moves.move(file)
  const people = [{ email: 'taken@example.com', phone: null, name: null }]
  await api.enrolments.take({ course_ids: [course_id], people, paid: false })
  const { lines } = await moves.plan(file)
  expect(lines[0]).toMatchObject({
    state: 'same',
    reason: 'Access was removed after an earlier move, and stays removed',
  })
})

test('rows left out are a file with reasons, and the mended file moves in', async () => {
  await buildCourse(server.db, { name: 'Mended course' })
  const file = table('Name,Email,Course', '=1+1,mended@,Mended course', 'Fine,fine.mended@example.com,Mended course')
  const { move_id } = await moves.plan(file)
  await moves.run(move_id)
  const token = await server.adminToken('support')
  const answer = await server.request(`/api/admin/move_in/${move_id}/skipped.csv`, {
    headers: { authorization: `bearer ${token}` },
  })
  const text = (await answer.text()).replace('\uFEFF', '')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text.split('\r\n')).toEqual([
    'Name,Email,Course,Reason',
    expect.stringMatching(/^'=1\+1,mended@,Mended course,.*no email address/),
    '',
  ])
  const mended = await moves.plan(
    new File([text.replace('mended@', 'mended@example.com').replace("'=1+1", 'Asha')], 'mended.csv'),
  )
  expect(mended.read.columns.at(-1)).toMatchObject({ heading: 'Reason', guess: null })
  expect(mended.lines.map(({ state, name }) => [state, name])).toEqual([['new', 'Asha']])
})

test('a pasted list is read by JSON, and can be read again in another way', async () => {
  const { course_id } = await buildCourse(server.db)
  const read = await api.moveIn.start({
    text: '1. Asha – pasted@example.com – +91 98765 43210\n2. Ravi <ravi.pasted@example.com>',
  })
  expect(read).toMatchObject({ file_name: 'Pasted list', rows: 2, kind_guess: 'students' })
  const columns = Object.fromEntries(read.columns.map(({ heading, guess }) => [heading, guess]))
  const plan = { move_id: read.move_id, kind: 'students' as const, columns, course_ids: [course_id], mail: false }
  expect((await api.moveIn.plan(plan)).lines.map(({ name, email }) => [name, email])).toEqual([
    ['Asha', 'pasted@example.com'],
    ['Ravi', 'ravi.pasted@example.com'],
  ])
  expect(await api.moveIn.draft({ move_id: read.move_id })).toMatchObject({
    read: { rows: 2 },
    plan: { kind: 'students' },
  })
  expect(await api.moveIn.readAgain({ move_id: read.move_id, source: 'podia' })).toMatchObject({
    source_guess: 'podia',
    rows: 2,
  })
  expect(await api.moveIn.get({ move_id: read.move_id })).toMatchObject({ status: 'read', counts: null })
})

test('a move that tells people mails each of them once, with a password for new accounts', async () => {
  const { db } = server
  const known = await buildUser(db)
  const [one, two] = [await buildCourse(db, { name: 'Told one' }), await buildCourse(db, { name: 'Told two' })]
  await db('pgboss.job').where({ name: 'enrolled-mail' }).delete()
  const rows = [`told@example.com,Told one`, `told@example.com,Told two`, `${known.email},Told one`]
  await moves.move(table('Email,Course', ...rows), { mail: true })
  const jobs = await db('pgboss.job').where({ name: 'enrolled-mail' })
  expect(jobs.map(({ data }) => [data.account, data.course_ids.toSorted()]).toSorted()).toEqual([
    ['known', [one.course_id]],
    ['new', [one.course_id, two.course_id].toSorted()],
  ])
})
