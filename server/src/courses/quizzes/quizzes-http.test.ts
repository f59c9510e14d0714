import { STORED_TRIES } from 'contract/limits'
import { answerKey, isRight } from 'contract/quiz-marking'
import type { QuizInput } from 'contract/quizzes/input'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  admin = await server.adminToken('editor')
})
afterAll(() => server.stop())

const SECRET = 'ONLY AFTER A TRY'

type Input = z.input<typeof QuizInput>

const quiz: Input = {
  intro: 'Three questions',
  pass_mark: 60,
  gate: true,
  max_tries: null,
  reveals: 'passed',
  questions: [
    {
      kind: 'single',
      text: 'Which light is best?',
      explanation: `${SECRET} light`,
      options: [
        { text: 'From the side', right: true },
        { text: 'From behind', right: false },
      ],
    },
    {
      kind: 'multiple',
      text: 'What belongs into a hook?',
      explanation: `${SECRET} hook`,
      options: [
        { text: 'A question', right: true },
        { text: 'A promise', right: true },
        { text: 'Your address', right: false },
      ],
    },
    { kind: 'text', text: 'The name of the bar?', accepted: [`${SECRET} Timeline`, 'टाइमलाइन'], explanation: null },
  ],
}

/** Creates two lessons after the quiz, one of them the free preview, and an enrolled student. */
async function scene(supplied: Partial<Input> = {}) {
  const { course_id } = await buildCourse(server.db)
  const watch_link = 'https://video.example.com/1'
  const content = [
    { title: 'Before', watch_link },
    { title: 'The quiz', kind: 'quiz' as const, watch_link: '' },
    { title: 'After', watch_link, download_link: watch_link },
    { title: 'Free', watch_link, preview: true },
  ]
  const { learning, quizzes } = server.api(admin)
  await learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const stored = (await learning.adminGetContent({ id: course_id })).content
  const [before = '', lesson_id = '', after = ''] = stored.map((lesson) => lesson.lesson_id)
  const saved = await quizzes.save({ params: { lesson_id }, body: { ...quiz, ...supplied } })
  const student = await enrolled(course_id)
  return { course_id, lesson_id, before, after, quiz: saved.quiz, ...student }
}

async function enrolled(course_id: string) {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const api = server.api(token)
  const lessons = async () => (await api.learning.getContent({ courseId: course_id })).content
  return { user, token, api, lessons }
}

test('one save stores a quiz lesson with its questions, or nothing of both', async () => {
  const { course_id } = await buildCourse(server.db)
  const { learning, quizzes } = server.api(admin)
  const save = (questions: Input['questions']) => {
    const content = [{ title: 'The quiz', kind: 'quiz' as const, watch_link: '', quiz: { ...quiz, questions } }]
    return learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  }
  const [question = { kind: 'text' as const, text: '' }] = quiz.questions
  const path = 'content.0.quiz.questions.0.options'
  await expect(save([{ ...question, options: [] }])).rejects.toMatchObject({
    status: 422,
    data: { errors: [{ path, message: 'Add at least two options' }] },
  })
  const stored = async () => (await learning.adminGetContent({ id: course_id })).content
  expect(await stored()).toEqual([])
  await save(quiz.questions)
  const [lesson] = await stored()
  expect((await quizzes.adminGet({ lesson_id: lesson?.lesson_id ?? '' })).quiz).toMatchObject({
    version: 1,
    pass_mark: 60,
    questions: quiz.questions.map(({ text }) => ({ text })),
  })
})

type Scene = Awaited<ReturnType<typeof scene>>
let keys = 0
const newKey = () => `key number ${++keys}`

/** Returns answers of which the first `right` are correct. */
function answers({ quiz: { questions } }: Pick<Scene, 'quiz'>, right: number) {
  return questions.map(({ question_id, kind, options, accepted }, at) => {
    if (at >= right) return { question_id, options: [], text: 'no' }
    const chosen = options.filter((option) => option.right).map(({ option_id }) => option_id)
    return { question_id, options: chosen, text: kind === 'text' ? (accepted[1] ?? '') : '' }
  })
}

const submit = (it: Scene, right: number, more: { key?: string; version?: number } = {}) =>
  it.api.quizzes.submit({
    params: { lesson_id: it.lesson_id },
    body: { version: it.quiz.version, key: newKey(), answers: answers(it, right), ...more },
  })

