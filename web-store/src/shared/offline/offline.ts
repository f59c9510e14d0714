/** All that pages do for who has something kept or something to tell, in one file that is fetched when the page rests. */
export { beginOffline } from './begin.ts'
export { keptQuiz } from './kept-content.ts'
export { keptCourse } from './kept-course.ts'
export { keepBeat, keepNote, lateNotes, sendLate } from './late.ts'
export { forgetRefused, keepTry, lateTry } from './late-tries.ts'
