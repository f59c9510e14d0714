import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildCourse,
  buildEnrolment,
  buildLesson,
  buildPromocode,
  buildStudentRow,
} from '../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.adminToken()
})
afterAll(() => server.stop())

const newCourse = {
  name: 'Course over the wire',
  description: 'Twenty characters or more, surely.',
  long_description: 'At least fifty characters of long description,\nin two lines.',
  header_text: 'A heading of ten',
  header_below: 'Below',
  price: 499,
  banner: 'https://cdn.example.com/banner.png',
}

async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await server.request(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

it('the ETag of one admin call serves the next', async () => {
  const created = await send('POST', '/admin/courses/create', newCourse)
  expect(created).toMatchObject({ status: 201, body: { message: 'Course added successfully' } })
  const { course_id } = created.body.course
  const etag = created.headers.get('etag') ?? ''
  expect((await send('GET', `/admin/courses/get_course/${course_id}`)).headers.get('etag')).toBe(etag)
  const path = `/admin/courses/update_course/${course_id}`
  const changed = await send('PUT', path, { price: 99.99 }, { 'if-match': etag })
  expect(changed).toMatchObject({ status: 200, body: { course: { name: newCourse.name, price: 99.99 } } })
  expect(changed.headers.get('etag')).not.toBe(etag)
  expect(await send('PUT', path, { price: 1 }, { 'if-match': etag })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { course_id, price: 99.99 } },
  })
  expect((await server.api().courses.get({ id: course_id })).price).toBe(99.99)
})

it('a refused course names the first failing field in the specification’s order, and all of them', async () => {
  const answer = await send('POST', '/admin/courses/create', { price: 0 })
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', detail: 'Name must be at least 5 characters' } })
  expect(answer.body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Name must be at least 5 characters',
    'Description must be at least 20 characters',
    'Long description must be at least 50 characters',
    'Header text is required',
    'Header below text is required',
    'Price must be positive',
    'Course banner is required',
  ])
})

it('a cached catalogue and the router give the same answer', async () => {
  await buildCourse(server.db)
  const path = '/api/go/courses?limit=24'
  const fromMemory = await server.request(path)
  // A key unknown to the front reaches the router, which ignores it.
  const fromRouter = await server.request(`${path}&x-y=1`)
  expect(await fromRouter.text()).toBe(await fromMemory.text())
  for (const name of ['etag', 'x-total-count', 'cache-control', 'content-type']) {
    expect(fromRouter.headers.get(name), name).toBe(fromMemory.headers.get(name))
  }
})

it('error responses match the contract’s form', async () => {
  const cases = {
    '/go/courses?limit=0': 422,
    '/go/courses?q=a&q=b': 422,
    '/go/courses?q=%zz': 400,
    '/go/courses/nobody-knows': 404,
    '/go/courses/%00': 422,
    "/go/courses/';create%20table%20taken()--": 404,
  }
  for (const [path, status] of Object.entries(cases)) {
    const answer = await send('GET', path)
    expect(answer, path).toMatchObject({ status, body: { detail: expect.any(String), code: expect.any(String) } })
  }
  expect(await server.db.schema.hasTable('taken')).toBe(false)
})

it('Z4, Z10: a deleted course stays with its owner and with nobody else', async () => {
  const { course_id } = await buildCourse(server.db, { name: 'Hidden name' })
  await buildLesson(server.db, { course_id, title: 'Hidden title', watch_link: 'https://hidden.example/v' })
  const owner = await buildEnrolment(server.db, { course_id })
  const stranger = await buildStudentRow(server.db)
  const contentFor = async (id: number) => {
    const authorization = `bearer ${await server.userToken({ id })}`
    const response = await server.request(`/api/user/courses/get_content/${course_id}`, { headers: { authorization } })
    return { status: response.status, text: await response.text() }
  }
  const refused = await contentFor(stranger.id)
  expect(refused.status).toBe(403)
  expect(refused.text).not.toMatch(/hidden/i)

  expect(await send('DELETE', `/admin/courses/delete_course/${course_id}`)).toMatchObject({ status: 200 })
  expect(await contentFor(owner.user_id)).toMatchObject({
    status: 200,
    text: expect.stringContaining('hidden.example'),
  })
  expect((await server.request(`/api/go/courses/${course_id}`)).status).toBe(404)
  const buyer = server.api(await server.userToken(stranger))
  const buying = buyer.orders.buy({ query: { user_id: stranger.user_id }, body: [course_id] })
  await expect(buying).rejects.toMatchObject({ status: 404, message: 'Course not found' })
})

