import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, client, isApiError, isAuthError } from '../../api/client.ts'
import { createBeatClock } from './beat-clock.ts'

const BEAT_EVERY_MS = 10_000

export type Progress = Awaited<ReturnType<typeof client.learning.progress>>

type BeatsOptions = {
  courseId: string
  /** The lesson that is open, if any. */
  lessonId: string | undefined
  /** True while it is really being watched. */
  watching: boolean
  /** A beat arrived. */
  onAnswer: (progress: Progress) => void
  /** The session is dead. */
  onSignedOut: () => void
}

/** True when the seconds may be told again: a refusal would stay one. */
const mayArriveLater = (error: unknown) => !isApiError(error) || error.status >= 500 || error.status === 429

/**
 * Tells the server how long lessons are watched: every 10 s while one is, and at once when it stops, when `flush` is called, when
 * the page is hidden or left. What did not arrive is told with the next beat. After the player was left, the dashboard is asked
 * for anew. `mark` says that a lesson is done, or no longer, and fails
 * as the call does.
 */
export function useBeats({ courseId, lessonId, watching, onAnswer, onSignedOut }: BeatsOptions) {
  const queries = useQueryClient()
  const [clock] = useState(createBeatClock)
  const line = useRef({
    underWay: 0,
    asked: false,
    lastBeat: undefined as Promise<unknown> | undefined,
    onAnswer,
    onSignedOut,
  })
  useEffect(() => {
    Object.assign(line.current, { onAnswer, onSignedOut })
  })

  const tell = useCallback(
    async (lesson: string, beat: { seconds: number; completed?: boolean }, keepalive = false) => {
      try {
        const call = { course_id: courseId, lesson_id: lesson, ...beat }
        return await client.learning.progress(call, { context: { keepalive } })
      } catch (error) {
        if (mayArriveLater(error)) clock.giveBack(beat.seconds)
        if (isAuthError(error)) line.current.onSignedOut()
        throw error
      }
    },
    [courseId, clock],
  )

  const flush = useCallback(
    async (lesson: string, { last = false } = {}): Promise<void> => {
      const { current } = line
      // One beat at a time, unless this is the last chance: what comes meanwhile follows.
      if (current.underWay > 0 && !last) {
        current.asked = true
        return
      }
      const seconds = clock.take(Date.now())
      if (seconds === 0) return
      current.underWay += 1
      current.lastBeat = tell(lesson, { seconds }, last).then(
        (answer) => line.current.onAnswer(answer),
        () => undefined,
      )
      await current.lastBeat
      current.underWay -= 1
      if (!current.asked) return
      current.asked = false
      await flush(lesson)
    },
    [clock, tell],
  )

  useEffect(() => {
    if (!watching || !lessonId) return
    clock.run(Date.now())
    const timer = setInterval(() => void flush(lessonId), BEAT_EVERY_MS)
    return () => {
      clearInterval(timer)
      clock.halt(Date.now())
      void flush(lessonId)
    }
  }, [watching, lessonId, clock, flush])

  useEffect(() => {
    if (!lessonId) return
    const leave = () => void flush(lessonId, { last: true })
    const onHidden = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [lessonId, flush])

  useEffect(
    () => () => {
      // The effects above have sent the last beat by now, and the dashboard's numbers follow it.
      const refresh = () => queries.invalidateQueries({ queryKey: api.account.dashboard.key() })
      void Promise.resolve(line.current.lastBeat).then(refresh)
    },
    [queries],
  )

  return {
    flush: () => lessonId && void flush(lessonId),
    mark: (lesson: string, completed: boolean) => tell(lesson, { seconds: clock.take(Date.now()), completed }),
  }
}