describe('in a quiz,', () => {
  test('the correct answer appears in no response before an attempt may read it', async () => {
    const it = await scene()
    const request = async (path: string, token?: string) => {
      const headers: Record<string, string> = token ? { authorization: `bearer ${token}` } : {}
      return (await server.request(`/api${path}`, { headers })).text()
    }
    const requested = await request(`/user/quizzes/${it.lesson_id}`, it.token)
    expect(requested).toContain('Which light is best?')
    const all = [
      requested,
      await request(`/user/courses/get_content/${it.course_id}`, it.token),
      await request(`/go/courses/${it.course_id}`),
      await request('/go/courses'),
      await request('/user/dashboard', it.token),
      JSON.stringify((await submit(it, 1)).result),
      JSON.stringify(await submit(it, 0)),
      await request(`/user/quizzes/${it.lesson_id}`, it.token),
      JSON.stringify(await it.api.account.ownData()),
      await (await server.request(`/course/${it.course_id}`)).text(),
    ]
    for (const text of all) {
      expect(text).not.toContain(SECRET)
      expect(text).not.toMatch(/"(accepted|correct|explanation|marks)"/)
    }
    // No option reveals whether it is correct.
    expect(JSON.parse(requested).questions[0].options[0]).toEqual({
      option_id: expect.any(String),
      text: 'From the side',
    })
    const passed = JSON.stringify(await submit(it, 3))
    expect(passed).toContain(`${SECRET} light`)
    expect(passed).toContain(`${SECRET} Timeline`)
  })

  test.each([
    ['always', 0, true],
    ['passed', 0, false],
    ['passed', 3, true],
    ['never', 3, false],
  ] as const)('the correct answers with %s after %i correct ones: %s', async (reveals, right, read) => {
    const it = await scene({ reveals })
    const { result } = await submit(it, right)
    expect(result.answers !== null).toBe(read)
  })

  test('the correct answer is shown after the last attempt, too', async () => {
    const it = await scene({ max_tries: 1 })
    expect((await submit(it, 0)).result.answers).toHaveLength(3)
  })

  test.each([
    ['10', '१०'],
    ["don't", 'don’t'],
    ["don't", 'donʼt'],
    ['पढ़ना', 'पढना'],
    ['पढ़ना', 'पढ\u093cना'],
    ['हिंदी', 'हिन्दी'],
    ['संपादक', 'सम्पादक'],
    ['चाँद', 'चांद'],
    ['पक्का', 'पक्\u200dका'],
    ['timeline', 'time\u00adline'],
    ['the timeline', 'The timeline.'],
    ['टाइमलाइन', 'टाइमलाइन।'],
    ['.', '.'],
  ])('a short answer "%s" counts as "%s"', (accepted, typed) => {
    const question = {
      question_id: 'q',
      kind: 'text' as const,
      text: '?',
      options: [],
      accepted: [accepted],
      explanation: null,
    }
    expect(isRight(question, { question_id: 'q', options: [], text: typed })).toBe(true)
  })

  test('a short answer with another sign than its full stop is another answer', () => {
    for (const [accepted, typed] of [
      ['5!', '5'],
      ['-1', '1'],
      ['a.b', 'ab'],
      ['3.5', '35'],
    ] as const)
      expect([accepted, answerKey(accepted) === answerKey(typed)]).toEqual([accepted, false])
  })

  test('a short answer counts in any case, width, form and spacing', () => {
    for (const typed of ['time line', '  TIME   LINE ', 'Ｔime\u00a0line', 'tıme line'.replace('ı', 'i')]) {
      expect(answerKey(typed)).toBe(answerKey('Time Line'))
    }
    expect(answerKey('cafe\u0301')).toBe(answerKey('CAFÉ'))
    expect(answerKey('timeline')).not.toBe(answerKey('time line'))
  })

  test('the correct answer includes every correct option of a multiple choice and no other', async () => {
    const it = await scene({ reveals: 'always' })
    const [, several] = it.quiz.questions
    const supplied = async (options: string[]) => {
      const body = {
        version: it.quiz.version,
        key: newKey(),
        answers: [{ question_id: several?.question_id ?? '', options }],
      }
      const { result } = await it.api.quizzes.submit({ params: { lesson_id: it.lesson_id }, body })
      return result.right
    }
    const [one = '', two = '', wrong = ''] = several?.options.map(({ option_id }) => option_id) ?? []
    expect(await supplied([one])).toBe(0)
    expect(await supplied([one, two, wrong])).toBe(0)
    expect(await supplied([one, two, 'o_unknown'])).toBe(0)
    expect(await supplied([two, one])).toBe(1)
  })
})

