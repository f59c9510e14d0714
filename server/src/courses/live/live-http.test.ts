import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { breaks } from '../../../test/invariants.ts'
import { buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { accessIsAsSold } from '../../sales/orders/orders.invariants.ts'
import { accessIsItsGrants } from '../enrolments/enrolments.invariants.ts'

let server: TestServer
let tokens: Record<'owner' | 'editor' | 'support', string>
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
// The clock moves by hours, which no admin session outlives.
beforeEach(async () => {
  const [owner, editor, support] = await Promise.all([
    server.adminToken('owner'),
    server.adminToken('editor'),
    server.adminToken('support'),
  ])
  tokens = { owner, editor, support }
})
afterAll(() => server.stop())

const MINUTE = 60_000
const LINK = 'https://meet.example.com/secret-room'

const soon = (minutes: number) => new Date(server.ctx.now().getTime() + minutes * MINUTE).toISOString()

/** Creates a course with a live lesson that begins in some minutes, and an enrolled student. */
async function scene(inMinutes = 60, lessons: object[] = []) {
  const { course_id } = await buildCourse(server.db)
  const editor = server.api(tokens.editor)
  const content = [{ title: 'Live: your questions', kind: 'live' as const, watch_link: '' }, ...lessons]
  await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } as never })
  const stored = (await editor.learning.adminGetContent({ id: course_id })).content
  const lesson_id = stored[0]?.lesson_id ?? ''
  const params = { lesson_id }
  const set = (starts_at: string, more: Partial<{ minutes: number; join_link: string }> = {}) =>
    editor.live.save({ params, body: { starts_at, minutes: 60, join_link: LINK, ...more } })
  const { live } = await set(soon(inMinutes))
  const replace = (content: object[]) =>
    editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } as never })
  return { course_id, lesson_id, live, stored, editor, set, replace, ...(await student(course_id, lesson_id)) }
}

async function student(course_id: string, lesson_id: string) {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const api = server.api(token)
  const lesson = async () =>
    (await api.learning.getContent({ courseId: course_id })).content.find((one) => one.lesson_id === lesson_id)
  return { user, token, api, lesson, join: () => api.live.join({ params: { lesson_id } }) }
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code })

test('one save stores a live lesson with its date and another with its assignment, or nothing of both', async () => {
  const { course_id } = await buildCourse(server.db)
  const editor = server.api(tokens.editor)
  const assignment = {
    instructions: 'Cut a reel of 30 seconds',
    criteria: [{ text: 'It has a hook' }],
    takes_text: true,
    file_kinds: [],
    due_days: null,
    gate: false,
  }
  const save = (live: object, kind = 'live') => {
    const lesson = { title: 'Ask me anything', kind, watch_link: '', live: { minutes: 60, join_link: LINK, ...live } }
    const content = [{ title: 'Your reel', kind: 'assignment', watch_link: '', assignment }, lesson]
    return editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } as never })
  }
  const stored = async () => (await editor.learning.adminGetContent({ id: course_id })).content
  const problem = (path: string, message: string) => ({ status: 422, data: { errors: [{ path, message }] } })
  const past = save({ starts_at: soon(-60) })
  await expect(past).rejects.toMatchObject(problem('content.1.live.starts_at', 'Must be in the future'))
  const quiz = save({ starts_at: soon(60) }, 'quiz')
  await expect(quiz).rejects.toMatchObject(problem('content.1.live', 'Only a live lesson has a date'))
  expect(await stored()).toEqual([])
  const starts_at = soon(60)
  await save({ starts_at })
  const [work, live] = await stored()
  expect((await editor.assignments.adminGet({ lesson_id: work?.lesson_id ?? '' })).assignment).toMatchObject({
    version: 1,
    instructions: assignment.instructions,
    criteria: [{ text: 'It has a hook' }],
  })
  expect(await editor.live.adminGet({ lesson_id: live?.lesson_id ?? '' })).toMatchObject({
    live: { version: 1, starts_at, minutes: 60, join_link: LINK },
  })
})

