/** Everything for students with downloads or unsent work, in one file that loads when the page rests. */
export { beginOffline } from './begin.ts'
export { lateNotes, sendLate, storeBeat, storeNote } from './late.ts'
export { forgetRefused, lateTry, storeTry } from './late-tries.ts'
export { storedQuiz } from './stored-content.ts'
export { storedCourse } from './stored-course.ts'
