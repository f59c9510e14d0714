import type { StudentLesson } from 'contract/learning'
import type { client } from '../../api/client.ts'
import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { sealJson, unsealJson } from '../../offline/sealing.ts'
import { lateBeats } from '../../shared/offline/late.ts'
import { ownerKnown } from '../../shared/offline/owner.ts'
import { type DownloadedLesson, downloads } from './download-db.ts'
import { contentPlace, isGood, storedAddress } from './download-rules.ts'
import { isOwn, pathOf, videoParts, withAddresses } from './lesson-parts.ts'

export type Content = Awaited<ReturnType<typeof client.learning.getContent>>

/** Quizzes by lesson, without solutions that the shop has not shown. */
export type StoredQuizzes = Record<string, Awaited<ReturnType<typeof client.quizzes.get>>>

type StoredCourse = Content & { quizzes?: StoredQuizzes }

/** Opens the stored content of a course. */
export async function openCourse(owner: Owner, courseId: string): Promise<StoredCourse | undefined> {
  const sealed = await downloads.get('courses', courseId)
  return sealed && ((await unsealJson(owner.key, contentPlace(owner, courseId), sealed)) as StoredCourse)
}

/** Returns true when a lesson has all these files. */
export const hasAll = ({ files }: DownloadedLesson, parts: readonly { url: string }[]) =>
  parts.every(({ url }) => files.some(({ path }) => path === pathOf(url)))

/**
 * Stores the content of a course beside its lessons; other quizzes stay. A lesson whose video changed plays the stored one until it is
 * downloaded again.
 */
export async function storeContent(owner: Owner, content: Content, quizzes: StoredQuizzes): Promise<void> {
  const { course_id } = content
  const before = await openCourse(owner, course_id)
  const lessons = (await downloads.all('lessons')).filter(({ state }) => state === 'kept')
  const needs = new Set(content.content.flatMap(({ lesson_id, quiz }) => (quiz ? [lesson_id] : [])))
  const course: StoredCourse = {
    ...content,
    content: content.content.map((lesson) => {
      const mine = lessons.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
      const was = before?.content.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
      if (!mine || !was || hasAll(mine, videoParts(lesson, mine.height))) return lesson
      return { ...lesson, watch_link: was.watch_link, video: was.video }
    }),
    quizzes: Object.fromEntries(Object.entries({ ...before?.quizzes, ...quizzes }).filter(([id]) => needs.has(id))),
  }
  await downloads.put('courses', await sealJson(owner.key, contentPlace(owner, course_id), course), course_id)
}

/** Returns the stored content of a course if it may be used now. */
async function goodCourse(courseId: string) {
  const owner = await ownerKnown()
  const now = Date.now()
  const good = (await downloads.all('lessons')).filter(
    ({ course_id, state, term }) =>
      owner && course_id === courseId && state === 'kept' && isGood(term, now, owner.seen_ms),
  )
  if (!owner || good.length === 0) return undefined
  await offlineDb.changeOwner((known) => ({ ...known, seen_ms: Math.max(known.seen_ms, now) }))
  const course = await openCourse(owner, courseId)
  return course && { owner, good, course }
}

/** The lessons of a course as they can be played without a network; undefined where none of them may be. */
export async function storedContent(courseId: string): Promise<Content | undefined> {
  const known = await goodCourse(courseId)
  if (!known) return undefined
  const { quizzes: _, ...content } = known.course
  return withLate(withStored(content, known.good, known.owner), await lateBeats(known.owner))
}

/** Returns the quiz of a downloaded lesson. */
export async function storedQuiz(courseId: string, lessonId: string): Promise<StoredQuizzes[string] | undefined> {
  const known = await goodCourse(courseId)
  return known?.good.some(({ lesson_id }) => lesson_id === lessonId) ? known.course.quizzes?.[lessonId] : undefined
}

const withStored = (content: Content, good: readonly DownloadedLesson[], { session_id }: Owner): Content => ({
  ...content,
  content: content.content.map((lesson) => {
    const mine = good.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
    if (!mine) return lesson
    return withAddresses(onlyHere(lesson, mine), (url) => storedAddress(pathOf(url), session_id, mine.term))
  }),
})

/** Files that were added since are not on this device. */
function onlyHere(lesson: StudentLesson, mine: DownloadedLesson): StudentLesson {
  const isHere = (file: { url: string }) => !isOwn(file.url) || hasAll(mine, [file])
  return { ...lesson, files: lesson.files.filter(isHere), captions: lesson.captions.filter(isHere) }
}

/** Adds work that is not sent yet. */
const withLate = (content: Content, late: Awaited<ReturnType<typeof lateBeats>>): Content => ({
  ...content,
  content: content.content.map((lesson) => {
    const beat = late.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
    if (!beat) return lesson
    const { completed = lesson.completed, position } = beat
    const at = position && { position: position.second, watched_at: new Date(position.at).toISOString() }
    return { ...lesson, completed, ...at }
  }),
})
