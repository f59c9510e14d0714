import { expect, test } from 'vitest'
import { type AppliedLesson, applyPlan, filesToUpload } from './folder-apply.ts'
import { type FolderPlan, planFolder } from './folder-plan.ts'

const files = (...paths: string[]) => paths.map((path) => ({ path, name: path.split('/').at(-1) ?? '', size: 1000 }))
/** Each lesson as `section / title: files, captions`. */
const shape = ({ lessons }: FolderPlan) =>
  lessons.map(({ section, title, files: own, captions }) =>
    [
      `${section ?? '-'} / ${title}`,
      ...own.map(({ name }) => name),
      ...captions.map(({ language }) => `captions ${language}`),
    ].join(', '),
  )
const urlsOf = (plan: FolderPlan) =>
  new Map(filesToUpload(plan).map(({ path }) => [path, `/media/${path.replaceAll(/[^a-z0-9]/gi, '-')}`]))
/** The stored lessons after a plan was carried out. */
const carriedOut = (plan: FolderPlan, stored: AppliedLesson[] = []): AppliedLesson[] =>
  (applyPlan(plan, stored, urlsOf(plan)) ?? stored).map((lesson, n) => ({
    ...lesson,
    lesson_id: lesson.lesson_id ?? `les_${stored.length + n}`,
  }))
const storedOf = (lessons: AppliedLesson[]) =>
  lessons.map((lesson) => ({ ...lesson, lesson_id: String(lesson.lesson_id) }))

test('a folder with folders becomes sections, its videos lessons in the order of their numbers, with what lies beside them', () => {
  const plan = planFolder(
    files(
      '10 Post/2 Second.mp4',
      '2 Basics/02 Cut.mp4',
      '2 Basics/02 Cut.hi.srt',
      '2 Basics/02 Cut.vtt',
      '2 Basics/02 worksheet.pdf',
      '2 Basics/10 Sound.mp4',
      '2 Basics/templates.zip',
      '01 Why.mp4',
      '10 Post/1 First.mp4',
      'cover.jpg',
    ),
  )
  expect(shape(plan)).toEqual([
    '- / Why',
    'Basics / Cut, 02 worksheet.pdf, captions hi, captions en',
    'Basics / Sound, templates.zip',
    'Post / First',
    'Post / Second',
  ])
  expect(plan.skipped).toEqual(['cover.jpg'])
  expect(plan.unusable).toEqual([])
})

test('files belong to the folder named like a video, to the folder around, and never to nothing', () => {
  const plan = planFolder(
    files('a.mp4', 'b.mp4', 'b/sheet.pdf', 'b/deep/er/notes.txt', 'extra/list.xlsx', 'week/day/c.mp4', 'week/plan.pdf'),
  )
  expect(shape(plan)).toEqual(['- / a', '- / b, sheet.pdf, notes.txt', 'extra / list', 'week: day / c, plan.pdf'])
  const none = planFolder(files('x/other.srt'))
  expect(none.lessons).toEqual([])
  expect(none.unusable.map(({ reason }) => reason)).toEqual(['There is no lesson that it belongs to.'])
})

test('an unusable file appears with its reason and blocks nobody; leftovers are ignored', () => {
  const all = files('a.mp4', 'b.avi', 'c.exe', 'Thumbs.db', '.DS_Store', '__MACOSX/a.mp4', 'notes.txt~', '~$plan.docx')
  const plan = planFolder([...all, { path: 'empty.mp4', name: 'empty.mp4', size: 0 }, ...files('huge.pdf')], {
    largest: { pdf: 999 },
  })
  expect(shape(plan)).toEqual(['- / a'])
  expect(plan.unusable.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    'b.avi: AVI does not play in browsers. Save it as MP4, or leave it out.',
    'c.exe: This kind of file is not accepted.',
    'empty.mp4: This file is empty.',
    'huge.pdf: This file is larger than the shop takes.',
  ])
  expect(plan.skipped.sort()).toEqual(['.DS_Store', '__MACOSX/a.mp4', 'Thumbs.db', 'notes.txt~', '~$plan.docx'].sort())
})

test('hostile names are shown as what they are, and keep to the bounds of a lesson', () => {
  const long = 'x'.repeat(400)
  const plan = planFolder(
    files(
      'evil\u202e4pm.exe.mp4',
      '../../etc/passwd.mp4',
      `${long}/${long}.mp4`,
      `${'deep/'.repeat(300)}a.mp4`,
      'cafe\u0301.mp4',
      'caf\u00e9.mp4',
      'CAFÉ.mp4',
      '<script>alert(1)</script>.mp4',
      '\u0000\u200b.mp4',
    ),
  )
  const titles = plan.lessons.map(({ title }) => title)
  expect(titles).toContain('evil4pm.exe')
  for (const title of titles) expect(title.length).toBeGreaterThan(0)
  for (const { title, section } of plan.lessons) {
    expect(title).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
    expect(title.length).toBeLessThanOrEqual(300)
    expect((section ?? '').length).toBeLessThanOrEqual(120)
  }
  expect(plan.unusable.filter(({ reason }) => reason === 'Another file has the same name.')).toHaveLength(2)
  expect(plan.unusable.some(({ reason }) => reason === 'Its folders have too long names.')).toBe(true)
})

