import type { StudentLesson } from 'contract/learning'
import type { client } from '../../api/client.ts'
import { type KeptLesson, kept, type Owner } from '../../offline/kept-db.ts'
import { isGood, keptAddress } from '../../offline/kept-rules.ts'
import { contentPlace, sealJson, unsealJson } from '../../offline/sealing.ts'
import { lateBeats } from './late.ts'
import { isOwn, pathOf, videoParts, withAddresses } from './lesson-parts.ts'
import { ownerKnown } from './owner.ts'

export type Content = Awaited<ReturnType<typeof client.learning.getContent>>

/** Quizzes by lesson, without solutions that the shop has not shown. */
export type KeptQuizzes = Record<string, Awaited<ReturnType<typeof client.quizzes.get>>>

type KeptCourse = Content & { quizzes?: KeptQuizzes }

/** Opens the stored content of a course. */
export async function openCourse(owner: Owner, courseId: string): Promise<KeptCourse | undefined> {
  const sealed = await kept.get('courses', courseId)
  return sealed && ((await unsealJson(owner.key, contentPlace(owner, courseId), sealed)) as KeptCourse)
}

/** Returns true when a lesson has all these files. */
export const hasAll = ({ files }: KeptLesson, parts: readonly { url: string }[]) =>
  parts.every(({ url }) => files.some(({ path }) => path === pathOf(url)))

/**
 * Stores the content of a course beside its lessons; other quizzes stay. A lesson whose video changed plays the stored one until it is
 * downloaded again.
 */
export async function keepContent(owner: Owner, content: Content, quizzes: KeptQuizzes): Promise<void> {
  const { course_id } = content
  const before = await openCourse(owner, course_id)
  const lessons = (await kept.all('lessons')).filter(({ state }) => state === 'kept')
  const asks = new Set(content.content.flatMap(({ lesson_id, quiz }) => (quiz ? [lesson_id] : [])))
  const course: KeptCourse = {
    ...content,
    content: content.content.map((lesson) => {
      const mine = lessons.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
      const was = before?.content.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
      if (!mine || !was || hasAll(mine, videoParts(lesson, mine.height))) return lesson
      return { ...lesson, watch_link: was.watch_link, video: was.video }
    }),
    quizzes: Object.fromEntries(Object.entries({ ...before?.quizzes, ...quizzes }).filter(([id]) => asks.has(id))),
  }
  await kept.put('courses', await sealJson(owner.key, contentPlace(owner, course_id), course), course_id)
}

/** Returns the stored content of a course if it may be used now. */
async function goodCourse(courseId: string) {
  const owner = await ownerKnown()
  const now = Date.now()
  const good = (await kept.all('lessons')).filter(
    ({ course_id, state, term }) =>
      owner && course_id === courseId && state === 'kept' && isGood(term, now, owner.seen_ms),
  )
  if (!owner || good.length === 0) return undefined
  await kept.changeOwner((known) => ({ ...known, seen_ms: Math.max(known.seen_ms, now) }))
  const course = await openCourse(owner, courseId)
  return course && { owner, good, course }
}

/** The lessons of a course as they can be played without a network; undefined where none of them may be. */
export async function keptContent(courseId: string): Promise<Content | undefined> {
  const known = await goodCourse(courseId)
  if (!known) return undefined
  const { quizzes: _, ...content } = known.course
  return withLate(withKept(content, known.good, known.owner), await lateBeats(known.owner))
}

/** Returns the quiz of a downloaded lesson. */
export async function keptQuiz(courseId: string, lessonId: string): Promise<KeptQuizzes[string] | undefined> {
  const known = await goodCourse(courseId)
  return known?.good.some(({ lesson_id }) => lesson_id === lessonId) ? known.course.quizzes?.[lessonId] : undefined
}

const withKept = (content: Content, good: readonly KeptLesson[], { session_id }: Owner): Content => ({
  ...content,
  content: content.content.map((lesson) => {
    const mine = good.find(({ lesson_id }) => lesson_id === lesson.lesson_id)
    if (!mine) return lesson
    return withAddresses(onlyHere(lesson, mine), (url) => keptAddress(pathOf(url), session_id, mine.term))
  }),
})

/** Files that were added since are not on this device. */
function onlyHere(lesson: StudentLesson, mine: KeptLesson): StudentLesson {
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
