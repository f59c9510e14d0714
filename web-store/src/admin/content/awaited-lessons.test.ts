import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadQueue } from '../media/queue/upload-queue.ts'
import { uploadReference } from '../media/queue/upload-reference.ts'
import type { StoredMedia } from '../media/queue/upload-types.ts'
import { createUploadWork, type Work } from '../media/queue/upload-work.ts'
import { type AwaitedLessons, awaitedSteps } from './lesson-files.ts'
import { emptyLesson, type LessonFields } from './lesson-form.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lesson = (title: string, watch_link: string): LessonFields => ({ ...emptyLesson, title, watch_link })
const CONTENT = [lesson('One', uploadReference('a')), lesson('Two', '/media/x/two.mp4')]
const SAVED: AwaitedLessons = { course_id: 'go', content: CONTENT, etag: '"7"' }

function setUp(stored: AwaitedLessons[] = [], files: Record<string, string | undefined> = { a: undefined }) {
  const open = new Set<string>()
  const state = {
    files: { ...files },
    typed: undefined as LessonFields[] | undefined,
    saved: [] as AwaitedLessons[],
    taken: [] as string[],
    answer: async () => true,
  }
  let notify = () => {}
  const items = () =>
    Object.entries(state.files).map(([key, url]) => ({ key, media: url ? ({ url } as StoredMedia) : undefined }))
  const works = createUploadWork<AwaitedLessons & Work>({
    queue: {
      view: () => ({ items: items() }) as unknown as ReturnType<UploadQueue['view']>,
      subscribe(listener) {
        notify = listener
        return () => {}
      },
      taken: (key) => void state.taken.push(key),
    },
    save: () => {},
    remove: () => {},
    ...awaitedSteps({
      isOpen: (courseId) => open.has(courseId),
      typed: async () => state.typed,
      save(lessons) {
        state.saved.push(lessons)
        return state.answer()
      },
    }),
  })
  const keyed = (lessons: AwaitedLessons) => ({ ...lessons, key: lessons.course_id })
  works.goOn(stored.map(keyed))
  const courses = {
    note: (lessons: AwaitedLessons) => works.add(keyed(lessons)),
    kept: () => works.find(() => true),
    opened(courseId: string) {
      open.add(courseId)
      return () => {
        open.delete(courseId)
        works.look()
      }
    },
  }
  const arrive = async (key: string, url = `/media/new/${key}.mp4`) => {
    state.files[key] = url
    notify()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { courses, state, arrive }
}

test('lessons are saved with their files once all have arrived, over the version that they were saved on', async () => {
  const { courses, state, arrive } = setUp([], { a: undefined, b: undefined })
  const content = [...CONTENT, lesson('Three', uploadReference('b'))]
  courses.note({ ...SAVED, content })
  expect(courses.kept()).toBeDefined()
  await arrive('b')
  expect(state.saved).toEqual([])
  await arrive('a')
  expect(state.saved).toEqual([
    {
      ...SAVED,
      content: [lesson('One', '/media/new/a.mp4'), CONTENT[1], lesson('Three', '/media/new/b.mp4')],
    },
  ])
  expect(state.taken.sort()).toEqual(['a', 'b'])
  expect(courses.kept()).toBeUndefined()
})

test('an open course saves its uploaded lessons itself; once it is closed, they are saved for it', async () => {
  const { courses, state, arrive } = setUp()
  const close = courses.opened('go')
  courses.note(SAVED)
  await arrive('a')
  expect(state.saved).toEqual([])
  close()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.saved).toHaveLength(1)
})

test('lessons of a course that was left are saved, too, when their files had come before they were noted', async () => {
  const { courses, state, arrive } = setUp()
  await arrive('a')
  courses.note(SAVED)
  await vi.advanceTimersByTimeAsync(0)
  expect(state.saved.map(({ content }) => content[0]?.watch_link)).toEqual(['/media/new/a.mp4'])
  // The form had put them in, and took them from the queue.
  courses.note({ ...SAVED, content: [lesson('One', '/media/new/a.mp4')] })
  await vi.advanceTimersByTimeAsync(0)
  expect(state.saved).toHaveLength(2)
  expect(courses.kept()).toBeUndefined()
})

test('an earlier visit continues, and files that reached the open course before are in its draft', async () => {
  const content = [...CONTENT, lesson('Three', uploadReference('gone'))]
  const { state, arrive } = setUp([{ ...SAVED, content }])
  state.typed = [...CONTENT, lesson('Three', '/media/y/three.mp4')]
  await arrive('a')
  expect(state.saved[0]?.content.map(({ watch_link }) => watch_link)).toEqual([
    '/media/new/a.mp4',
    '/media/x/two.mp4',
    '/media/y/three.mp4',
  ])
})

test('later input is never saved by itself, and files of another window are awaited', async () => {
  const typed = setUp([SAVED])
  typed.state.typed = [lesson('Renamed', uploadReference('a')), lesson('Two', '/media/x/two.mp4')]
  await typed.arrive('a')
  expect(typed.state).toMatchObject({ saved: [], taken: [] })
  expect(typed.courses.kept()).toBeUndefined()
  const elsewhere = setUp([SAVED], {})
  await elsewhere.arrive('other')
  expect(elsewhere.state.saved).toEqual([])
  expect(elsewhere.courses.kept()).toMatchObject(SAVED)
})

test('a save that nobody answered is tried again, one that was refused is not', async () => {
  const { courses, state, arrive } = setUp([SAVED])
  state.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await arrive('a')
  expect(courses.kept()).toMatchObject(SAVED)
  state.answer = async () => false
  await vi.advanceTimersByTimeAsync(3_000)
  expect(state.saved).toHaveLength(2)
  expect([courses.kept(), state.taken]).toEqual([undefined, []])
})