describe('the meeting link', () => {
  test('appears within the window alone, and nowhere else; joining completes the lesson, once', async () => {
    const it = await scene(60)
    await expect(it.join()).rejects.toEqual(refused(409, 'conflict'))
    server.clock.advance(44 * MINUTE)
    await expect(it.join()).rejects.toEqual(refused(409, 'conflict'))
    expect(await it.lesson()).toMatchObject({
      completed: false,
      live: { joined: false, cancelled: false, minutes: 60 },
    })
    server.clock.advance(2 * MINUTE)
    expect(await it.join()).toEqual({ join_link: LINK })
    expect(await it.join()).toEqual({ join_link: LINK })
    expect(await it.lesson()).toMatchObject({ completed: true, live: { joined: true, starts_at: it.live.starts_at } })
    expect(await server.db('live_joins').where({ lesson_id: it.lesson_id })).toHaveLength(1)

    const late = await student(it.course_id, it.lesson_id)
    server.clock.advance(73 * MINUTE)
    expect(await late.join()).toEqual({ join_link: LINK })
    server.clock.advance(2 * MINUTE)
    await expect(late.join()).rejects.toEqual(refused(409, 'conflict'))

    const notified = await Promise.all([
      server.request(`/api/go/courses/${it.course_id}`).then((answer) => answer.text()),
      it.api.learning.getContent({ courseId: it.course_id }),
      it.api.live.next(),
      it.api.account.dashboard(),
      it.api.account.ownData(),
      it.api.live.calendar({ lesson_id: it.lesson_id }).then((file) => (file as unknown as File).text()),
      server.db('activity').select('before', 'after'),
    ])
    expect(JSON.stringify(notified)).not.toContain('secret-room')
    expect(server.logged.join('\n')).not.toContain('secret-room')
  })

  test('stays hidden without the course, after the access ended, and while the lesson is closed', async () => {
    const it = await scene(5)
    const stranger = server.api(await server.userToken(await buildUser(server.db)))
    const params = { lesson_id: it.lesson_id }
    await expect(stranger.live.join({ params })).rejects.toEqual(refused(403, 'forbidden'))
    await expect(stranger.live.calendar(params)).rejects.toEqual(refused(403, 'forbidden'))
    await expect(server.api().live.join({ params })).rejects.toMatchObject({ status: 401 })
    await it.join()

    const refunded = await student(it.course_id, it.lesson_id)
    const ofRefunded = { user_id: refunded.user.id, course_id: it.course_id }
    await server.db('enrolments').where(ofRefunded).update({ revoked_at: server.ctx.now(), taken_by_hand: true })
    await expect(refunded.join()).rejects.toEqual(refused(403, 'forbidden'))
    expect(await refunded.api.live.next()).toEqual({ lesson: null })

    const ended = await student(it.course_id, it.lesson_id)
    const ofEnded = { user_id: ended.user.id, course_id: it.course_id }
    await server
      .db('enrolments')
      .where(ofEnded)
      .update({ granted_at: soon(-9), access_period: 'P1M', ends_at: soon(-1) })
    breaks(server.db, accessIsAsSold, 'the access of a minute is planted')
    breaks(server.db, accessIsItsGrants, 'the access of a minute is planted')
    await expect(ended.join()).rejects.toEqual(refused(403, 'forbidden'))

    await server.db('lessons').where({ lesson_id: it.lesson_id }).update({ opens_after_days: 7 })
    const dripped = await student(it.course_id, it.lesson_id)
    await expect(dripped.join()).rejects.toEqual(refused(403, 'forbidden'))
    expect(await dripped.lesson()).toMatchObject({ live: { starts_at: it.live.starts_at } })
    expect(await dripped.api.live.next()).toEqual({ lesson: null })
  })

  test('completes its lesson on joining, as the recording does once it exists', async () => {
    const it = await scene(60)
    const beat = { course_id: it.course_id, lesson_id: it.lesson_id, seconds: 0, completed: true }
    await expect(it.api.learning.progress(beat)).rejects.toEqual(refused(403, 'forbidden'))
    const late = { device: 'a device', number: 1, beats: [{ ...beat, seconds: 1 }] }
    await it.api.offline.beats(late as never)
    expect(await it.lesson()).toMatchObject({ completed: false })
    const shown = async () => (await server.api().courses.get({ id: it.course_id })).lessons[0]
    expect(await shown()).toMatchObject({ kind: 'live', live_at: it.live.starts_at })
    server.clock.advance(121 * MINUTE)
    const recording = 'https://video.example.com/1'
    const [{ lesson_id, title } = { lesson_id: '', title: '' }] = it.stored
    await it.replace([{ lesson_id, title, watch_link: recording }])
    expect(await it.lesson()).toMatchObject({ kind: 'live', watch_link: recording, live: { joined: false } })
    const film = await shown()
    expect([film?.kind, film?.live_at], 'is watched like any other').toEqual(['media', undefined])
    expect(await it.api.learning.progress(beat)).toMatchObject({ course_status: 'completed', percent: 100 })
  })
})