it('a course shows promo codes and their expiry to visitors, and takes them from the query of the admin', async () => {
  await buildPromocode(server.db, { promocode: 'GONE', expiry_date: '2020-01-01' })
  const added = await send(
    'POST',
    '/admin/promocodes/add?promocode=wire10&discount=10&expiry_date=2999-01-01&course_id=all',
  )
  expect(added).toMatchObject({ status: 201, body: { promocode: { promocode: 'WIRE10', scope: 'All courses' } } })
  expect(await server.api().promocodes.list()).toEqual([
    { promocode: 'WIRE10', discount: 10, expiry_date: '2999-01-01', course_id: null },
  ])
  expect(await send('DELETE', '/admin/promocodes/delete_promocode/WIRE10')).toMatchObject({ status: 200 })
})

it('S1: the shop keeps the gateway secret out of answers, logs and caches, sent by body or by address', async () => {
  const secret = 'sentinel-secret-7777'
  const path = '/admin/paymment_gateway/add_razorpay'
  expect(await send('POST', path, { api_key: 'rzp_test_1', api_secret: secret })).toMatchObject({ status: 200 })
  expect(await send('POST', `${path}?api_key=rzp_test_2&api_secret=${secret}`)).toMatchObject({ status: 200 })
  const shown = await send('GET', '/admin/paymment_gateway/get_razorpay')
  expect(shown.body).toEqual({ api_key: 'rzp_test_2', api_secret: '••••••••7777', source: 'admin', verified_at: null })
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect(server.logged.join()).not.toContain(secret)
  expect(await send('POST', path, { api_key: '' })).toMatchObject({
    status: 422,
    body: { detail: 'API Key is required' },
  })
})

