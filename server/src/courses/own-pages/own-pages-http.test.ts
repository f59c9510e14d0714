import { SALES_SECTIONS } from 'contract/courses/sales-page'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson, buildStudentRow } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let editor: ApiClient
let visitor: ApiClient

beforeAll(async () => {
  server = await startTestServer({ work: false })
  visitor = server.api()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('own_pages').delete()
  editor = server.api(await server.adminToken('editor'))
})

const words = (en: string, hi = '') => ({ en, hi, mr: '' })
const hero = (heading = 'Learn this week') => ({ type: 'hero', settings: { heading: words(heading, 'इस हफ़्ते सीखें') } })
const bodyOf = (sections: Record<string, object>, more: object = {}) => ({
  title: 'Diwali',
  order: Object.keys(sections),
  sections: sections as never,
  ...more,
})

async function draft(slug = 'diwali') {
  await editor.pages.create({ slug, title: 'Diwali' })
  return { params: { slug } }
}

test('a page is a draft until a save publishes it, and each language has its own words', async () => {
  const { params } = await draft()
  await expect(visitor.pages.show(params)).rejects.toMatchObject({ code: 'not_found' })
  await editor.pages.update({ params, body: bodyOf({ top: hero() }, { publish: false }) })
  await expect(visitor.pages.show(params)).rejects.toMatchObject({ code: 'not_found' })
  await editor.pages.update({ params, body: bodyOf({ top: hero() }) })
  expect(await visitor.pages.show(params)).toMatchObject({
    title: 'Diwali',
    order: ['top'],
    sections: { top: { type: 'hero', settings: { heading: 'Learn this week', layout: 'beside' } } },
  })
  const inHindi = await visitor.pages.show({ ...params, language: 'hi' })
  expect(inHindi.sections.top?.settings).toMatchObject({ heading: 'इस हफ़्ते सीखें' })
  const inMarathi = await visitor.pages.show({ ...params, language: 'mr' })
  expect(inMarathi.sections.top?.settings).toMatchObject({ heading: 'Learn this week' })
  expect((await editor.pages.list()).pages).toMatchObject([{ slug: 'diwali', version: 3, published_version: 3 }])
})

test('a draft over a published page changes nothing for visitors, and its preview address shows it for 7 days', async () => {
  const { params } = await draft()
  await editor.pages.update({ params, body: bodyOf({ top: hero('Now') }) })
  await editor.pages.update({ params, body: bodyOf({ top: hero('Soon') }, { publish: false }) })
  const headingOf = async (preview?: string) =>
    (await visitor.pages.show({ ...params, ...(preview !== undefined && { preview }) })).sections.top?.settings.heading
  expect(await headingOf()).toBe('Now')
  const { url } = await editor.pages.preview(params)
  const preview = new URL(url).searchParams.get('preview') ?? ''
  expect(await headingOf(preview)).toBe('Soon')
  for (const wrong of ['x', preview.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), `9${preview}`])
    await expect(headingOf(wrong)).rejects.toMatchObject({ code: 'not_found' })
  server.clock.advance(8 * 24 * 3600_000)
  await expect(headingOf(preview)).rejects.toMatchObject({ code: 'not_found' })
})

test('a stale save is refused with the page as it is, and loses nothing', async () => {
  const { params } = await draft()
  const { page } = await editor.pages.update({ params, body: bodyOf({ top: hero('First') }) })
  const headers = { 'if-match': `"page-diwali-${page.version}"` }
  await editor.pages.update({ params, headers, body: bodyOf({ top: hero('Second') }) })
  await expect(editor.pages.update({ params, headers, body: bodyOf({ top: hero('Third') }) })).rejects.toMatchObject({
    code: 'edit_conflict',
    data: { current: { version: 3, sections: { top: { settings: { heading: words('Second', 'इस हफ़्ते सीखें') } } } } },
  })
  expect((await editor.pages.get(params)).sections.top?.settings).toMatchObject({ heading: { en: 'Second' } })
})