test('two that share a number both become lessons, with a note; an empty folder is an empty plan', () => {
  const plan = planFolder(files('05 Sound.mp4', '05 sound old.mp4', 'x/05 Other.mp4'))
  expect(plan.lessons).toHaveLength(3)
  expect(plan.sameNumber).toEqual([{ number: 5, paths: ['05 sound old.mp4', '05 Sound.mp4'] }])
  expect(planFolder([])).toEqual({ lessons: [], unusable: [], skipped: [], sameNumber: [] })
})

test('a thousand files are planned in order; of more lessons than a course takes the rest is named', () => {
  const many = Array.from({ length: 1002 }, (_, n) => `week ${n % 10}/${n} lesson.mp4`)
  const plan = planFolder(files(...many.toReversed(), ...many.map((path) => path.replace('mp4', 'pdf'))))
  expect(plan.lessons).toHaveLength(1000)
  expect(plan.lessons.slice(0, 3).map(({ main }) => main.path)).toEqual([
    'week 0/0 lesson.mp4',
    'week 0/10 lesson.mp4',
    'week 0/20 lesson.mp4',
  ])
  expect(plan.lessons.every((lesson) => lesson.files.length >= 1)).toBe(true)
  expect(plan.unusable.map(({ reason }) => reason)).toContain('A course has at most 1,000 lessons.')
})

test('a lesson takes as many files as the shop allows, those that it has already counted in', () => {
  const papers = Array.from({ length: 51 }, (_, n) => `a/${n}.pdf`)
  const reason = 'A lesson has at most 50 files.'
  const plan = planFolder(files('a.mp4', ...papers))
  expect(plan.lessons[0]?.files).toHaveLength(50)
  expect(plan.unusable).toMatchObject([{ path: 'a/50.pdf', reason }])
  const own = ['0.pdf', ...Array.from({ length: 9 }, (_, n) => `by hand ${n}.pdf`)].map((name) => ({ name, url: name }))
  const stored = { lesson_id: 'les_a', watch_link: '/media/a', source: 'a.mp4', files: own, captions: [] }
  const again = planFolder(files('a.mp4', ...papers), { lessons: [stored] })
  expect(again.lessons[0]?.files.map(({ fate }) => fate)).toEqual(['replaces', ...Array(40).fill('new')])
  expect(again.unusable).toHaveLength(10)
})

test('the same folder again changes nothing; only changed, new or moved files change, and lessons by hand stay', () => {
  const folder = files('1 Start/01 Why.mp4', '1 Start/01 Why.pdf', '2 End/02 Bye.mp4', '2 End/02 Bye.en.vtt')
  const first = planFolder(folder)
  const byHand: AppliedLesson = {
    lesson_id: 'hand',
    title: 'By hand',
    watch_link: 'https://vimeo.com/1',
    download_link: null,
    seconds: null,
    preview: false,
    section: null,
    source: null,
    files: [],
    captions: [],
  }
  const stored = carriedOut(first, [byHand])
  expect(stored.map(({ title, section }) => [title, section])).toEqual([
    ['By hand', null],
    ['Why', 'Start'],
    ['Bye', 'End'],
  ])
  const known = urlsOf(first)
  const again = planFolder(folder, { lessons: storedOf(stored), known })
  expect(filesToUpload(again)).toEqual([])
  expect(applyPlan(again, stored, new Map())).toBeUndefined()

  // The owner has renamed and moved it since.
  const [hand, why, bye] = stored as [AppliedLesson, AppliedLesson, AppliedLesson]
  const edited = [{ ...bye, title: 'Good bye' }, hand, why]
  const changed = new Map(known)
  changed.set('1 Start/01 Why.mp4', '/media/other')
  changed.set('2 End/09 Bye.mp4', known.get('2 End/02 Bye.mp4') ?? '')
  const next = planFolder(files('1 Start/01 Why.mp4', '1 Start/01 Why.pdf', '1 Start/02 New.mp4', '2 End/09 Bye.mp4'), {
    lessons: storedOf(edited),
    known: changed,
  })
  expect(next.lessons.map(({ title, main }) => [title, main.fate])).toEqual([
    ['Why', 'replaces'],
    ['New', 'new'],
    ['Bye', 'kept'],
  ])
  const after = applyPlan(
    next,
    edited,
    new Map([
      ['1 Start/01 Why.mp4', '/media/other'],
      ['1 Start/02 New.mp4', '/media/new'],
    ]),
  )
  expect(after?.map(({ lesson_id, title, watch_link }) => [lesson_id, title, watch_link])).toEqual([
    [bye.lesson_id, 'Good bye', bye.watch_link],
    ['hand', 'By hand', 'https://vimeo.com/1'],
    [why.lesson_id, 'Why', '/media/other'],
    [null, 'New', '/media/new'],
  ])
  expect(after?.[0]?.source).toBe('2 End/09 Bye.mp4')
})