describe('the inside of a course', () => {
  const link = (name: string) => `https://vimeo.com/${encodeURIComponent(name)}`
  const ownVideo = `/media/${'ab'.repeat(16)}/lesson.mp4`
  const lesson = (title: string, more: object = {}) => ({
    title,
    watch_link: link(title),
    download_link: null,
    ...more,
  })
  const save = (course_id: string, content: object[]) =>
    send('POST', `/admin/courses/add_content/${course_id}`, { course_id, content })

  it('lists the lessons’ titles, known lengths, files, and last change', async () => {
    const { course_id } = await buildCourse(server.db)
    const api = server.api()
    expect(await api.courses.get({ id: course_id })).toMatchObject({ lessons: [], lessons_updated_at: null })
    await server.db('media').insert({
      media_id: 'ab'.repeat(16),
      kind: 'video',
      name: 'lesson',
      url: ownVideo,
      bytes: 1,
      sha256: 'x',
      seconds: 259.6,
    })
    const content = [
      // The file's own length wins over the typed one.
      lesson('Own', { watch_link: ownVideo, seconds: 5, download_link: link('sheet') }),
      lesson('Elsewhere', { seconds: 600, section: 'Basics' }),
      lesson('Nobody knows'),
      { title: 'What you know', kind: 'quiz', watch_link: '' },
      { title: 'Your first reel', kind: 'assignment', watch_link: '' },
    ]
    expect((await save(course_id, content)).status).toBe(200)
    const course = await api.courses.get({ id: course_id })
    expect(course.lessons).toEqual([
      { kind: 'media', title: 'Own', seconds: 260, download: true, preview_link: null, section: null },
      { kind: 'media', title: 'Elsewhere', seconds: 600, download: false, preview_link: null, section: 'Basics' },
      { kind: 'media', title: 'Nobody knows', seconds: null, download: false, preview_link: null, section: null },
      { kind: 'quiz', title: 'What you know', seconds: null, download: false, preview_link: null, section: null },
      {
        kind: 'assignment',
        title: 'Your first reel',
        seconds: null,
        download: false,
        preview_link: null,
        section: null,
      },
    ])
    const stored = await send('GET', `/admin/courses/get_content/${course_id}`)
    expect(stored.body.content[0]).toMatchObject({ seconds: 5, file_seconds: 260, file_bytes: 1, preview: false })
    // Neither a price nor a preview changes the lessons.
    await send('PUT', `/admin/courses/update_course/${course_id}`, { price: 300 })
    const remaining = stored.body.content
    await save(course_id, [{ ...remaining[0], preview: true }, ...remaining.slice(1)])
    expect((await api.courses.get({ id: course_id })).lessons_updated_at).toBe(course.lessons_updated_at)
    await save(course_id, [remaining[0], remaining[1]])
    const later = (await api.courses.get({ id: course_id })).lessons_updated_at ?? ''
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(course.lessons_updated_at ?? ''))
  })

  it('gives visitors the links of the free previews and of no other lesson', async () => {
    const { course_id } = await buildCourse(server.db)
    const content = [lesson('secret-one'), lesson('open-two', { preview: true }), lesson('secret-three')]
    expect((await save(course_id, content)).status).toBe(200)
    const everything = async () => {
      const paths = [
        '/go/courses',
        `/go/courses/${course_id}`,
        '/go/courses?q=secret',
        '/go/course_filters',
        '/go/settings',
      ]
      return (await Promise.all(paths.map(async (path) => (await server.request(`/api${path}`)).text()))).join()
    }
    expect(await everything()).toContain(link('open-two'))
    expect(await everything()).not.toContain(link('secret'))
    // From one lesson to the one before it, and away again.
    const { content: stored } = (await send('GET', `/admin/courses/get_content/${course_id}`)).body
    await save(course_id, [{ ...stored[0], preview: true }, { ...stored[1], preview: false }, stored[2]])
    const links = async () => (await server.api().courses.get({ id: course_id })).lessons.map((one) => one.preview_link)
    expect(await links()).toEqual([link('secret-one'), null, null])
    await save(course_id, [{ ...stored[0], preview: undefined }, stored[2]])
    expect(await links()).toEqual([null, null])
    await save(course_id, [{ ...stored[0], preview: true }, { ...stored[2], preview: true }, lesson('secret-four')])
    expect(await links()).toEqual([link('secret-one'), link('secret-three'), null])
  })

  it('free previews of a course have at most 30 minutes in all', async () => {
    const { course_id } = await buildCourse(server.db)
    const of = (name: string, seconds: number) => lesson(name, { preview: true, seconds })
    expect((await save(course_id, [of('one', 1000), of('two', 800)])).status).toBe(200)
    const over = await save(course_id, [of('one', 1000), of('two', 800), lesson('three'), of('four', 1)])
    const detail = 'Previews may have 30 minutes'
    expect(over).toMatchObject({ status: 422, body: { detail, errors: [{ path: 'content.3.preview' }] } })
    const { content } = (await send('GET', `/admin/courses/get_content/${course_id}`)).body
    expect(content).toMatchObject([{ preview: true }, { preview: true }])
    // A file of the library is as long as it is, whatever was typed.
    const media_id = 'cd'.repeat(16)
    const url = `/media/${media_id}/long.mp4`
    const file = { media_id, kind: 'video', name: 'long', url, bytes: 1, sha256: 'y', seconds: 1801 }
    await server.db('media').insert(file)
    expect(await save(course_id, [{ ...of('file', 5), watch_link: url }])).toMatchObject({ status: 422 })
    // A longer preview of an earlier release does not block other changes; none may be added to it.
    await server.db('lessons').where({ course_id, lesson_id: content[0].lesson_id }).update({ seconds: 4000 })
    const older = [{ ...content[0], seconds: 4000, title: 'Renamed' }, content[1]]
    expect((await save(course_id, older)).status).toBe(200)
    expect((await save(course_id, [...older, of('more', 60)])).status).toBe(422)
    expect((await save(course_id, [{ ...content[0], seconds: 1800 }])).status).toBe(200)
  })

  it('carries the form’s fields, each removed by an empty text', async () => {
    const facts = {
      language: 'Hindi',
      requirements: 'Any phone',
      teacher_name: 'Asha',
      teacher_about: 'Teaches.',
      topics: ['Reels'],
    }
    const created = await send('POST', '/admin/courses/create', { ...newCourse, ...facts })
    const { course_id } = created.body.course
    expect(await server.api().courses.get({ id: course_id })).toMatchObject(facts)
    await send('PUT', `/admin/courses/update_course/${course_id}`, { language: '', topics: [] })
    expect(await server.api().courses.get({ id: course_id })).toMatchObject({ ...facts, language: null, topics: [] })
    const many = await send('PUT', `/admin/courses/update_course/${course_id}`, {
      topics: ['a', 'b', 'c', 'd', 'e', 'f'],
    })
    expect(many).toMatchObject({ status: 422, body: { detail: 'At most 5 topics' } })
  })
})