test('an earlier version is restored as a draft', async () => {
  const { params } = await draft()
  await editor.pages.update({ params, body: bodyOf({ top: hero('First') }) })
  await editor.pages.update({ params, body: bodyOf({ top: hero('Second') }) })
  const versions = await editor.pages.versions(params)
  expect(versions).toMatchObject([
    { version: 3, published: true, blocks: ['hero'] },
    { version: 2, published: true },
    { version: 1, published: false, blocks: [] },
  ])
  const { page } = await editor.pages.version({ ...params, version: '2' })
  expect(page.sections.top?.settings).toMatchObject({ heading: { en: 'First' } })
  await editor.pages.restoreVersion({ params: { ...params, version: '2' } })
  expect((await editor.pages.get(params)).sections.top?.settings).toMatchObject({ heading: { en: 'First' } })
  expect((await visitor.pages.show(params)).sections.top?.settings.heading).toBe('Second')
  const stale = { params: { ...params, version: '1' }, headers: { 'if-match': '"page-diwali-1"' } }
  await expect(editor.pages.restoreVersion(stale)).rejects.toMatchObject({ code: 'edit_conflict' })
})

test('a withdrawn or deleted page is gone for visitors', async () => {
  const { params } = await draft()
  await editor.pages.update({ params, body: bodyOf({ top: hero() }) })
  await editor.pages.withdraw(params)
  await expect(visitor.pages.show(params)).rejects.toMatchObject({ code: 'not_found' })
  await editor.pages.update({ params, body: bodyOf({ top: hero() }) })
  await editor.pages.delete(params)
  await expect(visitor.pages.show(params)).rejects.toMatchObject({ code: 'not_found' })
  await expect(editor.pages.get(params)).rejects.toMatchObject({ code: 'not_found' })
})

test('numbers are counted, students from fifty on, reviews are those of students, and courses are on sale', async () => {
  const { params } = await draft()
  const { course_id } = await buildCourse(server.db, { name: 'Reels that sell' })
  await buildLesson(server.db, { course_id, seconds: 7200 })
  const [student, stranger] = [await buildUser(server.db), await buildUser(server.db)]
  await buildEnrolment(server.db, { user_id: student.id, course_id })
  const review = { course_id, stars: 5, created_at: new Date(), updated_at: new Date() }
  await server.db('reviews').insert([
    { ...review, user_id: student.id, text: 'Forty orders in a month', shown_name: 'Sunita' },
    { ...review, user_id: stranger.id, text: 'Never bought it', stars: 1 },
  ])
  const none = await buildCourse(server.db)
  await server.db('courses').where({ course_id: none.course_id }).update({ state: 'draft' })
  const sections = {
    list: { type: 'courses', settings: { choice: 'chosen', course_ids: [course_id, none.course_id, 'unknown'] } },
    figures: { type: 'numbers', settings: { figures: ['students', 'rating', 'hours'] } },
    praise: { type: 'reviews', settings: { choice: 'newest' } },
  }
  await editor.pages.update({ params, body: bodyOf(sections) })
  const { facts } = await visitor.pages.show(params)
  expect(facts.courses.map((course) => course.course_id)).toEqual([course_id])
  expect(facts.reviews).toMatchObject([
    { text: 'Forty orders in a month', name: 'Sunita', course_name: 'Reels that sell' },
  ])
  expect(facts.figures).toEqual({ rating: 5, hours: 2 })
  const own = await editor.pages.facts({ course_ids: course_id })
  expect([own.newest, own.reviews.length]).toEqual([[course_id], 1])
  const enrol = async () => buildEnrolment(server.db, { user_id: (await buildStudentRow(server.db)).id, course_id })
  for (let students = 1; students < 49; students++) await enrol()
  const shown = async () => (await editor.pages.facts({ course_ids: course_id })).figures.students
  expect(await shown()).toBeUndefined()
  await enrol()
  expect(await shown()).toBe(50)
})

const LONG = 'ख'.repeat(100_000)
const link = (to: string) => ({ type: 'links', settings: { links: [{ label: words('Go'), to }] } })
const imageOf = (src: unknown) => ({ type: 'hero', settings: { image: { src } } })

