import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { dirname } from 'node:path'
import type { AssignmentInput } from 'contract/assignments/input'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { pdfOf } from '../../../test/archives.ts'
import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import { awaitMail, mailsTo } from '../../../test/mails.ts'
import { buildAdmin, buildUser, PASSWORD } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openShopWithPages, type ShopWithPages } from '../../../test/shop-with-pages.ts'
import { picture, withChunk } from '../../../test/upload-files.ts'
import { sweepWorkFiles } from './sweep-work-files.ts'

let server: TestServer
let shop: ShopWithPages
let tokens: Record<'owner' | 'editor' | 'support', string>
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShopWithPages(server)
  const [owner, editor, support] = await Promise.all([
    server.adminToken('owner'),
    server.adminToken('editor'),
    server.adminToken('support'),
  ])
  tokens = { owner, editor, support }
})
afterAll(async () => {
  await shop.close()
  await server.stop()
})

afterEach(() => server.clock.set(new Date()))

const DAY_MS = 24 * 60 * 60_000

const assignmentInput: z.input<typeof AssignmentInput> = {
  instructions: 'Cut a reel of 15 seconds.',
  criteria: [{ text: 'The first two seconds hold', points: 10 }, { text: 'It is upright' }],
  takes_text: true,
  file_kinds: ['image', 'pdf'],
  due_days: null,
  gate: true,
}

/** Creates a lesson, an assignment and a later lesson, and a student of the course. */
async function scene(passed: Partial<typeof assignmentInput> = {}) {
  const { course_id } = await buildCourse(server.db)
  const watch_link = 'https://video.example.com/1'
  const content = [
    { title: 'Before', watch_link },
    { title: 'Your reel', kind: 'assignment' as const, watch_link: '' },
    { title: 'After', watch_link },
  ]
  const editor = server.api(tokens.editor)
  await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } })
  const stored = (await editor.learning.adminGetContent({ id: course_id })).content
  const [before = '', lesson_id = '', after = ''] = stored.map((lesson) => lesson.lesson_id)
  await editor.assignments.save({ params: { lesson_id }, body: { ...assignmentInput, ...passed } })
  return { course_id, lesson_id, before, after, ...(await student(course_id, lesson_id)) }
}

let keys = 0

async function student(course_id: string, lesson_id: string) {
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const api = server.api(token)
  const lessons = async () => (await api.learning.getContent({ courseId: course_id })).content
  const handIn = (work: { text?: string; file_id?: string; key?: string }) =>
    api.assignments.handIn({ params: { lesson_id }, body: { key: `key of work ${++keys}`, ...work } })
  const send = (bytes: Uint8Array, name = 'My work.pdf') =>
    api.assignments.addFile({
      params: { lesson_id },
      body: { work_file: new File([new Uint8Array(bytes)], name, { type: '' }) },
    })
  return { user, token, api, lessons, handIn, send, get: () => api.assignments.get({ lesson_id }) }
}

/** Marks a student's newest work, with `first` points for the first criterion. */
async function mark(it: Awaited<ReturnType<typeof scene>>, accepted: boolean, more: Record<string, unknown> = {}) {
  // An admin's session ends while the test's clock moves by days.
  const support = server.api(await server.adminToken('support')).assignments
  const id = (await it.get()).hand_ins[0]?.hand_in_id ?? ''
  const { criteria, marked_at } = await support.adminRead({ id })
  const marks = criteria.map(({ criterion_id, points }) => ({ criterion_id, given: points === null ? 1 : 7 }))
  const body = { accepted, marks, feedback: accepted ? null : 'Hold it upright.', seen: marked_at, ...more }
  return support.mark({ params: { id }, body })
}

const open = (url: string, headers: Record<string, string> = {}) => fetch(new URL(url, shop.url), { headers })
const names = async (fileId: string) => server.ctx.files.names(fileId)