it('a pasted list has one mark for each point in the store, and stays literal in the console', async () => {
  const pasted = {
    ...newCourse,
    name: 'Course from a messenger',
    description: '*500 reels* that you can post today',
    long_description: '• *500 reels*, ready to post\n✅ 12 bonuses for every buyer\n\uf0b7 Any phone will do\n1) Post',
    how_to_get_started: ['1. Pay', '2) Open the email'],
    who_is_this_for: ['✔️ Beginners', '- Freelancers'],
    faq: [{ question: '1. How do I pay?', answer: 'With:\n\uf0b7 UPI\n- *cards*' }],
  }
  const { course_id } = (await send('POST', '/admin/courses/create', { ...pasted, status: 'published' })).body.course
  expect(await server.api().courses.get({ id: course_id })).toMatchObject({
    description: '500 reels that you can post today',
    long_description: '500 reels, ready to post\n12 bonuses for every buyer\nAny phone will do\nPost',
    how_to_get_started: ['Pay', 'Open the email'],
    who_is_this_for: ['Beginners', 'Freelancers'],
    faq: [{ question: 'How do I pay?', answer: 'With:\n• UPI\n- cards' }],
  })
  const [card] = await server.api().courses.list({ ids: course_id })
  expect(card?.description).toBe('500 reels that you can post today')
  expect((await send('GET', `/admin/courses/get_course/${course_id}`)).body).toMatchObject(pasted)
})

it('the public course shows later openings, quiz gates, and a certificate at the end', async () => {
  const { course_id } = await buildCourse(server.db, {})
  const lesson = (title: string, more: { opens_after_days?: number } = {}) =>
    buildLesson(server.db, { course_id, title, ...more })
  const first = await lesson('Hooks', { opens_after_days: 10 })
  await lesson('Sounds')
  const api = server.api()
  expect(await api.courses.get({ id: course_id })).toMatchObject({
    lessons: [{ title: 'Hooks', opens_after_days: 10 }, { title: 'Sounds' }],
  })
  await send('PUT', `/admin/courses/certificate/${course_id}`, { offered: true })
  const question = {
    kind: 'single',
    text: 'Which?',
    options: [
      { text: 'A', right: true },
      { text: 'B', right: false },
    ],
  }
  const quiz = { intro: '', pass_mark: 50, gate: true, max_tries: null, reveals: 'always', questions: [question] }
  const saved = await send('PUT', `/admin/quizzes/${first.lesson_id}`, quiz)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { certificate, lessons } = await api.courses.get({ id: course_id })
  expect(certificate).toBe(true)
  expect(lessons.map(({ waits_for }) => waits_for)).toEqual([undefined, 'Hooks'])
})
