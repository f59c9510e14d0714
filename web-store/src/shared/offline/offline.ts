import type { client } from '../../api/client.ts'
import { offlineDb } from '../../offline/offline-db.ts'
import { useSession } from '../../stores/session.ts'
import { sendLate } from './late.ts'
import { ownerKnown } from './owner.ts'

// Everything for students with downloads or unsent work, in one file that loads when the page rests.

export { lateNotes, sendLate, storeBeat, storeNote } from './late.ts'
export { forgetRefused, lateTry, storeTry } from './late-tries.ts'

type Content = Awaited<ReturnType<typeof client.learning.getContent>>
type Quiz = Awaited<ReturnType<typeof client.quizzes.get>>

/** Lessons in this browser, where a feature stores them. */
export type StoredLessons = {
  /** Names the lessons that play without a network. */
  readDownloads: () => Promise<unknown>
  /** Renews them from the shop: those of the open course, and all once a day. */
  fetchTerms: (openCourse?: string) => Promise<void>
  /** Removes those of a session that ended. */
  endSession: () => Promise<unknown>
  storedCourse: (courseId: string, error: unknown) => Promise<Content | undefined>
  storedQuiz: (courseId: string, lessonId: string) => Promise<Quiz | undefined>
}
const [stored] = Object.values(import.meta.glob<StoredLessons>('../../features/*/stored-lessons.ts', { eager: true }))

/** Returns the stored lessons of a course when the request failed. */
export const storedCourse: StoredLessons['storedCourse'] = async (...args) => stored?.storedCourse(...args)

/** Returns the quiz of a stored lesson. */
export const storedQuiz: StoredLessons['storedQuiz'] = async (...args) => stored?.storedQuiz(...args)

// The worker learns of a logout, too; this page may have none yet.
useSession.subscribe((now, before) => {
  if (now.user?.user_id === before.user?.user_id || before.user === undefined || before.viewing) return
  const removed = now.token ? offlineDb.wipe() : stored?.endSession()
  void removed?.then(() => stored?.readDownloads())
})

const RETRY_EVERY_MS = 10_000

// Browsers report a dead line as alive, and then never that it is back. Without waiting work this sends nothing.
setInterval(() => void sendLate().catch(() => undefined), RETRY_EVERY_MS)

/**
 * Starts a student's own screens: removes what is stored of another student, sends offline work, and renews stored lessons from the shop,
 * at once those of the open course.
 */
export async function beginOffline(openCourse?: string): Promise<void> {
  if (!(await ownerKnown())) return void (await offlineDb.wipe())
  await stored?.readDownloads()
  // Work that cannot be sent now stays.
  await sendLate().catch(() => undefined)
  await stored?.fetchTerms(openCourse)
}