describe('the owner', () => {
  test('sets moment, length and link, each with its own error, and an edit of another state is refused', async () => {
    const it = await scene()
    const params = { lesson_id: it.lesson_id }
    const body = { starts_at: soon(90), minutes: 30, join_link: LINK }
    const errors = async (wrong: object) => {
      const error = await it.editor.live.save({ params, body: { ...body, ...wrong } }).catch((thrown) => thrown)
      return error.data.errors as unknown
    }
    expect(await errors({ join_link: 'http://meet.example.com/x' })).toEqual([
      { path: 'join_link', message: 'Must be a link that begins with https://' },
    ])
    for (const join_link of [
      '',
      'https://',
      'https://me:pass@meet.example.com',
      'javascript:alert(1)',
      'https://a b.example',
    ])
      expect(await errors({ join_link })).toMatchObject([{ path: 'join_link' }])
    for (const minutes of [4, 481, 30.5])
      expect(await errors({ minutes })).toEqual([{ path: 'minutes', message: 'Length must be 5 to 480 minutes' }])
    expect(await errors({ starts_at: soon(-1) })).toEqual([{ path: 'starts_at', message: 'Must be in the future' }])
    expect(await errors({ starts_at: 'tomorrow' })).toMatchObject([{ path: 'starts_at' }])

    const headers = { 'if-match': `"live-${it.lesson_id}-1"` }
    const { live } = await it.editor.live.save({ params, headers, body })
    expect(live).toMatchObject({ version: 2, minutes: 30 })
    await expect(it.editor.live.save({ params, headers, body })).rejects.toEqual(refused(409, 'edit_conflict'))
    expect((await it.editor.live.save({ params, body })).live.version).toBe(2)
    server.clock.advance(91 * MINUTE)
    // A started lesson keeps its moment, and may get another link.
    expect((await it.set(body.starts_at, { minutes: 30, join_link: `${LINK}2` })).live.version).toBe(3)

    const [, other] = (await scene(60, [{ title: 'A film', watch_link: 'https://video.example.com/1' }])).stored
    const film = { params: { lesson_id: other?.lesson_id ?? '' }, body: { ...body, starts_at: soon(60) } }
    await expect(it.editor.live.save(film)).rejects.toEqual(refused(409, 'conflict'))
    await expect(it.editor.live.save({ ...film, params: { lesson_id: 'none' } })).rejects.toMatchObject({ status: 404 })
  })

  test('shows the moment on the sales page, and in a copy of the course while it is in the future; not once cancelled', async () => {
    const it = await scene()
    const shown = async (id: string) => (await server.api().courses.get({ id })).lessons.map(({ live_at }) => live_at)
    expect(await shown(it.course_id)).toEqual([it.live.starts_at])
    const copy = (await it.editor.courses.duplicate({ params: { id: it.course_id } })).course_id
    const [copied] = Object.values((await it.editor.learning.adminGetContent({ id: copy })).live)
    expect(copied).toEqual({ starts_at: it.live.starts_at, minutes: 60, cancelled: false, joined: 0 })
    await it.editor.live.cancel({ params: { lesson_id: it.lesson_id } })
    expect(await shown(it.course_id)).toEqual([undefined])
    await expect(it.editor.live.cancel({ params: { lesson_id: it.lesson_id } })).rejects.toMatchObject({ status: 404 })
    server.clock.advance(50 * MINUTE)
    await expect(it.join()).rejects.toEqual(refused(409, 'conflict'))
    expect(await it.lesson()).toMatchObject({ live: { cancelled: true } })
    expect(await it.api.live.next()).toEqual({ lesson: null })
    await it.set(soon(30))
    expect(await it.api.live.next()).toMatchObject({ lesson: { lesson_id: it.lesson_id, minutes: 60 } })
    server.clock.advance(89 * MINUTE)
    expect(await it.api.live.next()).toMatchObject({ lesson: { lesson_id: it.lesson_id } })
    server.clock.advance(MINUTE)
    expect(await it.api.live.next()).toEqual({ lesson: null })
    await expect(it.editor.live.cancel({ params: { lesson_id: it.lesson_id } })).rejects.toEqual(
      refused(409, 'conflict'),
    )
  })

  test('sees who joined, and so does support; a deleted account is gone from the list, and its export listed it', async () => {
    const it = await scene(5)
    const other = await student(it.course_id, it.lesson_id)
    await it.join()
    await other.join()
    const joined = (api = server.api(tokens.support)) => api.live.joined({ lesson_id: it.lesson_id })
    expect(await joined()).toMatchObject({
      total: 2,
      students: [{ name: it.user.name }, { user_id: other.user.user_id }],
    })
    expect(await server.api(tokens.owner).live.joined({ lesson_id: it.lesson_id, q: other.user.email })).toMatchObject({
      total: 1,
    })
    await expect(joined(it.editor)).rejects.toMatchObject({ status: 403 })
    expect(await it.editor.live.adminGet({ lesson_id: it.lesson_id })).toMatchObject({
      joined: 2,
      live: { join_link: LINK },
    })
    const { parts } = await it.api.account.ownData()
    expect(parts.find(({ title }) => title === 'Live lessons you joined')?.rows).toMatchObject([
      { lesson_id: it.lesson_id },
    ])
    await it.api.account.deleteOwn({ current_password: PASSWORD })
    expect(await joined()).toMatchObject({ total: 1, students: [{ user_id: other.user.user_id }] })
  })
})

