import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { foreignExports } from '../../../test/foreign-exports.ts'
import { accessOf, mover, tableFile as table } from '../../../test/moves.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { applyWaitingProgress } from '../../courses/learning/waiting-progress.ts'
import { waitingCoursesJob } from '../../serve/jobs/courses.jobs.ts'
import { takeBackConsents } from '../../shop/consents/consents.queries.ts'
import { changeConsent } from '../../shop/consents/consents.service.ts'

const FILM = 'https://www.youtube.com/watch?v=M7lc1UVf-VE'
let server: TestServer
let api: ApiClient
let moves: ReturnType<typeof mover>
beforeAll(async () => {
  server = await startTestServer({ work: false })
  api = server.api(await server.adminToken('support'))
  moves = mover(server, api)
})
afterAll(() => server.stop())

async function buildDraft(name: string) {
  const course = await buildCourse(server.db, { name })
  await server.db('courses').where({ course_id: course.course_id }).update({ state: 'draft' })
  return course
}

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

test('two known names in a cell bring both courses, and a period of access its end', async () => {
  const { db } = server
  const [one, other] = [await buildCourse(db, { name: 'Kites' }), await buildCourse(db, { name: 'Lanterns' })]
  const { read, lines } = await moves.plan(
    table(
      'Student Email,Course Name,Joined,Access period',
      'two.move@example.com,"kites, Lanterns",01/11/2099,6 months',
    ),
  )
  expect(lines).toMatchObject([{ state: 'new', courses: ['Kites', 'Lanterns'] }])
  await moves.run(read.move_id)
  const access = await accessOf(server, 'two.move@example.com')
  expect(access.map(({ course_id }) => course_id).toSorted()).toEqual([one.course_id, other.course_id].toSorted())
  expect(access.every(({ ends_at }) => ends_at !== null)).toBe(true)
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
    new: 1,
    existing: 1,
    waiting: 1,
    same: 1,
    skipped: 3,
    invalid: 2,
    noted: 1,
    accounts: 1,
    people: 3,
    enrolments: 3,
    courses: 0,
    news: 0,
    empty_courses: [],
  })
  expect(await accessOf(server, 'asha.move@example.com')).toEqual([])

  const move = await moves.run(read.move_id)
  expect(move).toMatchObject({ status: 'done', done: 3, of: 3, counts: { accounts: 1, people: 3, enrolments: 3 } })
  expect(await accessOf(server, 'asha.move@example.com')).toEqual([
    {
      course_id: course.course_id,
      move_id: read.move_id,
      granted_at: '2025-04-12T18:30:00.000Z',
      ends_at: '2099-12-31T18:29:59.999Z',
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

test('a phone says whose it is only without an email, and several accounts keep the same one', async () => {
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
  expect(lines.map(({ state, reason, notes }) => [state, reason, notes])).toEqual([
    ['new', null, []],
    ['existing', `Account of ${known.name}, ${known.email}`, []],
    ['invalid', 'A new account needs an email address', []],
    ['new', null, []],
    ['new', null, []],
  ])
  expect(await moves.run(move_id)).toMatchObject({ status: 'done', done: 4, counts: { accounts: 3 } })
  const phones = await server.db('users').whereLike('email', 'phone.%').orderBy('id').select('email', 'phone')
  expect(phones.map(({ phone }) => phone).toSorted()).toEqual([known.phone, '9888800001', '9888800001'].toSorted())
})

test('the courses of one cell are granted together, and a new course becomes one draft', async () => {
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
    reason: 'Access was removed by hand, and stays removed',
  })
})

test('access that was bought or granted, and removed by hand, stays removed', async () => {
  const { course_id, name } = await buildCourse(server.db, { name: 'Taken by hand' })
  const file = table('Email,Course', `bought.taken@example.com,${name}`, `granted.taken@example.com,${name}`)
  const people = ['bought', 'granted'].map((one) => ({ email: `${one}.taken@example.com`, phone: null, name: null }))
  const [bought, granted] = [
    await buildUser(server.db, { email: 'bought.taken@example.com' }),
    await buildUser(server.db, { email: 'granted.taken@example.com' }),
  ]
  await buildEnrolment(server.db, { user_id: bought.id, course_id })
  await api.enrolments.give({ course_ids: [course_id], people: people.slice(1), mail: false })
  const owner = server.api(await server.adminToken())
  await owner.enrolments.take({ course_ids: [course_id], people, paid: true })
  const { lines } = await moves.plan(file)
  expect(lines).toMatchObject(
    [1, 2].map(() => ({ state: 'same', reason: 'Access was removed by hand, and stays removed' })),
  )
  await moves.move(file)
  expect([await accessOf(server, bought.email), await accessOf(server, granted.email)]).toEqual([[], []])
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

test('progress in a course without lessons waits for them, and is the percent of the file once they are here', async () => {
  const { course_id } = await buildDraft('Empty kiln')
  const file = table(
    'Email,Course,Progress,Finished on',
    'half.kiln@example.com,Empty kiln,60%,',
    'all.kiln@example.com,Empty kiln,,05/04/2025',
    'none.kiln@example.com,Empty kiln,0%,',
  )
  const { counts } = await moves.plan(file)
  expect(counts.empty_courses).toEqual([{ course_id, name: 'Empty kiln', people: 3 }])
  await moves.move(file)
  const doneOf = async () => {
    await applyWaitingProgress(server.ctx)
    const rows = await server
      .db('lesson_progress as p')
      .join('users as u', 'u.id', 'p.user_id')
      .where({ course_id })
      .groupBy('u.email')
      .select('u.email', server.db.raw('count(*)::int as done'))
    return Object.fromEntries(rows.map(({ email, done }) => [email, done]))
  }
  expect(await doneOf()).toEqual({})
  const editor = server.api(await server.adminToken('editor'))
  const save = async (count: number) => {
    const { content } = await editor.learning.adminGetContent({ id: course_id })
    const more = Array.from({ length: count - content.length }, (_, at) => ({
      title: `L${content.length + at}`,
      watch_link: FILM,
    }))
    await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content: [...content, ...more] } })
  }
  await save(1)
  expect(await doneOf()).toEqual({ 'all.kiln@example.com': 1 })
  await save(10)
  expect(await doneOf()).toEqual({ 'half.kiln@example.com': 6, 'all.kiln@example.com': 10 })
  expect((await moves.plan(file)).lines.map(({ state }) => state)).toEqual(['same', 'same', 'same'])
  const further = table('Email,Course,Progress', 'half.kiln@example.com,Empty kiln,80%')
  expect((await moves.plan(further)).lines).toMatchObject([{ state: 'existing', reason: 'Further progress' }])
})

