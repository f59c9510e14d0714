/** Everything for students with downloads or unsent work, in one file that loads when the page rests. */
export { beginOffline } from './begin.ts'
export { keptQuiz } from './kept-content.ts'
export { keptCourse } from './kept-course.ts'
export { keepBeat, keepNote, lateNotes, sendLate } from './late.ts'
export { forgetRefused, keepTry, lateTry } from './late-tries.ts'