test('support sees which live lessons a student joined and when, and who else did', async () => {
  const { db } = server
  const support = server.api(await server.adminToken('support'))
  const [user, other] = [await buildUser(db), await buildUser(db)]
  const { course_id, name } = await buildCourse(db)
  for (const [at, lesson_id] of ['early', 'late'].entries()) {
    const live = { lesson_id, course_id, title: `Live ${lesson_id}`, join_link: 'https://meet.example.com/secret' }
    await db('live_lessons').insert({ ...live, starts_at: server.ctx.now(), minutes: 60, updated_at: server.ctx.now() })
    const joined_at = `2026-11-0${at + 1}T10:00:00.000Z`
    await db('live_joins').insert({ lesson_id, course_id, user_id: user.id, joined_at })
  }
  await db('live_joins').insert({ lesson_id: 'late', course_id, user_id: other.id, joined_at: new Date() })
  const page = await support.students.get({ id: user.user_id })
  expect(page.joined).toEqual([
    { lesson_id: 'late', title: 'Live late', course_name: name, joined_at: '2026-11-02T10:00:00.000Z' },
    { lesson_id: 'early', title: 'Live early', course_name: name, joined_at: '2026-11-01T10:00:00.000Z' },
  ])
  expect(JSON.stringify(page)).not.toContain('meet.example.com')
  const { students } = await support.live.joined({ lesson_id: 'late' })
  expect(students.map(({ user_id }) => user_id)).toEqual([user.user_id, other.user_id])
})