/** Sections that every schema refuses; each with the path that the answer names. */
const refused: [section: unknown, path: RegExp][] = [
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
  ].map((to): [unknown, RegExp] => [link(to), /settings\.links\.0\.to$/]),
  ...[
    'http://evil.example',
    'https://user:secret@evil.example',
    'https:evil',
    'ftp://x.example',
    ' java\nscript:alert(1)',
    'mailto:a@b.example?bcc=all@x.example',
  ].map((to): [unknown, RegExp] => [link(to), /settings\.links\.0\.to$/]),
  ...[
    'https://evil.example/x.png',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/media/../etc/passwd',
    '/media/x/y.png',
    'file:///etc/passwd',
    '//evil.example/p.png',
    7,
  ].map((src): [unknown, RegExp] => [imageOf(src), /settings\.image\.src$/]),
  [{ type: 'media', settings: { video: 'https://evil.example/v.mp4' } }, /settings\.video$/],
  [{ type: 'text', settings: { marks: words(LONG) } }, /settings\.marks\.en$/],
  [{ type: 'text', settings: { marks: { ...words(''), mr: LONG } } }, /settings\.marks\.mr$/],
  [{ type: 'text', settings: { marks: 'plain' } }, /settings\.marks$/],
  [{ type: 'text', settings: 'x' }, /settings$/],
  [{ type: 'text', settings: [] }, /settings$/],
  [{ type: '<script>', settings: {} }, /type$/],
  [{ type: '', settings: {} }, /type$/],
  [{ settings: {} }, /type$/],
  [{ type: 'constructor_of', settings: { x: LONG } }, /settings$/],
  [{ type: 'courses', settings: { count: 1e9 } }, /settings\.count$/],
  [{ type: 'courses', settings: { count: 1.5 } }, /settings\.count$/],
  [{ type: 'courses', settings: { course_ids: Array.from({ length: 25 }, () => 'a') } }, /settings\.course_ids$/],
  [{ type: 'numbers', settings: { figures: ['1000000 students'] } }, /settings\.figures\.0$/],
  [{ type: 'reviews', settings: { review_ids: ['1; drop table'] } }, /settings\.review_ids\.0$/],
  [{ type: 'hero', settings: { layout: 'expression(alert(1))' } }, /settings\.layout$/],
  [{ type: 'hero', settings: { social: 'yes' } }, /settings\.social$/],
  [{ type: 'hero', hidden: 'no' }, /hidden$/],
  [{ type: 'faq', settings: { questions: Array.from({ length: 31 }, () => ({})) } }, /settings\.questions$/],
  ['<img src=x onerror=alert(1)>', /x$/],
  [null, /x$/],
]

test('forty hostile sections are refused with the path of what is wrong, and change nothing', async () => {
  const { params } = await draft()
  const { page } = await editor.pages.update({ params, body: bodyOf({ top: hero() }) })
  expect(refused.length).toBeGreaterThanOrEqual(40)
  for (const [section, path] of refused) {
    const saved = editor.pages.update({ params, body: bodyOf({ x: section as object }) })
    await expect(saved, JSON.stringify(section).slice(0, 120)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.any(String),
      data: { errors: [{ path: expect.stringMatching(path), message: expect.any(String) }] },
    })
  }
  for (const body of [
    bodyOf({ __proto__x: hero() }),
    bodyOf(Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`s${at}`, hero()]))),
    bodyOf({ top: hero() }, { order: ['top', 'top'] }),
    bodyOf({ top: hero() }, { order: [] }),
    bodyOf({ top: hero() }, { title: '' }),
  ])
    await expect(editor.pages.update({ params, body })).rejects.toMatchObject({ code: 'invalid' })
  expect(await editor.pages.get(params)).toEqual(page)
})

test('a type that this version does not know is stored, and neither it nor a hidden block reaches visitors', async () => {
  const { params } = await draft()
  const sections = {
    carousel: { type: 'carousel', settings: { html: '<script>alert(1)</script>', speed: 3 } },
    secret: { ...hero('Not yet'), hidden: true },
    top: hero('<script>alert(1)</script>'),
  }
  const { page } = await editor.pages.update({ params, body: bodyOf(sections) })
  expect(page.sections.carousel).toEqual({ ...sections.carousel, hidden: false })
  const shown = await visitor.pages.show(params)
  expect(shown.order).toEqual(['top'])
  expect(JSON.stringify(shown)).not.toContain('Not yet')
  expect(JSON.stringify(shown)).not.toContain('carousel')
})

test('a shop has at most 50 pages, and one at each address', async () => {
  await draft()
  await expect(editor.pages.create({ slug: 'diwali', title: 'Again' })).rejects.toMatchObject({ code: 'conflict' })
  for (const slug of ['Diwali', 'a/b', '', 'x'.repeat(61), '-x', 'नमस्ते'])
    await expect(editor.pages.create({ slug, title: 'X' }), slug).rejects.toMatchObject({ code: 'invalid' })
  for (let at = 1; at < 50; at++) await editor.pages.create({ slug: `page-${at}`, title: 'X' })
  await expect(editor.pages.create({ slug: 'one-more', title: 'X' })).rejects.toMatchObject({ code: 'conflict' })
})