test('progress of an unproven address waits for its proof, and then for the lessons', async () => {
  const { course_id } = await buildDraft('Empty wheel')
  const stranger = await buildUser(server.db, { email_proven_at: null })
  await moves.move(table('Email,Course,Progress', `${stranger.email},Empty wheel,50%`))
  await server.db('users').where({ id: stranger.id }).update({ email_proven_at: server.ctx.now() })
  await waitingCoursesJob(server.ctx).run({ user_id: stranger.user_id }, 'job')
  for (let at = 0; at < 4; at++) await buildLesson(server.db, { course_id })
  await server.db('courses').where({ course_id }).update({ lessons_updated_at: server.ctx.now() })
  await applyWaitingProgress(server.ctx)
  expect(await server.db('lesson_progress').where({ user_id: stranger.id, course_id })).toHaveLength(2)
})

test('progress waits no more once the lessons of a published course have settled', async () => {
  const { course_id } = await buildDraft('Settled kiln')
  await moves.move(table('Email,Course,Progress', 'settled@example.com,Settled kiln,50%'))
  await buildLesson(server.db, { course_id })
  const at = new Date(server.ctx.now().getTime() - 8 * 86_400_000)
  await server.db('courses').where({ course_id }).update({ lessons_updated_at: at })
  await applyWaitingProgress(server.ctx)
  expect(await server.db('waiting_progress').where({ course_id })).toHaveLength(1)
  await server.db('courses').where({ course_id }).update({ state: 'published' })
  await applyWaitingProgress(server.ctx)
  expect(await server.db('waiting_progress').where({ course_id })).toEqual([])
})

const newsOf = async (email: string) =>
  server
    .db('consents as c')
    .join('users as u', 'u.id', 'c.user_id')
    .where({ 'u.email': email, purpose: 'news_email' })
    .orderBy('c.id')
    .select('c.agreed', 'c.source', 'c.agreed_on', 'c.agreed_text')

