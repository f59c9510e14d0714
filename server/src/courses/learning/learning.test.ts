import { randomBytes } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callContext, confirmedOwner } from '../../../test/call-context.ts'
import {
  buildCourse,
  buildEnrolment,
  buildLesson,
  buildPaidOrder,
  buildStudentRow,
} from '../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ownedCourseIds } from '../enrolments/enrolments.queries.ts'
import { grantCourses } from '../enrolments/grants.queries.ts'
import { learningHandlers } from './learning.handlers.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const start = Date.parse('2026-11-18T09:00:00Z')
const as = (id: number, seconds = 0) => ({
  context: callContext(
    { db: database.db, now: () => new Date(start + seconds * 1000) },
    { user: { id, user_id: `usr_${id}`, session_id: 's', viewed_by: null } },
  ),
})
const quiet = { send: async () => {}, sendAll: async () => {} }
const asAdmin = () => callContext({ db: database.db, queue: quiet }, { admin: { ...confirmedOwner } })
const notPlayed = { position: 0, length: null, watched_at: null, seconds: null, bytes: null, notes: 0, questions: 0 }
const plain = { kind: 'media', quiz: null, assignment: null, live: null, waits_for: null }
const content = (courseId: string, id: number) => call(learningHandlers.getContent, { courseId }, as(id))

