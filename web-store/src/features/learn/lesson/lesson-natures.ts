import type { StudentLesson } from 'contract/learning'
import { isDue } from '../work-text.ts'
import { isShut } from './is-shut.ts'

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
export const asksFirst = (lesson: StudentLesson, next: StudentLesson): boolean =>
  isShut(lesson) ||
  isShut(next) ||
  isLive(lesson) ||
  lesson.quiz?.passed === false ||
  (lesson.assignment !== null && isDue(lesson.assignment))