test('a column of consents is stored with each person; a refusal in any column stays a refusal', async () => {
  await buildCourse(server.db, { name: 'News' })
  const file = table(
    'Email,Course,Accepts Marketing,Do not contact?',
    'yes.news@example.com,News,yes,no',
    'no.news@example.com,News,no,no',
    'stop.news@example.com,News,yes,true',
    'blank.news@example.com,News,,no',
    'odd.news@example.com,News,sometimes,',
  )
  const news = { source: 'Checkbox of the old checkout', agreed_on: '2025-03-01', text: 'Send me news' }
  const { counts, lines, move_id } = await moves.plan(file, { news })
  expect(counts).toMatchObject({ news: 2, noted: 1 })
  expect(lines[4]?.notes).toEqual([{ heading: 'Accepts Marketing', message: '“sometimes” is no yes and no no' }])
  await moves.run(move_id)
  const source = 'Excel or CSV: Accepts Marketing'
  expect(await newsOf('yes.news@example.com')).toMatchObject([{ agreed: true, source, agreed_text: null }])
  expect(await newsOf('no.news@example.com')).toMatchObject([{ agreed: false, source }])
  expect(await newsOf('stop.news@example.com')).toMatchObject([{ agreed: false }])
  expect(await newsOf('blank.news@example.com')).toMatchObject([
    { agreed: true, source: 'Checkbox of the old checkout', agreed_text: 'Send me news' },
  ])
  expect(await newsOf('odd.news@example.com')).toMatchObject([{ agreed: false }])
})

test('the word of the owner reaches people of an earlier move, and nobody who withdrew here', async () => {
  await buildCourse(server.db, { name: 'Later news' })
  const file = table('Email,Course', 'a.later@example.com,Later news', 'b.later@example.com,Later news')
  await moves.move(file)
  const withdrawn = await server.db('users').where({ email: 'b.later@example.com' }).first()
  await changeConsent(server.ctx, withdrawn.id, 'news_email', true, 'settings')
  await changeConsent(server.ctx, withdrawn.id, 'news_email', false, 'settings')
  const news = { source: 'Newsletter form', agreed_on: '2025-03-01', text: 'Send me news' }
  const { lines, move_id } = await moves.plan(file, { news })
  expect(lines.map(({ state, reason }) => [state, reason])).toEqual([
    ['existing', 'Consent to news'],
    ['same', 'Has the courses already'],
  ])
  await moves.run(move_id)
  expect((await newsOf('a.later@example.com')).map(({ agreed }) => agreed)).toEqual([true])
  expect((await newsOf('b.later@example.com')).map(({ agreed }) => agreed)).toEqual([true, false])
  // The person takes over the account by the link of the letter: the consent is theirs.
  await takeBackConsents(
    server.db,
    (await server.db('users').where({ email: 'a.later@example.com' }).first()).id,
    server.ctx.now(),
  )
  expect((await newsOf('a.later@example.com')).map(({ agreed }) => agreed)).toEqual([true])
  await moves.move(table('Email,Course,Subscribed', 'a.later@example.com,Later news,unsubscribed'))
  await moves.move(file, { news })
  expect((await newsOf('a.later@example.com')).map(({ agreed }) => agreed)).toEqual([true, false])
})

test('the export of another SkillHaat brings its students with what they agreed to, and no word of the owner changes that', async () => {
  await buildCourse(server.db, { name: 'Own export' })
  const { name, bytes } = foreignExports.skillhaat()
  await moves.move(new File([new Uint8Array(bytes)], name))
  const consents = async () =>
    (
      await server
        .db('consents as c')
        .join('users as u', 'u.id', 'c.user_id')
        .whereIn('u.email', ['karuna@example.com', 'imran@example.com', 'sneha@example.com'])
        .select('u.email', 'u.language', 'c.purpose', 'c.agreed')
    )
      .map((row) => Object.values(row).join(' '))
      .toSorted()
  const said = [
    'imran@example.com en news_email false',
    'imran@example.com en news_message false',
    'karuna@example.com hi news_email true',
    'karuna@example.com hi news_message true',
    'sneha@example.com mr news_email true',
    'sneha@example.com mr news_message false',
  ]
  expect(await consents()).toEqual(said)
  const enrolments = table(
    'email,course,enrolled_on,access_ends,state,source,progress_percent,gift_code',
    'karuna@example.com,Own export,2026-04-02,,active,order,0,',
    'imran@example.com,Own export,2026-05-12,,active,order,0,',
  )
  const news = { source: 'Checkbox', agreed_on: '2026-03-01', text: 'Send me news' }
  await expect(moves.plan(enrolments, { news })).rejects.toMatchObject({ data: { errors: [{ path: 'news' }] } })
  await moves.move(enrolments)
  expect(await accessOf(server, 'imran@example.com')).toHaveLength(1)
  const { lines } = await moves.plan(enrolments, { news, source: 'other' })
  expect(lines.map(({ state }) => state)).toEqual(['same', 'same'])
  expect(await consents()).toEqual(said)
  const history = table('email,name,purpose,agreed,changed_at', 'imran@example.com,Imran,news_email,t,2026-04-01')
  expect((await api.moveIn.start({ file: history })).problem).toMatch(/Choose students.csv/)
})