test('a file that a page shows counts as used, and its replacement appears on the page', async () => {
  const { params } = await draft()
  const rows = ['a', 'b'].map((letter) => ({
    media_id: letter.repeat(32),
    kind: 'image',
    name: `${letter}.webp`,
    url: `/media/${letter.repeat(32)}/${letter}.webp`,
    bytes: 10,
    sha256: letter.repeat(64),
    widths: [],
    created_at: new Date(),
  }))
  await server.db('media').insert(rows)
  const [first, second] = rows
  const image = { src: first?.url ?? '', alt: words('A reel') }
  await editor.pages.update({ params, body: bodyOf({ top: { type: 'hero', settings: { image } } }) })
  await expect(editor.media.delete({ params: { media_id: first?.media_id ?? '' } })).rejects.toMatchObject({
    code: 'in_use',
    data: { used_in: [{ field: 'Page: Diwali' }] },
  })
  const owner = server.api(await server.adminToken('owner'))
  await owner.media.replace({ params: { media_id: first?.media_id ?? '' }, body: { with: second?.media_id ?? '' } })
  expect((await visitor.pages.show(params)).sections.top?.settings.image).toMatchObject({ src: second?.url })
})

test('a page takes no file that is not in the library, as a draft neither, and a letter takes none', async () => {
  const { params } = await draft()
  const src = `/media/${'c'.repeat(32)}/hall.webp`
  const refusal = (path: string) => {
    const message = 'This file is not in the library. Choose another one'
    return { status: 422, message, data: { errors: [{ path, message }] } }
  }
  const pictured = (settings: object, publish: boolean) =>
    editor.pages.update({ params, body: bodyOf({ top: { type: 'media', settings } }, { publish }) })
  const image = { src, alt: words('A hall') }
  await expect(pictured({ image }, true)).rejects.toMatchObject(refusal('sections.top.settings.image.src'))
  await expect(pictured({ image }, false)).rejects.toMatchObject(refusal('sections.top.settings.image.src'))
  await expect(pictured({ video: src }, true)).rejects.toMatchObject(refusal('sections.top.settings.video'))
  const blocks = [{ text: 'Hello' }, { image: src, alt: 'A hall' }]
  const letter = { name: 'News', subject: 'News', blocks, segment: { all: [] } }
  await expect(editor.letters.create(letter)).rejects.toMatchObject(refusal('blocks.1.image'))
  const steps = [{ after_minutes: 60, subject: 'Welcome', blocks }]
  const sequence = { name: 'Welcome', trigger: 'registered' as const, active: false, steps }
  const create = editor.sequences.create({ body: sequence })
  await expect(create).rejects.toMatchObject(refusal('steps.0.blocks.1.image'))
})

const types = (page: { order: string[]; sections: Record<string, { type: string }> }) =>
  page.order.map((id) => page.sections[id]?.type)

async function coursePage(fields: object = {}) {
  const { course_id, name } = await buildCourse(server.db, { name: 'Reels that sell', ...fields })
  return { course_id, name, params: { slug: `course/${course_id}` } }
}

