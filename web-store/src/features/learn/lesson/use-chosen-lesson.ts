import type { StudentLesson } from 'contract/learning'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lessonToContinue } from '../../../shared/courses/lesson-to-continue.ts'

/**
 * Returns the lesson that the address names, else the one watched last, or the next that is not done; the address then names it, so that it
 * stays open once it is done. An unknown lesson in the address opens none.
 */
export function useChosenLesson(lessons: readonly StudentLesson[]) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('lesson')
  const first = (lessonToContinue(lessons, lastWatched(lessons)) ?? lessons[0])?.lesson_id
  const lesson = lessons.find(({ lesson_id }) => lesson_id === (named ?? first))
  const title = useRef<HTMLHeadingElement>(null)
  const byHand = useRef(false)

  useEffect(() => {
    if (!named && first) setSearch({ lesson: first }, { replace: true })
  }, [named, first, setSearch])

  // A choice moves the focus to the lesson's title, which on narrow screens is up the page.
  const openId = lesson?.lesson_id
  useEffect(() => {
    if (!openId || !byHand.current) return
    byHand.current = false
    window.scrollTo({ top: 0, behavior: 'instant' })
    title.current?.focus({ preventScroll: true })
  }, [openId])

  const choose = (lessonId: string) => {
    if (lessonId === openId) return
    byHand.current = true
    setSearch({ lesson: lessonId })
  }
  return { lesson, choose, title }
}

/** The lesson whose place is the newest. */
function lastWatched(lessons: readonly StudentLesson[]): string | null {
  const at = ({ watched_at }: StudentLesson) => watched_at ?? ''
  const last = lessons.reduce<StudentLesson | undefined>(
    (one, lesson) => (at(lesson) > (one ? at(one) : '') ? lesson : one),
    undefined,
  )
  return last?.lesson_id ?? null
}
