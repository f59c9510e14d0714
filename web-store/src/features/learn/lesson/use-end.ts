import type { StudentLesson } from 'contract/learning'
import { useCallback, useState } from 'react'
import { isWriting } from './LessonEnd.tsx'
import { followingOf, stillOpen } from './lesson-natures.ts'

/**
 * Tells whether the open lesson has ended: `played` after its last second. `over` when no lesson follows and the page says what to
 * do now: after its last second, or when the course was completed otherwise while it was open; not while its last words run, nor by
 * joining a live lesson, which goes on. It never takes the place in which the student writes.
 */
export function useEnd(lesson: StudentLesson | undefined, lessons: readonly StudentLesson[], lastWords: boolean) {
  const id = lesson?.lesson_id
  const all = lessons.every(({ completed }) => completed)
  const begun = { id, all, played: false, finished: false, writing: false }
  const [now, setNow] = useState(begun)
  if (now.id !== id) setNow(begun)
  else if (now.all !== all) setNow({ ...now, all, finished: all && !lesson?.live })
  const stay = useCallback(() => setNow((before) => ({ ...before, played: false, finished: false })), [])
  const following = lesson && followingOf(lesson, lessons)
  const last = lesson && !following && (all || stillOpen(lesson, lessons).length > 0)
  return {
    following,
    played: now.played,
    over: last && !now.writing && (now.played || (now.finished && !lastWords)),
    end: () => setNow((before) => ({ ...before, played: true, writing: isWriting() })),
    // Not while the last words run: the end follows them.
    finish: all && !lastWords ? () => setNow({ ...now, finished: true }) : undefined,
    stay,
  }
}