test('a missing file is no lesson, and takes its place on arrival', () => {
  const plan = planFolder(files('1.mp4', '2.mp4', '3.mp4'))
  const some =
    applyPlan(
      plan,
      [],
      new Map([
        ['3.mp4', '/media/3'],
        ['1.mp4', '/media/1'],
      ]),
    ) ?? []
  expect(some.map(({ source }) => source)).toEqual(['1.mp4', '3.mp4'])
  const all = applyPlan(plan, some, new Map([['2.mp4', '/media/2']])) ?? []
  expect(all.map(({ source }) => source)).toEqual(['1.mp4', '2.mp4', '3.mp4'])
})

test('captions whose language the owner has changed since are not added again under their script', () => {
  const folder = [...files('01 Why.mp4'), ...files('01 Why.srt').map((file) => ({ ...file, language: 'hi' }))]
  const plan = planFolder(folder)
  const lessons = storedOf(carriedOut(plan)).map((lesson) => ({
    ...lesson,
    captions: lesson.captions.map((one) => ({ ...one, language: 'mr' })),
  }))
  const again = planFolder(folder, { lessons, known: urlsOf(plan) })
  expect(shape(plan)).toEqual(['- / Why, captions hi'])
  expect(again.lessons[0]?.captions).toMatchObject([{ language: 'mr', fate: 'kept' }])
})

test('a folder of PDFs is a section of lessons; what else lies in it belongs to them', () => {
  const papers = Array.from({ length: 15 }, (_, n) => `10. Bonus & Templates/${n + 1}. साँचा.pdf`)
  const plan = planFolder(
    files(
      '01 Start/1. welcome.mp4',
      ...papers,
      '10. Bonus & Templates/2. canva.zip',
      '10. Bonus & Templates/links.txt',
    ),
  )
  expect(shape(plan).slice(0, 4)).toEqual([
    'Start / welcome',
    'Bonus & Templates / साँचा',
    'Bonus & Templates / साँचा, 2. canva.zip',
    'Bonus & Templates / साँचा',
  ])
  expect(shape(plan).at(-1)).toBe('Bonus & Templates / साँचा, links.txt')
  expect(plan.lessons).toHaveLength(16)
  expect(plan.sameNumber).toEqual([])
  expect(plan.unusable).toEqual([])

  const stored = carriedOut(plan)
  expect(stored.at(-1)).toMatchObject({ section: 'Bonus & Templates', source: '10. Bonus & Templates/15. साँचा.pdf' })
  const again = planFolder(files('01 Start/1. welcome.mp4', ...papers), {
    lessons: storedOf(stored),
    known: urlsOf(plan),
  })
  expect(filesToUpload(again)).toEqual([])
  expect(shape(planFolder(files('only.pdf', 'sounds/a.mp3', 'sounds/a.vtt', 'packs/a.zip')))).toEqual([
    '- / only',
    'packs / a',
    'sounds / a, captions en',
  ])
})

test('a PDF beside videos is a download of the one with its name or number, and with a number of its own a lesson', () => {
  const folder = files(
    '01 Why.mp4',
    '01 Why notes.pdf',
    '02 How.mp4',
    '02 How.pdf',
    '03 Workbook.pdf',
    'extra.pdf',
    'b.zip',
  )
  const lessons = ['- / Why, 01 Why notes.pdf', '- / How, 02 How.pdf', '- / Workbook, b.zip, extra.pdf']
  expect(shape(planFolder(folder))).toEqual(lessons)

  const chosen = new Map([
    ['02 How.pdf', 'lesson'],
    ['03 Workbook.pdf', 'download'],
    ['extra.pdf', 'lesson'],
  ] as const)
  const plan = planFolder(folder, { chosen })
  expect(shape(plan)).toEqual(['- / Why, 01 Why notes.pdf', '- / How', '- / How, 03 Workbook.pdf, b.zip', '- / extra'])
  // The choice is found again.
  const stored = storedOf(carriedOut(plan))
  const again = planFolder(folder, { lessons: stored, known: urlsOf(plan) })
  expect(shape(again)).toEqual(shape(plan))
  expect(filesToUpload(again)).toEqual([])
})

test('files that an earlier release hung on a lesson stay its downloads', () => {
  const folder = files('1 a/1.mp4', '2 b/x.pdf')
  const known = new Map([
    ['1 a/1.mp4', '/media/1'],
    ['2 b/x.pdf', '/media/x'],
  ])
  const one = { lesson_id: 'les_1', watch_link: '/media/1', source: '1 a/1.mp4', captions: [] }
  const plan = planFolder(folder, { lessons: [{ ...one, files: [{ name: 'x.pdf', url: '/media/x' }] }], known })
  expect(shape(plan)).toEqual(['a / 1, x.pdf'])
})
