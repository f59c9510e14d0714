import { MAX_QUESTION } from 'contract/limits'
import { MAX_QUESTIONS } from 'contract/questions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: ApiClient
beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMITS: 'on' } })
  admin = server.api(await server.adminToken('support'))
})
afterAll(() => server.stop())

const newLesson = async () => {
  const { course_id } = await buildCourse(server.db)
  return { course_id, lesson_id: (await buildLesson(server.db, { course_id, title: 'Hooks' })).lesson_id }
}

let keys = 0
async function student({ course_id, lesson_id }: { course_id: string; lesson_id: string }, name = 'Asha Verma') {
  const user = await buildUser(server.db, { name })
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const { questions, account } = server.api(await server.userToken(user))
  const request = (text: string, more: object = {}) =>
    questions.ask({ course_id, lesson_id, text, key: `question ${keys++}`, ...more })
  const all = async () => (await questions.list({ courseId: course_id, lessonId: lesson_id })).questions
  return { user, questions, account, ask: request, all }
}

const answer = (id: string, text: string, { shown = false, seen = null as string | null } = {}) =>
  admin.questions.answer({ params: { id }, body: { text, shown, seen } })

describe('a question', () => {
  test('opens to its student and the shop; its answer is mailed once, with a link to the lesson', async () => {
    const lesson = await newLesson()
    const [asha, other] = [await student(lesson), await student(lesson)]
    const { question_id } = await asha.ask('  Why three seconds?  ')
    expect(await asha.all()).toMatchObject([{ text: 'Why three seconds?', mine: true, answer: null, shown: false }])
    expect(await other.all()).toEqual([])
    const toOwner = await awaitMail(server.dataDir, 'admin@example.com', 'Why three seconds?')
    expect(toOwner).toContain(`question=3D${question_id}`)
    const { questions, waiting } = await admin.questions.adminList({ status: 'waiting', q: 'three seconds' })
    expect(waiting).toBeGreaterThan(0)
    expect(questions).toMatchObject([
      { question_id, lesson_title: 'Hooks', name: 'Asha Verma', has_course: true, answer: null },
    ])

    await answer(question_id, 'Because people decide by then.')
    expect(await asha.all()).toMatchObject([{ answer: 'Because people decide by then.' }])
    expect(await other.all()).toEqual([])
    const mail = await awaitMail(server.dataDir, asha.user.email, 'Because people decide')
    expect(mail).not.toContain('Why three seconds?')
    expect(mail.replace(/=\r?\n/g, '')).toContain(
      `/learn/${lesson.course_id}?lesson=3D${lesson.lesson_id}&panel=3Dquestions`,
    )
    // Sent again, as after a lost answer, and shown to all: no second email.
    await answer(question_id, 'Because people decide by then.', { shown: true })
    await answer(question_id, 'Other words.', { shown: true, seen: 'Because people decide by then.' })
    await awaitMail(server.dataDir, asha.user.email, 'Other words.')
    expect(await mailsTo(server.dataDir, asha.user.email)).toHaveLength(2)
    expect((await admin.questions.adminList({ status: 'waiting', q: 'three seconds' })).questions).toEqual([])
  })

  test('opens to all students of the course once the shop shows it, with the first name only by consent', async () => {
    const lesson = await newLesson()
    const [named, unnamed, reader] = [await student(lesson, 'Kavya Rao'), await student(lesson), await student(lesson)]
    const stranger = await student(await newLesson())
    const one = await named.ask('With a name', { show_name: true })
    const two = await unnamed.ask('Without a name')
    for (const { question_id } of [one, two]) await answer(question_id, 'Yes.', { shown: true })
    const shown = (await reader.all()).map(({ text, name, mine }) => [text, name, mine])
    expect(shown).toEqual([
      ['Without a name', null, false],
      ['With a name', 'Kavya', false],
    ])
    expect(JSON.stringify(await reader.all())).not.toContain('Rao')
    const { course_id: courseId, lesson_id: lessonId } = lesson
    await expect(stranger.questions.list({ courseId, lessonId })).rejects.toMatchObject({ status: 403 })
    await answer(two.question_id, 'Yes.', { shown: false, seen: 'Yes.' })
    expect((await reader.all()).map(({ text }) => text)).toEqual(['With a name'])
  })

  test('counts once, however often it is sent, with the newest words until it is answered', async () => {
    const { ask, all } = await student(await newLesson())
    const sent = await Promise.all([1, 2, 3].map(() => ask('Why?', { key: 'the same one' })))
    expect(new Set(sent.map(({ question_id }) => question_id)).size).toBe(1)
    await ask('Why not?', { key: 'the same one', show_name: true })
    const [stored] = await all()
    expect(stored).toMatchObject({ text: 'Why not?', name: 'Asha' })
    await answer(stored?.question_id ?? '', 'So.')
    await ask('Why?', { key: 'the same one' })
    expect(await all()).toMatchObject([{ text: 'Why not?', answer: 'So.' }])
  })

  test('needs the course, an open lesson, and a shop that accepts questions', async () => {
    const lesson = await newLesson()
    const { ask, all, user } = await student(lesson)
    await expect(ask('x', { lesson_id: 'unknown' })).rejects.toMatchObject({ status: 404 })
    const elsewhere = await newLesson()
    await expect(ask('x', elsewhere)).rejects.toMatchObject({ status: 403 })
    await server.db('lessons').where(lesson).update({ opens_after_days: 7 })
    await expect(ask('x')).rejects.toMatchObject({ status: 403, message: 'This lesson is not open yet' })
    await server.db('lessons').where(lesson).update({ opens_after_days: null })
    const owner = server.api(await server.adminToken())
    await owner.settings.update({ body: { delivery: { questions: false } } })
    await expect(ask('x')).rejects.toMatchObject({ status: 403, message: 'The shop takes no questions here' })
    await owner.settings.update({ body: { delivery: { questions: true } } })
    const { question_id } = await ask('while it is mine')
    await server.db('enrolments').where({ user_id: user.id }).update({ revoked_at: new Date(), taken_by_hand: true })
    await expect(ask('after the refund')).rejects.toMatchObject({ status: 403 })
    await expect(all()).rejects.toMatchObject({ status: 403 })
    expect(await admin.questions.adminGet({ id: question_id })).toMatchObject({ has_course: false })
  })

  test('obeys bounds of length, number and frequency', async () => {
    const lesson = await newLesson()
    const { ask, user } = await student(lesson)
    await expect(ask('x'.repeat(MAX_QUESTION + 1))).rejects.toMatchObject({ status: 422 })
    await expect(ask('   ')).rejects.toMatchObject({ status: 422 })
    const row = { user_id: user.id, ...lesson, text: 'x', asked_at: new Date() }
    const rows = Array.from({ length: MAX_QUESTIONS - 1 }, (_, at) => ({ ...row, key: `filled ${at}` }))
    await server.db.batchInsert('questions', rows)
    await ask('the last one', { key: 'key of the last one' })
    await expect(ask('one too many')).rejects.toMatchObject({ status: 409 })
    await ask('the last one', { key: 'key of the last one' })
    const other = await student(lesson)
    for (let n = 0; n < 20; n++) await other.ask(`question ${n}`)
    await expect(other.ask('one more')).rejects.toMatchObject({ status: 429 })
  })

  test('accepts deletion by its student or the shop, and goes with the account', async () => {
    const lesson = await newLesson()
    const [asha, other] = [await student(lesson), await student(lesson)]
    const [one, two, three] = [await asha.ask('one'), await asha.ask('two'), await asha.ask('three')]
    await other.questions.remove({ id: one.question_id })
    expect(await asha.all()).toHaveLength(3)
    await asha.questions.remove({ id: one.question_id })
    await asha.questions.remove({ id: one.question_id })
    await admin.questions.delete({ id: two.question_id })
    await expect(admin.questions.delete({ id: two.question_id })).rejects.toMatchObject({ status: 404 })
    await answer(three.question_id, 'Shown.', { shown: true })
    expect(await other.all()).toHaveLength(1)
    const { parts } = await asha.account.ownData()
    expect(parts.find(({ title }) => title === 'Your questions under lessons')?.rows).toMatchObject([{ text: 'three' }])
    await admin.users.delete({ params: { id: asha.user.user_id } })
    expect(await server.db('questions').where({ user_id: asha.user.id })).toEqual([])
    expect(await other.all()).toEqual([])
  })

  test('answered by two admins keeps the first answer, and the second gets a conflict', async () => {
    const { ask } = await student(await newLesson())
    const { question_id } = await ask('Who answers?')
    await answer(question_id, 'I do.')
    await expect(answer(question_id, 'No, I do.')).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
    expect(await admin.questions.adminGet({ id: question_id })).toMatchObject({ answer: 'I do.' })
    await expect(answer('999999', 'x')).rejects.toMatchObject({ status: 404 })
  })
})