describe('a gate', () => {
  test('blocks later lessons until a pass, and completes a lesson that is a quiz', async () => {
    const it = await scene()
    const [before, own, after, free] = await it.lessons()
    expect(before).toMatchObject({ waits_for: null, watch_link: expect.stringContaining('https') })
    expect(own).toMatchObject({
      kind: 'quiz',
      waits_for: null,
      quiz: { questions: 3, passed: false },
      completed: false,
    })
    expect(after).toMatchObject({ waits_for: it.lesson_id, watch_link: '', download_link: null, opens_at: null })
    expect(free).toMatchObject({ waits_for: null, watch_link: expect.stringContaining('https') })
    const beat = { course_id: it.course_id, lesson_id: it.after, seconds: 0, completed: true }
    await expect(it.api.learning.progress(beat)).rejects.toMatchObject({ status: 403 })
    const byHand = { ...beat, lesson_id: it.lesson_id }
    await expect(it.api.learning.progress(byHand)).rejects.toMatchObject({ status: 403 })

    expect(await submit(it, 1)).toMatchObject({ result: { passed: false, percent: 33 } })
    expect((await it.lessons())[2]).toMatchObject({ waits_for: it.lesson_id })
    expect(await submit(it, 2)).toMatchObject({
      result: { passed: true, percent: 66 },
      quiz: { passed: true, tries: 2 },
    })
    const [, done, opened] = await it.lessons()
    expect(done).toMatchObject({ completed: true, quiz: { passed: true } })
    expect(opened).toMatchObject({ waits_for: null, watch_link: expect.stringContaining('https') })
    expect(await it.api.learning.progress(beat)).toMatchObject({ percent: 50, course_status: 'in_progress' })
    // A worse attempt reverts nothing.
    expect(await submit(it, 0)).toMatchObject({ quiz: { passed: true, best: { right: 2 }, last: { right: 0 } } })
    expect((await it.lessons())[2]).toMatchObject({ waits_for: null })
  })

  test('applies to one student, and only where the quiz is a gate', async () => {
    const it = await scene()
    await submit(it, 3)
    const other = await enrolled(it.course_id)
    expect((await other.lessons())[2]).toMatchObject({ waits_for: it.lesson_id })
    expect((await (await scene({ gate: false })).lessons())[2]).toMatchObject({ waits_for: null })
  })

  test('on a quiz beside a video leaves that lesson to its own end', async () => {
    const it = await scene({ gate: false })
    const { quizzes } = server.api(admin)
    const params = { lesson_id: it.before }
    const beside = (await quizzes.save({ params, body: { ...quiz, gate: true } })).quiz
    expect((await it.lessons()).map(({ waits_for }) => waits_for)).toEqual([null, it.before, it.before, null])
    // The quiz after it is not open either.
    await expect(it.api.quizzes.get({ lesson_id: it.lesson_id })).rejects.toMatchObject({ status: 403 })
    await submit({ ...it, lesson_id: it.before, quiz: beside }, 3)
    expect((await it.lessons())[0]).toMatchObject({ completed: false, quiz: { passed: true } })
  })
})

