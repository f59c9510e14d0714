import type { StudentLesson } from 'contract/learning'
import { installStudentBrowser } from '../../shared/offline/student-browser.ts'

/** For tests: a shop with one course, which a test may change, and a student's browser that keeps lessons of it. */

const MINUTES = 60_000
const DAY = 24 * 60 * MINUTES

export const lessonOf = (lesson_id: string, more: Partial<StudentLesson> = {}) =>
  ({
    lesson_id,
    kind: 'video',
    title: lesson_id,
    watch_link: `/media/${lesson_id}/film.mp4?q`,
    download_link: null,
    section: null,
    opens_at: null,
    waits_for: null,
    quiz: null,
    assignment: null,
    live: null,
    completed: false,
    moved_in: false,
    position: 0,
    length: null,
    watched_at: null,
    seconds: null,
    bytes: null,
    notes: 0,
    questions: 0,
    files: [],
    captions: [],
    video: null,
    ...more,
  }) as StudentLesson

export const quizOf = (text: string, version = 1) => ({
  version,
  questions: [{ question_id: 'q1', kind: 'text', text }],
})

export function installStudentCourse() {
  const shop = {
    lessons: [] as StudentLesson[],
    quizzes: {} as Record<string, unknown>,
    files: {} as Record<string, Uint8Array>,
    session: 's1',
    ends_at: () => new Date(Date.now() + 30 * DAY).toISOString(),
    theirs: true,
    signedOut: false,
  }
  const content = () => ({ body: { course_id: 'c', course_name: 'Reels', content: shop.lessons, mark: null } })
  const terms = () => {
    if (shop.signedOut) return { status: 401, body: { code: 'token_expired' } }
    const open = { course_id: 'c', ends_at: shop.ends_at(), lesson_ids: shop.lessons.map(({ lesson_id }) => lesson_id) }
    return { body: { session_id: shop.session, now: new Date().toISOString(), courses: shop.theirs ? [open] : [] } }
  }
  const ofQuiz = (id: string) => () => ({ body: shop.quizzes[id] })
  const file = (_body: never, { pathname }: URL) => {
    const bytes = shop.files[pathname]
    return bytes ? { body: bytes } : new TypeError('Failed to fetch')
  }
  const browser = installStudentBrowser({
    '/get_content/c': content,
    '/user/kept_lessons': terms,
    '/user/quizzes/one': ofQuiz('one'),
    '/user/quizzes/two': ofQuiz('two'),
    ...Object.fromEntries(['film.mp4', 'new.mp4', 'sheet.pdf', '.m3u8', '.jpg'].map((end) => [end, file])),
  })
  /** A course of two videos; the first has a quiz and a sheet. */
  const begin = () => {
    browser.begin()
    const quiz = { questions: 1, passed: false }
    const files = [{ name: 'Sheet', url: '/media/s/sheet.pdf?q', bytes: 3, kind: 'pdf' }]
    Object.assign(shop, {
      lessons: [lessonOf('one', { quiz, files } as never), lessonOf('two')],
      quizzes: { one: quizOf('What is the bar called?') },
      files: {
        '/media/one/film.mp4': new Uint8Array(1_500_000).fill(7),
        '/media/two/film.mp4': new Uint8Array(20).fill(8),
        '/media/s/sheet.pdf': new Uint8Array(3).fill(9),
      },
      session: 's1',
      theirs: true,
      signedOut: false,
    })
  }
  return { shop, browser, begin }
}