test('a file is refused before its bytes, to everybody who may not send one', async () => {
  const it = await scene()
  const stranger = await server.userToken(await buildUser(server.db))
  const send = (token: string, end = '') =>
    server.request(`/api/user/assignments/${it.lesson_id}/file${end}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      body: 'no form',
    })
  // An allowed sender gets an error about the form.
  expect((await send(it.token)).status).toBe(415)
  expect((await send(it.token, '/')).status).toBe(415)
  expect((await send(stranger)).status).toBe(403)
  await it.handIn({ text: 'It waits now.' })
  expect((await send(it.token)).status).toBe(409)
})

test('a student sends at most three files at once, so that uncounted bytes cannot fill the disk', async () => {
  const it = await scene()
  const path = `/api/user/assignments/${it.lesson_id}/file`
  const begin = () => {
    const sent = request(new URL(path, server.url), { method: 'POST' })
    sent.setHeader('authorization', `Bearer ${it.token}`)
    sent.setHeader('content-type', 'multipart/form-data; boundary=x')
    const answer = new Promise<number | undefined>((resolve) => {
      sent.on('response', (res) => resolve(res.resume().statusCode)).on('error', () => resolve(undefined))
    })
    sent.write('--x\r\nContent-Disposition: form-data; name="work_file"; filename="a.pdf"\r\n\r\nthe beginning')
    return { sent, answer }
  }
  const tempFiles = () => readdirSync(dirname(server.ctx.files.tempPath())).length
  const before = tempFiles()
  const held = [begin(), begin(), begin()]
  await expect.poll(() => tempFiles()).toBe(before + 3)
  expect(await begin().answer).toBe(429)
  for (const { sent } of held) sent.destroy()
  await expect.poll(() => tempFiles()).toBe(before)
  expect(await it.send(new TextEncoder().encode('no file at all')).catch(({ status }) => status)).toBe(415)
})

describe('work', () => {
  test('passes submission, a request for another attempt and acceptance; then the lesson is done and the next opens', async () => {
    const it = await scene()
    const states = async () =>
      (await it.lessons()).map(({ completed, waits_for, assignment }) => [completed, waits_for, assignment?.status])
    expect(await states()).toEqual([
      [false, null, undefined],
      [false, null, null],
      [false, it.lesson_id, undefined],
    ])
    const closed = { course_id: it.course_id, lesson_id: it.after, seconds: 0, completed: true }
    await expect(it.api.learning.progress(closed)).rejects.toMatchObject({ status: 403 })
    const own = { ...closed, lesson_id: it.lesson_id }
    await expect(it.api.learning.progress(own)).rejects.toMatchObject({ status: 403 })

    const file = await it.send(pdfOf())
    expect(await it.handIn({ text: 'Here it is.', file_id: file.file_id })).toMatchObject({
      open: false,
      file: null,
      hand_ins: [{ status: 'waiting', text: 'Here it is.', late: false, file: { name: 'My work.pdf' }, marks: null }],
    })
    const inbox = await server.api(tokens.support).assignments.adminList({ status: 'waiting', q: it.user.name })
    expect(inbox.hand_ins[0]).toMatchObject({ lesson_title: 'Your reel', number: 1, has_course: true })
    await mark(it, false)
    expect(await it.get()).toMatchObject({ open: true, hand_ins: [{ status: 'again', feedback: 'Hold it upright.' }] })
    expect((await states())[2]).toEqual([false, it.lesson_id, undefined])

    await it.handIn({ text: 'Upright now.' })
    await mark(it, true)
    expect(await states()).toEqual([
      [false, null, undefined],
      [true, null, 'accepted'],
      [false, null, undefined],
    ])
    expect((await it.get()).hand_ins[0]).toMatchObject({
      marks: [
        { given: 7, points: 10 },
        { given: 1, points: null },
      ],
    })
    await it.api.learning.progress(closed)
    await expect(it.handIn({ text: 'Once more' })).rejects.toMatchObject({ status: 409 })
  })

  test('counts once per key, waits alone, and can be withdrawn until it is marked', async () => {
    const it = await scene()
    const sent = await Promise.all([1, 2, 3].map(() => it.handIn({ text: 'Once', key: 'the same key' })))
    expect(sent.map(({ hand_ins }) => hand_ins.length)).toEqual([1, 1, 1])
    await expect(it.handIn({ text: 'Other' })).rejects.toMatchObject({ status: 409, code: 'conflict' })
    const hand_in_id = sent[0]?.hand_ins[0]?.hand_in_id ?? ''
    const other = await student(it.course_id, it.lesson_id)
    await other.api.assignments.takeBack({ lesson_id: it.lesson_id, hand_in_id })
    expect((await it.get()).hand_ins).toHaveLength(1)
    expect(await it.api.assignments.takeBack({ lesson_id: it.lesson_id, hand_in_id })).toMatchObject({ hand_ins: [] })
    const { file_id } = await it.send(pdfOf())
    const again = await it.handIn({ file_id })
    await mark(it, false)
    const marked = { lesson_id: it.lesson_id, hand_in_id: again.hand_ins[0]?.hand_in_id ?? '' }
    await expect(it.api.assignments.takeBack(marked)).rejects.toMatchObject({ status: 409 })
    expect(await names(file_id)).toHaveLength(1)
  })

  test('sent again under its key takes the newer words until it is marked', async () => {
    const it = await scene()
    const send = async (text?: string) => (await it.handIn({ key: 'the key of both', ...(text && { text }) })).hand_ins
    await send('First words')
    expect(await send('First words, and a better end')).toMatchObject([{ text: 'First words, and a better end' }])
    expect(await send()).toMatchObject([{ text: 'First words, and a better end' }])
    await mark(it, false)
    expect(await send('Too late')).toMatchObject([{ text: 'First words, and a better end', status: 'again' }])
  })

  test('counts as late after its days, which run from the lesson’s opening, and is accepted all the same', async () => {
    const it = await scene({ due_days: 3 })
    const due = (await it.get()).due_at ?? ''
    const { granted_at } = await server.db('enrolments').where({ user_id: it.user.id }).first('granted_at')
    expect(Date.parse(due)).toBe(Date.parse(granted_at) + 3 * DAY_MS)
    await server.db('lessons').where({ lesson_id: it.lesson_id }).update({ opens_after_days: 2 })
    server.clock.advance(2 * DAY_MS + 1000)
    expect(Date.parse((await it.get()).due_at ?? '')).toBe(Date.parse(granted_at) + 5 * DAY_MS)
    const early = await student(it.course_id, it.lesson_id)
    const send = async (text: string) => (await early.handIn({ key: 'begun in time', text })).hand_ins[0]
    expect(await send('I hold the')).toMatchObject({ late: false })
    server.clock.advance(6 * DAY_MS)
    expect((await it.handIn({ text: 'Sorry' })).hand_ins[0]).toMatchObject({ late: true })
    // Only changed words count as a new submission.
    expect(await send('I hold the')).toMatchObject({ late: false })
    expect(await send('I hold the camera level.')).toMatchObject({ late: true })
  })

  test('needs content within the bounds, and access to the course', async () => {
    const it = await scene()
    await expect(it.handIn({})).rejects.toMatchObject({ status: 422 })
    await expect(it.handIn({ text: 'x'.repeat(20_001) })).rejects.toMatchObject({ status: 422 })
    await expect(it.handIn({ file_id: 'unknown' })).rejects.toMatchObject({ status: 422 })
    const other = await student(it.course_id, it.lesson_id)
    const { file_id } = await other.send(pdfOf())
    await expect(it.handIn({ file_id })).rejects.toMatchObject({ status: 422 })
    const enrolment = server.db('enrolments').where({ user_id: it.user.id })
    await enrolment.clone().update({ access_period: 'P30D', ends_at: new Date(Date.now() - 1000) })
    await expect(it.handIn({ text: 'Late' })).rejects.toMatchObject({ status: 403 })
    await enrolment.clone().update({ access_period: null, ends_at: null, revoked_at: new Date() })
    for (const call of [() => it.handIn({ text: 'Late' }), () => it.send(pdfOf()), it.get])
      await expect(call()).rejects.toMatchObject({ status: 403 })
  })
})

describe('a new attempt', () => {
  test('has a due date that counts from the day of the request', async () => {
    const it = await scene({ due_days: 1 })
    await it.handIn({ text: 'In time' })
    server.clock.advance(2 * DAY_MS)
    const marked = await mark(it, false)
    const due = new Date(Date.parse(marked.marked_at ?? '') + DAY_MS).toISOString()
    expect(marked).toMatchObject({ again_due_at: due, again_days: 1 })
    expect(await it.get()).toMatchObject({ due_at: due, hand_ins: [{ again_due_at: due }] })
    expect((await it.lessons())[1]?.assignment).toEqual({ status: 'again', due_at: due })
    await awaitMail(server.dataDir, it.user.email, 'Please submit it again by')
    server.clock.advance(DAY_MS / 2)
    expect((await it.handIn({ text: 'Upright' })).hand_ins[0]).toMatchObject({ late: false })
    // The owner sets another length, or none.
    await mark(it, false, { again_days: 2 })
    server.clock.advance(2.1 * DAY_MS)
    expect((await it.handIn({ text: 'A day too long' })).hand_ins[0]).toMatchObject({ late: true })
    await mark(it, false, { again_days: null })
    server.clock.advance(DAY_MS)
    expect(await it.get()).toMatchObject({ due_at: null })
    expect((await it.handIn({ text: 'At last' })).hand_ins[0]).toMatchObject({ late: false })
  })

  test('withdrawn work has its former due date', async () => {
    const it = await scene({ due_days: 3 })
    await it.handIn({ text: 'First' })
    const { again_due_at } = await mark(it, false, { again_days: 10 })
    const { hand_ins } = await it.handIn({ text: 'Second' })
    const back = { lesson_id: it.lesson_id, hand_in_id: hand_ins[0]?.hand_in_id ?? '' }
    expect(await it.api.assignments.takeBack(back)).toMatchObject({ due_at: again_due_at })
  })

  test('a request needs no mark of a criterion, accepted work one of each', async () => {
    const it = await scene()
    await it.handIn({ text: 'A reel' })
    await expect(mark(it, true, { marks: [] })).rejects.toMatchObject({ status: 422 })
    expect(await mark(it, false, { marks: [] })).toMatchObject({ status: 'again', marks: [] })
    await it.handIn({ text: 'Again' })
    const first = (await it.get()).hand_ins[0]?.hand_in_id ?? ''
    const { criteria } = await server.api(tokens.support).assignments.adminRead({ id: first })
    const half = [{ criterion_id: criteria[0]?.criterion_id ?? '', given: 4 }]
    expect(await mark(it, false, { marks: half })).toMatchObject({ marks: [{ given: 4, points: 10 }] })
    await awaitMail(server.dataDir, it.user.email, 'Hold it upright.')
  })
})

describe('the file', () => {
  test('opens to its student and its markers, and to nobody else', async () => {
    const it = await scene()
    const photo = withChunk(await picture('png'), 'tEXt', Buffer.from('Comment\0Nariman Point'))
    const file = await it.send(photo, 'मेरा काम.png')
    expect(file.name).toBe('मेरा काम.png')
    const own = await open(file.url)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(Buffer.from(await own.arrayBuffer()).includes('Nariman')).toBe(false)
    expect(own.headers.get('content-disposition')).toContain(encodeURIComponent('मेरा काम'))
    expect((await open(file.url.split('?')[0] ?? '')).status).toBe(404)
    // Signed for another student's own session.
    const other = await student(it.course_id, it.lesson_id)
    const theirs = new URL((await other.send(pdfOf())).url, shop.url)
    const mixed = `${file.url.split('?')[0]}${theirs.search}`
    expect((await open(mixed)).status).toBe(404)
    const session = await server.db('sessions').where({ user_id: other.user.id }).first('session_id')
    const { signAddress } = await import('../media/signed-address.ts')
    const foreign = (audience: 'user' | 'admin', sessionId: string) =>
      open(signAddress(server.ctx.config, file.url.split('?')[0] ?? '', { audience, sessionId }, server.ctx.now()))
    expect((await foreign('user', session.session_id)).status).toBe(404)
    const { hand_ins } = await it.handIn({ file_id: file.file_id })
    const id = hand_ins[0]?.hand_in_id ?? ''
    const marked = await server.api(tokens.support).assignments.adminRead({ id })
    expect((await open(marked.file?.url ?? '')).status).toBe(200)
    const editor = await buildAdmin(server.db, { role: 'editor' })
    await server.request('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: editor.email, password: PASSWORD }),
    })
    const seat = await server.db('sessions').where({ admin_id: editor.id }).first('session_id')
    expect((await foreign('admin', seat?.session_id ?? 'none')).status).toBe(404)
    await expect(server.api(tokens.editor).assignments.adminRead({ id })).rejects.toMatchObject({ status: 403 })
  })

  test('matches an allowed kind by its content', async () => {
    const it = await scene()
    await expect(it.send(Buffer.from('<html><script>'), 'a.pdf')).rejects.toMatchObject({ status: 415 })
    await expect(it.send(pdfOf(), 'a.png')).rejects.toMatchObject({ status: 415 })
    await expect(it.send(Buffer.from('words'), 'a.txt')).rejects.toMatchObject({ status: 415 })
    await expect(it.send(Buffer.from('MZ'), 'a.exe')).rejects.toMatchObject({ status: 415 })
    expect(await server.db('hand_in_files').where({ user_id: it.user.id })).toEqual([])
    const none = await scene({ file_kinds: [] })
    await expect(none.send(pdfOf())).rejects.toMatchObject({ status: 415 })
  })

  test('returns with withdrawn work as the file to submit again', async () => {
    const it = await scene()
    const { file_id, name } = await it.send(pdfOf())
    const { hand_ins } = await it.handIn({ text: 'With a photo', file_id })
    server.clock.advance(3 * DAY_MS)
    const back = await it.api.assignments.takeBack({
      lesson_id: it.lesson_id,
      hand_in_id: hand_ins[0]?.hand_in_id ?? '',
    })
    expect(back).toMatchObject({ hand_ins: [], open: true, file: { file_id, name } })
    // The student has as long as for a file that was just sent.
    await sweepWorkFiles(server.ctx)
    expect(await it.handIn({ text: 'With a photo, and a better end', file_id })).toMatchObject({
      hand_ins: [{ file: { file_id } }],
    })
  })

  test('can be removed before it is submitted, and only by its student', async () => {
    const it = await scene()
    const { file_id } = await it.send(pdfOf())
    const params = { lesson_id: it.lesson_id, file_id }
    const other = await student(it.course_id, it.lesson_id)
    expect(await other.api.assignments.removeFile(params)).toMatchObject({ file: null })
    expect((await it.get()).file).toMatchObject({ file_id })
    expect(await it.api.assignments.removeFile(params)).toMatchObject({ file: null, open: true })
    expect(await names(file_id)).toEqual([])
    expect(await it.api.assignments.removeFile(params)).toMatchObject({ file: null })
    const second = await it.send(pdfOf())
    await it.handIn({ file_id: second.file_id })
    await it.api.assignments.removeFile({ ...params, file_id: second.file_id })
    expect((await it.get()).hand_ins).toMatchObject([{ file: { file_id: second.file_id } }])
  })

  test('gives way to the next one, and expires unsubmitted', async () => {
    const it = await scene()
    const first = await it.send(pdfOf())
    const second = await it.send(pdfOf())
    expect([await names(first.file_id), await names(second.file_id)]).toEqual([[], [expect.stringMatching(/\.pdf$/)]])
    const third = await it.send(pdfOf())
    await sweepWorkFiles(server.ctx)
    expect(await names(third.file_id)).toHaveLength(1)
    server.clock.advance(3 * DAY_MS)
    await sweepWorkFiles(server.ctx)
    expect(await names(third.file_id)).toEqual([])
    expect((await it.get()).file).toBeNull()
  })

  test('appears in the data export, and goes with the account', async () => {
    const it = await scene()
    const { file_id } = await it.send(pdfOf())
    await it.handIn({ text: 'My words', file_id })
    const { parts } = await it.api.account.ownData()
    const rows = parts.find(({ title }) => title === 'Assignments you submitted')?.rows ?? []
    expect(rows).toMatchObject([{ text: 'My words', file_name: 'My work.pdf', status: 'waiting' }])
    const url = new URL(String(rows[0]?.file))
    expect((await open(`${url.pathname}${url.search}`)).status).toBe(200)
    await it.api.account.deleteOwn({ current_password: PASSWORD })
    for (const table of ['hand_ins', 'hand_in_files'])
      expect(await server.db(table).where({ user_id: it.user.id })).toEqual([])
    await expect.poll(() => names(file_id)).toEqual([])
    await expect.poll(() => server.db('unreferenced_files').where({ media_id: file_id })).toEqual([])
  })
})

describe('a mark', () => {
  test('is reported to the student by email, as work is to the owners, without its text', async () => {
    const it = await scene()
    await it.handIn({ text: 'Secret of the reel' })
    const owner = String(server.ctx.config.admin.email)
    const notified = await awaitMail(server.dataDir, owner, 'New assignment: Your reel')
    expect(notified).not.toContain('Secret of the reel')
    await mark(it, false)
    await awaitMail(server.dataDir, it.user.email, 'Hold it upright.')
    await it.handIn({ text: 'Again' })
    await mark(it, true)
    const accepted = await awaitMail(server.dataDir, it.user.email, 'Your assignment is accepted: Your reel')
    expect(accepted).toContain('7 of 10 points')
    expect(accepted.replace(/=\r?\n/g, '')).toContain(`/learn/${it.course_id}/work?lesson=3D${it.lesson_id}`)
    // Repeats the call, as after a lost answer.
    await mark(it, true, { seen: null })
    expect(await mailsTo(server.dataDir, it.user.email)).toHaveLength(2)
  })

  test('follows the rubric, explains a request, and never overwrites another admin’s', async () => {
    const it = await scene()
    await it.handIn({ text: 'A reel' })
    const support = server.api(tokens.support).assignments
    const id = (await it.get()).hand_ins[0]?.hand_in_id ?? ''
    const { criteria } = await support.adminRead({ id })
    const marks = (...passed: number[]) =>
      passed.map((points, at) => ({ criterion_id: criteria[at]?.criterion_id ?? '', given: points }))
    const send = (body: {
      accepted: boolean
      marks: ReturnType<typeof marks>
      feedback?: string
      seen?: string | null
    }) => support.mark({ params: { id }, body })
    await expect(send({ accepted: true, marks: marks(11, 1) })).rejects.toMatchObject({ status: 422 })
    await expect(send({ accepted: true, marks: marks(5, 2) })).rejects.toMatchObject({ status: 422 })
    await expect(send({ accepted: true, marks: marks(5) })).rejects.toMatchObject({ status: 422 })
    await expect(send({ accepted: false, marks: marks(5, 1) })).rejects.toMatchObject({ status: 422 })
    const first = await send({ accepted: false, marks: marks(5, 0), feedback: 'Shorter.' })
    await expect(send({ accepted: true, marks: marks(9, 1) })).rejects.toMatchObject({
      status: 409,
      code: 'edit_conflict',
    })
    // A mark keeps its rubric.
    const { lesson_id } = it
    await server.api(tokens.editor).assignments.save({
      params: { lesson_id },
      body: { ...assignmentInput, criteria: [{ text: 'Another', points: 3 }] },
    })
    expect((await support.adminRead({ id })).criteria.map(({ text }) => text)).toContain('It is upright')
    await it.handIn({ text: 'A shorter reel' })
    await expect(send({ accepted: true, marks: marks(9, 1), seen: 'lately' })).rejects.toMatchObject({ status: 422 })
    await expect(send({ accepted: true, marks: marks(9, 1), seen: first.marked_at })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })
  })
})

describe('an assignment', () => {
  test('keeps the ids of its criteria, refuses a stale edit, copies with its course, and leaves submissions alone', async () => {
    const it = await scene()
    const editor = server.api(tokens.editor)
    const params = { lesson_id: it.lesson_id }
    const { assignment } = await editor.assignments.adminGet(params)
    const criteria = (assignment?.criteria ?? []).toReversed()
    const saved = await editor.assignments.save({ params, body: { ...assignmentInput, criteria } })
    expect(saved.assignment.criteria).toEqual(criteria)
    const headers = { 'if-match': `"assignment-${it.lesson_id}-1"` }
    await expect(editor.assignments.save({ params, headers, body: assignmentInput })).rejects.toMatchObject({
      code: 'edit_conflict',
    })
    const copy = await editor.courses.duplicate({ params: { id: it.course_id } })
    const copied = await editor.learning.adminGetContent({ id: copy.course_id })
    expect(copied.assignments).toEqual([copied.content[1]?.lesson_id])
    await it.handIn({ text: 'Work' })
    await editor.assignments.remove({ params })
    await expect(it.get()).rejects.toMatchObject({ status: 404 })
    const numbers = (await editor.assignments.adminGet(params)).numbers
    expect(numbers).toEqual({ students: 1, accepted: 0, waiting: 1 })
    expect((await it.lessons())[2]?.waits_for).toBeNull()
  })

  test('requires a form of work, and is never the free preview', async () => {
    const it = await scene()
    const { assignments, learning } = server.api(tokens.editor)
    const params = { lesson_id: it.lesson_id }
    const refused = (body: Partial<typeof assignmentInput>) =>
      expect(assignments.save({ params, body: { ...assignmentInput, ...body } })).rejects.toMatchObject({ status: 422 })
    await refused({ takes_text: false, file_kinds: [] })
    await refused({ criteria: [] })
    await refused({ criteria: [{ text: 'x', points: 101 }] })
    const { course_id } = it
    const content = [{ title: 'x', kind: 'assignment' as const, watch_link: '', preview: true }]
    await expect(
      learning.addContent({ params: { id: course_id }, body: { course_id, content } }),
    ).rejects.toMatchObject({ status: 422 })
  })
})