describe('an attempt', () => {
  test('counts once under its key, however often and however much at once it is sent', async () => {
    const it = await scene({ max_tries: 2 })
    const key = newKey()
    const sent = await Promise.all([1, 2, 3].map(() => submit(it, 1, { key })))
    expect(sent.map(({ quiz }) => quiz.tries)).toEqual([1, 1, 1])
    expect(sent[0]?.result).toEqual(sent[2]?.result)
    const other = await Promise.allSettled([submit(it, 1), submit(it, 1)])
    expect(other.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(submit(it, 3)).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await submit(it, 3, { key })).toMatchObject({ result: { right: 1 }, quiz: { tries: 2, tries_left: 0 } })
  })

  test('counts even when dropped: the last attempts, the best and the first pass are stored', async () => {
    const it = await scene({ max_tries: STORED_TRIES + 6 })
    const made = [0, 2, 3, ...Array(STORED_TRIES + 2).fill(1)]
    for (const right of made) await submit(it, right)
    const rows = await server.db('quiz_attempts').where({ lesson_id: it.lesson_id }).orderBy('attempt_id')
    expect(rows.map(({ number }) => number)).toEqual([2, 3, ...Array.from({ length: STORED_TRIES }, (_, at) => at + 6)])
    expect(await it.api.quizzes.get({ lesson_id: it.lesson_id })).toMatchObject({
      tries: made.length,
      tries_left: 1,
      passed: true,
      best: { right: 3 },
      last: { right: 1 },
    })
    expect((await server.api(admin).quizzes.adminGet({ lesson_id: it.lesson_id })).numbers).toMatchObject({
      students: 1,
      passed: 1,
      tries: made.length,
    })
    await submit(it, 1)
    await expect(submit(it, 3)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  })

  test('stores ids of the offered options, and nothing else that was sent', async () => {
    const it = await scene()
    const [first, , last] = it.quiz.questions
    const id = first?.options[0]?.option_id ?? ''
    const sent = [
      { question_id: first?.question_id ?? '', options: [id, 'x'.repeat(40), id], text: 'y'.repeat(200) },
      { question_id: last?.question_id ?? '', options: ['x'.repeat(40)], text: 'Timeline' },
      { question_id: 'x'.repeat(40), options: [], text: '' },
    ]
    await it.api.quizzes.submit({
      params: { lesson_id: it.lesson_id },
      body: { version: it.quiz.version, key: newKey(), answers: sent },
    })
    const [row] = await server.db('quiz_attempts').where({ lesson_id: it.lesson_id })
    expect(row.answers).toEqual([
      { question_id: first?.question_id, options: [id], text: '' },
      { question_id: last?.question_id, options: [], text: 'Timeline' },
    ])
  })

  test('keeps its score and version when the quiz is edited, and a pass stays one', async () => {
    const it = await scene()
    await submit(it, 2)
    const harder = { ...quiz, pass_mark: 100, questions: it.quiz.questions.slice(2) }
    const { quiz: edited } = await server.api(admin).quizzes.save({ params: { lesson_id: it.lesson_id }, body: harder })
    expect(edited).toMatchObject({ version: 2, questions: [{ question_id: it.quiz.questions[2]?.question_id }] })
    const seen = await it.api.quizzes.get({ lesson_id: it.lesson_id })
    expect(seen).toMatchObject({ version: 2, passed: true, best: { right: 2, total: 3 }, last: { answers: null } })
    expect((await it.lessons())[2]).toMatchObject({ waits_for: null })
    await expect(submit(it, 3)).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
    expect(await server.db('quiz_attempts').where({ lesson_id: it.lesson_id })).toMatchObject([{ version: 1 }])
  })

  test('needs the course: no stranger, nobody after a refund, and again with the restored course', async () => {
    const it = await scene()
    await submit(it, 3)
    const stranger = server.api(await server.userToken(await buildUser(server.db)))
    await expect(stranger.quizzes.get({ lesson_id: it.lesson_id })).rejects.toMatchObject({ status: 403 })
    await expect(submit({ ...it, api: stranger }, 3)).rejects.toMatchObject({ status: 403 })
    const seat = server.db('enrolments').where({ user_id: it.user.id, course_id: it.course_id })
    await seat.clone().update({ revoked_at: new Date() })
    await expect(it.api.quizzes.get({ lesson_id: it.lesson_id })).rejects.toMatchObject({ status: 403 })
    await expect(submit(it, 3)).rejects.toMatchObject({ status: 403 })
    await seat.clone().update({ revoked_at: null })
    expect((await it.lessons())[2]).toMatchObject({ waits_for: null })
  })
})

describe('the owner', () => {
  test('sees how many answered each question, and how many were right', async () => {
    const it = await scene()
    await submit(it, 1)
    await submit(it, 3)
    await submit({ ...it, ...(await enrolled(it.course_id)) }, 2)
    const {
      numbers,
      quiz: stored,
      lesson_title,
    } = await server.api(admin).quizzes.adminGet({ lesson_id: it.lesson_id })
    expect(lesson_title).toBe('The quiz')
    expect(numbers).toMatchObject({ students: 2, passed: 2, tries: 3 })
    const rights = stored?.questions.map((one) => numbers.questions.find((it) => it.question_id === one.question_id))
    expect(rights).toMatchObject([
      { answered: 3, right: 3 },
      { answered: 3, right: 2 },
      { answered: 3, right: 1 },
    ])
  })

  test('saves over the version that was seen, and no other', async () => {
    const { lesson_id } = await scene()
    const save = async (etag: string | undefined) =>
      server.request(`/api/admin/quizzes/${lesson_id}`, {
        method: 'PUT',
        headers: {
          authorization: `bearer ${admin}`,
          'content-type': 'application/json',
          ...(etag && { 'if-match': etag }),
        },
        body: JSON.stringify(quiz),
      })
    const first = await save(undefined)
    const etag = first.headers.get('etag') ?? ''
    expect((await save(etag)).status).toBe(200)
    const stale = await save(etag)
    expect([stale.status, (await stale.json()).current.version]).toEqual([409, 3])
  })

  test.each([
    ['Add at least one question', { questions: [] }],
    [
      'Mark the right option',
      {
        questions: [
          {
            kind: 'single',
            text: 'Q',
            options: [
              { text: 'a', right: false },
              { text: 'b', right: false },
            ],
          },
        ],
      },
    ],
    [
      'Only one option can be right',
      {
        questions: [
          {
            kind: 'single',
            text: 'Q',
            options: [
              { text: 'a', right: true },
              { text: 'b', right: true },
            ],
          },
        ],
      },
    ],
    [
      'Add at least two options',
      { questions: [{ kind: 'multiple', text: 'Q', options: [{ text: 'a', right: true }] }] },
    ],
    ['Write at least one answer that counts as right', { questions: [{ kind: 'text', text: 'Q' }] }],
    ['Must be a whole percentage from 1 to 100', { pass_mark: 0 }],
  ] as [string, Partial<Input>][])('sees what is wrong with a quiz: %s', async (detail, part) => {
    const { lesson_id } = await buildLesson(server.db)
    const save = server.api(admin).quizzes.save({ params: { lesson_id }, body: { ...quiz, ...part } })
    await expect(save).rejects.toMatchObject({ status: 422, message: detail })
  })

  test('duplicates a course with its quizzes, and removes one; a removed lesson takes it along, its attempts stay', async () => {
    const it = await scene()
    await submit(it, 3)
    const { courses, learning, quizzes } = server.api(admin)
    const made = await courses.duplicate({ params: { id: it.course_id } })
    const [, copy] = (await learning.adminGetContent({ id: made.course_id })).content
    const { quiz: copied, numbers } = await quizzes.adminGet({ lesson_id: copy?.lesson_id ?? '' })
    expect([copy?.kind, copied?.questions, numbers.tries]).toEqual(['quiz', it.quiz.questions, 0])
    await quizzes.remove({ params: { lesson_id: copy?.lesson_id ?? '' } })
    await expect(quizzes.remove({ params: { lesson_id: copy?.lesson_id ?? '' } })).rejects.toMatchObject({
      status: 404,
    })
    const content = [{ title: 'Alone', watch_link: 'https://video.example.com/1' }]
    await learning.addContent({ params: { id: it.course_id }, body: { course_id: it.course_id, content } })
    expect(await server.db('quizzes').where({ course_id: it.course_id })).toEqual([])
    expect(await server.db('quiz_attempts').where({ course_id: it.course_id })).toHaveLength(1)
  })

  test('a list of lessons keeps each kind; a quiz is no free preview, and other lessons need a link', async () => {
    const it = await scene()
    const { learning } = server.api(admin)
    const save = (content: object[]) =>
      learning.addContent({
        params: { id: it.course_id },
        body: { course_id: it.course_id, content: content as never },
      })
    const stored = (await learning.adminGetContent({ id: it.course_id })).content
    await save(stored.map(({ file_seconds: _, file_bytes: _bytes, ...lesson }) => lesson))
    expect((await learning.adminGetContent({ id: it.course_id })).content[1]).toMatchObject({ kind: 'quiz' })
    await expect(save([{ title: 'Quiz', kind: 'quiz', preview: true }])).rejects.toMatchObject({ status: 422 })
    await expect(save([{ title: '', watch_link: '' }])).rejects.toMatchObject({
      data: { errors: [{ path: 'content.0.title' }, { path: 'content.0.watch_link' }] },
    })
  })
})
