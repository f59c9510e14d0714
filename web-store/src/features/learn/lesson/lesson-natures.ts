import type { StudentLesson } from 'contract/learning'
import { isShut } from '../../../shared/courses/is-shut.ts'
import { lessonSource } from '../../../shared/courses/lesson-source.ts'
import { ownFrameHosts } from '../../../shared/courses/own-frame-hosts.ts'
import { isDue } from '../work-text.ts'

/** The server completes it: by a pass, when the work is accepted, or by joining. */
export const isMarked = ({ kind, quiz, assignment, watch_link }: StudentLesson) =>
  (kind === 'live' && watch_link === '') ||
  (kind === 'quiz' && quiz !== null) ||
  (kind === 'assignment' && assignment !== null)

/** Returns true until there is a recording, which plays like any video. */
export const isLive = (lesson: StudentLesson) => lesson.kind === 'live' && lesson.watch_link === '' && !isShut(lesson)

export const isQuiz = (lesson: StudentLesson) => lesson.kind === 'quiz' && !isShut(lesson)

export const isWork = (lesson: StudentLesson) => lesson.kind === 'assignment' && !isShut(lesson)

/** Returns true when something precedes the next lesson: a quiz, work or meeting of this one, or a reason that either is shut. */
export const isConfirmedFirst = (lesson: StudentLesson, next: StudentLesson): boolean =>
  isShut(lesson) ||
  isShut(next) ||
  isLive(lesson) ||
  lesson.quiz?.passed === false ||
  (lesson.assignment !== null && isDue(lesson.assignment))

/** Returns true for a video, sound or frame, which stays in sight while the student reads below it. */
export const hasPicture = (lesson: StudentLesson, ownHosts = ownFrameHosts()): boolean =>
  !isShut(lesson) && ['video', 'frame'].includes(lessonSource(lesson.watch_link, ownHosts).kind)

/** Returns the lessons other than this one that can be done now. */
export const stillOpen = (lesson: StudentLesson, lessons: readonly StudentLesson[]): StudentLesson[] =>
  lessons.filter((other) => other.lesson_id !== lesson.lesson_id && !other.completed && !isShut(other))

/**
 * Returns the lesson that follows the end of this one: the next that is open, or waits for this one's task; with nothing open the next
 * that is not done, which says when it opens. Undefined at the end of the course, and when only earlier ones are open.
 */
export function followingOf(lesson: StudentLesson, lessons: readonly StudentLesson[]): StudentLesson | undefined {
  const after = lessons.slice(lessons.findIndex(({ lesson_id }) => lesson_id === lesson.lesson_id) + 1)
  if (after[0]?.waits_for === lesson.lesson_id) return after[0]
  const open = stillOpen(lesson, lessons)
  return after.find((other) => (open.length > 0 ? open.includes(other) : !other.completed))
}