describe('the lessons of a student', () => {
  it('arrive in order, with the student’s progress', async () => {
    const { course_id, user_id } = await buildEnrolment(database.db)
    const first = await buildLesson(database.db, { course_id, title: 'One', download_link: 'https://a.example/b.pdf' })
    const second = await buildLesson(database.db, { course_id, title: 'Two' })
    const beat = { course_id, lesson_id: second.lesson_id, seconds: 5, completed: true }
    await call(learningHandlers.progress, beat, as(user_id))
    expect((await content(course_id, user_id)).content).toEqual([
      {
        lesson_id: first.lesson_id,
        title: 'One',
        watch_link: first.watch_link,
        download_link: 'https://a.example/b.pdf',
        section: null,
        completed: false,
        moved_in: false,
        ...notPlayed,
        ...plain,
        files: [],
        captions: [],
        video: null,
        opens_at: null,
      },
      {
        lesson_id: second.lesson_id,
        title: 'Two',
        watch_link: second.watch_link,
        download_link: null,
        section: null,
        completed: true,
        moved_in: false,
        ...notPlayed,
        ...plain,
        files: [],
        captions: [],
        video: null,
        opens_at: null,
      },
    ])
  })

  it('have their length, size and counts of notes and questions; a shut one hides its size', async () => {
    const { db } = database
    const { course_id, user_id } = await buildEnrolment(db)
    const media_id = randomBytes(16).toString('hex')
    const url = `/media/${media_id}/lesson.mp4`
    const file = { media_id, url, name: 'lesson.mp4', kind: 'video', sha256: 'f'.repeat(64) }
    await db('media').insert({ ...file, bytes: 9_400_000, seconds: 1099.2 })
    const filmed = await buildLesson(db, { course_id, watch_link: url, seconds: 60 })
    await buildLesson(db, { course_id, seconds: 720 })
    await buildLesson(db, { course_id, watch_link: url, opens_after_days: 300 })
    const other = await buildStudentRow(db)
    const under = { course_id, lesson_id: filmed.lesson_id }
    const noted = { ...under, text: 'A note', created_at: new Date(), updated_at: new Date() }
    await db('lesson_notes').insert([
      { ...noted, user_id, key: 'my note' },
      { ...noted, user_id: other.id, key: 'their note' },
    ])
    const requested = { ...under, asked_at: new Date(), text: 'Which font?' }
    await db('questions').insert([
      { ...requested, user_id, key: 'mine' },
      { ...requested, user_id: other.id, key: 'shown', answer: 'Mukta', answered_at: new Date(), shown_at: new Date() },
      { ...requested, user_id: other.id, key: 'not shown' },
    ])
    expect((await content(course_id, user_id)).content).toMatchObject([
      { seconds: 1100, bytes: 9_400_000, notes: 1, questions: 2 },
      { seconds: 720, bytes: null, notes: 0, questions: 0 },
      { seconds: 1100, bytes: null, watch_link: '' },
    ])
  })

  it('form an empty list while none exist', async () => {
    const { course_id, user_id } = await buildEnrolment(database.db)
    expect((await content(course_id, user_id)).content).toEqual([])
  })

  it('Z4: remain hidden from strangers, titles included', async () => {
    const { course_id } = await buildCourse(database.db, { name: 'Name of it' })
    await buildLesson(database.db, { course_id, title: 'Secret', watch_link: 'https://secret.example/v' })
    const refunded = await buildEnrolment(database.db, { course_id, revoked_at: new Date() })
    const stranger = await buildStudentRow(database.db)
    for (const id of [refunded.user_id, stranger.id]) {
      const error = await content(course_id, id).catch((thrown) => thrown)
      expect(error).toMatchObject({ code: 'forbidden', status: 403, message: 'You are not enrolled in this course' })
      expect(JSON.stringify(error)).not.toMatch(/secret|Name of it/i)
      const beat = { course_id, lesson_id: 'x', seconds: 1 }
      await expect(call(learningHandlers.progress, beat, as(id))).rejects.toMatchObject({ code: 'forbidden' })
    }
    await expect(content('nobody-knows', stranger.id)).rejects.toMatchObject({ message: 'Course not found' })
  })

  it('Z10: remain with the owner of a deleted course', async () => {
    const { course_id } = await buildCourse(database.db, { deleted_at: new Date() })
    const lesson = await buildLesson(database.db, { course_id })
    const { user_id } = await buildEnrolment(database.db, { course_id })
    expect((await content(course_id, user_id)).content).toMatchObject([{ lesson_id: lesson.lesson_id }])
    const { id } = await buildStudentRow(database.db)
    await expect(content(course_id, id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('beats of the player', () => {
  const enrol = async () => {
    const { course_id, user_id } = await buildEnrolment(database.db)
    const { lesson_id } = await buildLesson(database.db, { course_id })
    const beat = (at: number, seconds: number, more: { completed?: boolean; lesson_id?: string } = {}) =>
      call(learningHandlers.progress, { course_id, lesson_id, seconds, ...more }, as(user_id, at))
    const spent = async () => (await database.db('lesson_progress').where({ user_id, lesson_id }).first())?.seconds
    return { course_id, lesson_id, user_id, beat, spent }
  }

  it('accept what the server clock allows', async () => {
    const { beat, spent } = await enrol()
    await beat(0, 3600)
    expect(await spent()).toBe(15)
    await beat(10, 3600)
    expect(await spent()).toBe(15 + 12)
    await beat(70, 40)
    expect(await spent()).toBe(15 + 12 + 40)
    expect(await beat(3600, 3600)).toEqual({ course_status: 'in_progress', hours_spent: 1, percent: 0 })
  })

  it('count one student, whatever the number of tabs and lessons', async () => {
    const { course_id, user_id, beat } = await enrol()
    await beat(0, 10)
    const other = await buildLesson(database.db, { course_id })
    await Promise.all(
      Array.from({ length: 6 }, (_, tab) => beat(100, 50, tab % 2 ? { lesson_id: other.lesson_id } : {})),
    )
    const [sum] = await database.db('lesson_progress').where({ user_id }).sum({ seconds: 'seconds' })
    // One beat covered 100 s, the other five together only the tolerance.
    expect(sum?.seconds).toBe(10 + 50 + 2)
  })

  it('never reduce time, even when the clock is set back', async () => {
    const { beat, spent } = await enrol()
    await beat(1000, 10)
    await beat(0, 100)
    expect(await spent()).toBe(10)
    await beat(1005, 100)
    expect(await spent()).toBe(17)
  })

  it('share one tolerance in a run, which an honest player never uses up', async () => {
    const { beat, spent } = await enrol()
    for (let n = 0; n < 300; n++) await beat(n * 0.0195, 15)
    // 5.8 s by the clock, the first beat's 15 s and the tolerance.
    expect(await spent()).toBe(15 + 2 + 5)
    const honest = await enrol()
    // Every 15 s, some a second early or late.
    const late = [0, 0.9, -0.9, 0.4, 0, -0.7, 0.9, -0.9]
    for (let n = 0; n < 80; n++) await honest.beat(n * 15 + (late[n % late.length] ?? 0), 15)
    expect(await honest.spent()).toBe(80 * 15)
  })

  it('mark a lesson done and revert that', async () => {
    const { beat } = await enrol()
    expect(await beat(0, 0, { completed: true })).toMatchObject({ course_status: 'completed', percent: 100 })
    expect(await beat(1, 0)).toMatchObject({ course_status: 'completed' })
    expect(await beat(2, 0, { completed: false })).toMatchObject({ percent: 0 })
  })

  it('fail for a lesson of another course, without using up the time', async () => {
    const { beat, spent } = await enrol()
    const { lesson_id } = await buildLesson(database.db)
    await beat(0, 1)
    await expect(beat(60, 60, { lesson_id })).rejects.toMatchObject({ code: 'not_found', message: 'Lesson not found' })
    await beat(61, 60)
    expect(await spent()).toBe(61)
  })
})

describe('the content of a course, for the admin', () => {
  const replace = (course_id: string, items: object[], body: object = {}, headers = {}) => {
    const input = { params: { id: course_id }, headers, body: { course_id, content: items, ...body } }
    return call(learningHandlers.addContent, input as never, { context: asAdmin() })
  }
  const read = async (id: string) =>
    (await call(learningHandlers.adminGetContent, { id }, { context: asAdmin() })).content
  const item = (title: string, more: object = {}) => ({ title, watch_link: 'https://video.example/v', ...more })

  it('changes in order; known lessons stay themselves, with their progress', async () => {
    const { course_id, user_id } = await buildEnrolment(database.db)
    const foreign = await buildLesson(database.db)
    const plain = await replace(course_id, [item('One'), item('Two', { download_link: '' })])
    expect(plain).toEqual({ message: 'Course content updated successfully' })
    const [one, two] = await read(course_id)
    const done = { course_id, lesson_id: two?.lesson_id ?? '', seconds: 0, completed: true }
    await call(learningHandlers.progress, done, as(user_id))
    const sent = [
      item('Two, renamed', { lesson_id: two?.lesson_id }),
      item('Three', { lesson_id: 'made-up' }),
      item('Four', { lesson_id: foreign.lesson_id }),
      item('Five', { lesson_id: two?.lesson_id, download_link: 'https://video.example/d' }),
    ]
    const answered = await replace(course_id, sent, {}, { prefer: 'return=representation' })
    const now = await read(course_id)
    expect(now.map(({ title }) => title)).toEqual(['Two, renamed', 'Three', 'Four', 'Five'])
    expect(now[0]?.lesson_id).toBe(two?.lesson_id)
    expect(now).toMatchObject(answered.content ?? [])
    expect(answered.content).toHaveLength(4)
    expect(now.map(({ download_link }) => download_link)).toEqual([null, null, null, 'https://video.example/d'])
    expect(new Set([...now.map(({ lesson_id }) => lesson_id), one?.lesson_id, foreign.lesson_id, 'made-up']).size).toBe(
      7,
    )
    expect((await content(course_id, user_id)).content.map(({ completed }) => completed)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(await read(foreign.course_id)).toMatchObject([{ title: 'A lesson' }])
  })

  it('preserves section and source for clients that omit them, and clears emptied ones', async () => {
    const { course_id } = await buildCourse(database.db)
    await replace(course_id, [item('One', { section: ' Start ', source: '1 Start/01 One.mp4' }), item('Two')])
    const [one, two] = await read(course_id)
    expect([one, two]).toMatchObject([
      { section: 'Start', source: '1 Start/01 One.mp4' },
      { section: null, source: null },
    ])
    const [first, second] = [one?.lesson_id, two?.lesson_id]
    await replace(course_id, [
      item('One', { lesson_id: first, section: '' }),
      item('Two', { lesson_id: second, section: 'End' }),
    ])
    expect(await read(course_id)).toMatchObject([
      { section: null, source: '1 Start/01 One.mp4' },
      { section: 'End', source: null },
    ])
    await expect(replace(course_id, [item('One', { section: 'x'.repeat(121) })])).rejects.toMatchObject({
      message: 'Input validation failed',
    })
  })

  it('erases no lesson without a confirmation', async () => {
    const { course_id } = await buildCourse(database.db)
    await replace(course_id, [item('One'), item('Two')])
    const before = await read(course_id)
    const unconfirmed = asAdmin()
    if (unconfirmed.admin) unconfirmed.admin.confirmed = false
    const save = (content: unknown[]) =>
      call(learningHandlers.addContent, { params: { id: course_id }, body: { course_id, content } } as never, {
        context: unconfirmed,
      })
    for (const content of [before.slice(1), [item('One'), item('Two')]]) {
      await expect(save(content)).rejects.toMatchObject({ code: 'confirmation_required' })
    }
    expect(await read(course_id)).toEqual(before)
    await save([...before, item('Three')])
    expect(await read(course_id)).toHaveLength(3)
  })

  it('is a conflict for the second of two editors of the same lessons, with the present ones', async () => {
    const { course_id } = await buildCourse(database.db)
    await replace(course_id, [item('One')])
    const tags: string[] = []
    const setHeader = (name: string, value: string) => void (name === 'ETag' && tags.push(value))
    const context = { ...asAdmin(), setHeader }
    await call(learningHandlers.adminGetContent, { id: course_id }, { context })
    const [tag = ''] = tags
    const save = (title: string, ifMatch: string) => {
      const input = {
        params: { id: course_id },
        headers: { 'if-match': ifMatch },
        body: { course_id, content: [item(title)] },
      }
      return call(learningHandlers.addContent, input as never, { context })
    }
    const saves = await Promise.allSettled([save('A', tag), save('B', `W/${tag}`)])
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [winner] = await read(course_id)
    expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'edit_conflict', data: { current: { course_id, content: [winner] } } },
    })
    // The answer's tag is that of the stored lessons.
    await save('C', tags.at(-1) ?? '')
    await save('D', '*')
    expect((await read(course_id)).map(({ title }) => title)).toEqual(['D'])
  })

  it('ends as one of two lists that arrive at once', async () => {
    const { course_id } = await buildCourse(database.db)
    await Promise.all(['A', 'B'].map((name) => replace(course_id, [item(`${name}1`), item(`${name}2`)])))
    const titles = (await read(course_id)).map(({ title }) => title).join()
    expect(['A1,A2', 'B1,B2']).toContain(titles)
  })

  it('stays unchanged when the list is refused', async () => {
    const { course_id } = await buildCourse(database.db)
    await replace(course_id, [item('One')])
    await expect(replace(course_id, [])).rejects.toThrow('Input validation failed')
    await expect(replace(course_id, [item('')])).rejects.toThrow('Input validation failed')
    await expect(replace(course_id, [item('X')], { course_id: 'another' })).rejects.toMatchObject({
      code: 'invalid',
      data: { errors: [{ path: 'course_id' }] },
    })
    await expect(replace('nobody-knows', [item('X')])).rejects.toMatchObject({ message: 'Course not found' })
    expect(await read(course_id)).toMatchObject([{ title: 'One' }])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/v',
    'https://u:p@x.example/',
    'https://10.0.0.1/v',
  ])('I7: refuses the link %s', async (link) => {
    const { course_id } = await buildCourse(database.db)
    for (const field of ['watch_link', 'download_link']) {
      await expect(replace(course_id, [item('One', { [field]: link })])).rejects.toThrow('Input validation failed')
    }
  })
})

it('a grant adds new courses and returns them; repeating the grant changes nothing', async () => {
  const { order_id, user_id, course_id } = await buildPaidOrder(database.db)
  const second = await buildCourse(database.db)
  const grant = (courseIds: string[]) => {
    const courses = courseIds.map((id) => ({ course_id: id, access_period: null }))
    const now = new Date()
    return grantCourses(database.db, { userId: user_id, courses, from: { order_id }, madeAt: now, now })
  }
  expect(await grant([course_id, course_id])).toEqual([course_id])
  expect(await grant([course_id, second.course_id])).toEqual([second.course_id])
  expect(await grant([])).toEqual([])
  expect((await ownedCourseIds(database.db, user_id, [course_id, second.course_id, 'x'], new Date())).sort()).toEqual(
    [course_id, second.course_id].sort(),
  )
  await database.db('enrolments').where({ course_id }).update({ revoked_at: new Date(), taken_by_hand: true })
  expect(await ownedCourseIds(database.db, user_id, [course_id], new Date())).toEqual([])
})