test('the page of a course begins as its sections in the usual order, with the offer first, and is in no list', async () => {
  const { course_id, params } = await coursePage()
  const page = await editor.pages.get(params)
  expect(page).toMatchObject({ version: 0, published_version: null, title: 'Reels that sell' })
  expect(types(page)).toEqual([...SALES_SECTIONS])
  expect((await visitor.courses.get({ id: course_id })).page).toBeUndefined()
  await editor.pages.update({ params, body: page })
  expect((await editor.pages.list()).pages).toEqual([])
  await expect(editor.pages.get({ slug: 'course/none' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(editor.pages.create({ slug: params.slug, title: 'X' })).rejects.toMatchObject({ code: 'invalid' })
})

test('visitors see the order, the headings and the blocks that an owner publishes, and nothing that is hidden', async () => {
  const { course_id, params } = await coursePage()
  const { order, sections, title } = await editor.pages.get(params)
  const body = {
    title,
    order: ['offer', 'text-1', 'course-faq', ...order.filter((id) => id !== 'offer' && id !== 'course-faq')],
    sections: {
      ...sections,
      'text-1': { type: 'text', settings: { heading: words('Why now', 'अभी क्यों') }, hidden: false },
      platforms: { type: 'platforms', settings: { heading: words('Where to sell pots') }, hidden: false },
      points: { type: 'points', settings: {}, hidden: true },
    },
  }
  await editor.pages.update({ params, body: { ...body, publish: false } })
  expect((await visitor.courses.get({ id: course_id })).page).toBeUndefined()
  await editor.pages.update({ params, body })
  const { page } = await visitor.courses.get({ id: course_id })
  expect(page?.order.slice(0, 4)).toEqual(['offer', 'text-1', 'course-faq', 'clips'])
  expect(page?.order).not.toContain('points')
  expect(page?.sections['text-1']?.settings.heading).toEqual(words('Why now', 'अभी क्यों'))
  expect(page?.sections.platforms?.settings).toEqual({ heading: words('Where to sell pots') })
  expect(page?.sections['course-faq']?.settings).toEqual({})
  expect(page?.facts).toBeDefined()
  await editor.pages.delete(params)
  expect((await visitor.courses.get({ id: course_id })).page).toBeUndefined()
})

test('the preview address of a sales page shows its newest save, of a draft course too, and nothing without it', async () => {
  const { course_id, name, params } = await coursePage({ state: 'draft' })
  const { order, sections, title } = await editor.pages.get(params)
  const hidden = { type: 'points', settings: {}, hidden: true }
  await editor.pages.update({
    params,
    body: { title, order, sections: { ...sections, points: hidden }, publish: false },
  })
  const { url } = await editor.pages.preview(params)
  expect(new URL(url).pathname).toBe(`/p/course%2F${course_id}`)
  const preview = new URL(url).searchParams.get('preview') ?? ''
  const { course } = await visitor.pages.show({ ...params, preview })
  expect(course).toMatchObject({ course_id, name, listed: false, page: { sections: { clips: { type: 'clips' } } } })
  expect(course?.page?.order).not.toContain('points')
  for (const wrong of [{}, { preview: 'x' }])
    await expect(visitor.pages.show({ ...params, ...wrong })).rejects.toMatchObject({ code: 'not_found' })
  await expect(visitor.pages.show({ slug: 'course/other', preview })).rejects.toMatchObject({ code: 'not_found' })
  await expect(visitor.courses.get({ id: course_id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a first save of a sales page beside another one is refused with the page of the other', async () => {
  const { params } = await coursePage()
  const page = await editor.pages.get(params)
  const headers = { 'if-match': `"page-${params.slug}-0"` }
  const saves = await Promise.allSettled([1, 2].map(() => editor.pages.update({ params, headers, body: page })))
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(saves.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'edit_conflict', data: { current: { version: 1 } } },
  })
})

test('a sales page refuses an offer that is not first or is hidden, and loses no section of the course', async () => {
  const { params } = await coursePage()
  const page = await editor.pages.get(params)
  const hide = { ...page.sections, offer: { type: 'offer', settings: {}, hidden: true } }
  const twice = { ...page.sections, again: { type: 'points', settings: {}, hidden: false } }
  for (const body of [
    { ...page, order: [...page.order.slice(1), 'offer'] },
    { ...page, sections: hide },
    { ...page, order: [...page.order, 'again'], sections: twice },
    bodyOf({ offer: { type: 'offer', settings: { heading: words(LONG) } } }),
    bodyOf({ offer: { type: 'offer', settings: { heading: '<script>' } } }),
  ])
    await expect(editor.pages.update({ params, body })).rejects.toMatchObject({ code: 'invalid' })
  expect((await editor.pages.get(params)).version).toBe(0)
  const { page: saved } = await editor.pages.update({ params, body: bodyOf({ offer: { type: 'offer' } }) })
  expect(types(saved)).toEqual([...SALES_SECTIONS])
})

test('a copied course has the page of its original, and a course destroyed takes its page along', async () => {
  const { course_id, params } = await coursePage()
  const page = await editor.pages.get(params)
  const platforms = { type: 'platforms', settings: { heading: words('Where to sell') }, hidden: false }
  await editor.pages.update({ params, body: { ...page, sections: { ...page.sections, platforms } } })
  const copy = await editor.courses.duplicate({ params: { id: course_id } })
  const copied = await editor.pages.get({ slug: `course/${copy.course_id}` })
  expect(copied.sections.platforms?.settings).toMatchObject({ heading: words('Where to sell') })
  await server.db('courses').where({ course_id }).delete()
  expect(await server.db('own_pages').where({ slug: params.slug })).toEqual([])
})