test('two people with one email are named, and one tick leaves the second out', async () => {
  const { course_id } = await buildCourse(server.db)
  const file = table(
    'Email,Name,Phone',
    'twins@example.com,Asha Devi,9812300001',
    'twins@example.com,Ravi Kumar,9812300002',
    'alone@example.com,Meena,',
    'ALONE@example.com, meena ,9812300003',
  )
  const joined = await moves.plan(file, { course_ids: [course_id] })
  expect(joined.lines.map(({ notes }) => notes)).toEqual([
    [],
    [
      { heading: 'Name', message: '“Ravi Kumar” is left out: row 2 has the same email with “Asha Devi”' },
      { heading: 'Phone', message: '“9812300002” is left out: row 2 has the same email with “9812300001”' },
    ],
    [],
    [],
  ])
  expect(joined.counts).toMatchObject({ accounts: 2 })
  const { lines, counts } = await moves.plan(file, { course_ids: [course_id], same_email: 'skip' })
  expect(lines.map(({ state }) => state)).toEqual(['new', 'skipped', 'new', 'same'])
  expect(lines[1]?.reason).toContain('row 2 has the same email with “Asha Devi”')
  expect(counts).toMatchObject({ accounts: 2 })
})

test('a moved student joined in the shop before, and the access names it', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Joined before' })
  await moves.move(
    table(
      'Email,Course,Enrolled on',
      'joined.move@example.com,Joined before,13/04/2023',
      'joined.move@example.com,News,14/04/2024',
    ),
  )
  const { user_id } = await server.db('users').where({ email: 'joined.move@example.com' }).first()
  const page = await api.students.get({ id: user_id })
  expect(page.user.created_at).toBe('2023-04-12T18:30:00.000Z')
  expect(page.courses.find((course) => course.course_id === course_id)?.source).toEqual({
    kind: 'moved',
    from: 'other',
  })
})

test('a move that was never begun can be discarded with its file and rows', async () => {
  await buildCourse(server.db, { name: 'Discarded' })
  const { move_id } = await moves.plan(table('Email,Course', 'discard.move@example.com,Discarded'))
  await api.moveIn.discard({ move_id })
  const left = [await server.db('moves').where({ move_id }), await server.db('move_rows').where({ move_id })]
  expect(left).toEqual([[], []])
  const { move_id: moved } = await moves.move(table('Email,Course', 'discard.move@example.com,Discarded'))
  await expect(api.moveIn.discard({ move_id: moved })).rejects.toMatchObject({ code: 'conflict' })
})

test('line items of WooCommerce become past orders with their own sums', async () => {
  const item = (name: string, total: string) =>
    `name:${name}|product_id:12|sku:X|quantity:1|total:${total}|sub_total:999.00`
  const file = table(
    'order_id,order_number,date,status,billing_email,order_total,line_items',
    `W-9,W-9,2026-01-06 10:33:00,completed,woo.move@example.com,1398.10,${item('Vault', '899.10')};${item('Ads', '499.00')}`,
  )
  await moves.move(file)
  expect(await server.db('past_orders').where({ order_ref: 'W-9' }).orderBy('course')).toMatchObject([
    { course: 'Ads', amount_paise: 49_900 },
    { course: 'Vault', amount_paise: 89_910 },
  ])
  expect((await moves.plan(file)).lines).toMatchObject([{ state: 'same' }])
})

test('people who moved in are no new students of that day, with a date in the file and without', async () => {
  await buildCourse(server.db, { name: 'Counted once' })
  const owner = server.api(await server.adminToken())
  const students = async () => {
    const { today, totals } = await owner.overview.get({})
    return [today.now.students, totals.students]
  }
  const before = await students()
  const dated = table('Student Email,Course Name,Joined', 'dated.move@example.com,Counted once,03/12/2025')
  const undated = table('Student Email,Course Name', 'undated.move@example.com,Counted once')
  for (const file of [dated, undated]) await moves.move(file)
  expect(await accessOf(server, 'undated.move@example.com')).toHaveLength(1)
  expect(await students()).toEqual(before)
})
