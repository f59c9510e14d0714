import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, client, isApiError, isNoAnswer } from '../../../api/client.ts'
import { randomKey } from '../../../api/random-key.ts'
import { refetchStale } from '../../../refetch-stale.ts'
import type { LateBeat } from '../../../shared/offline/late-beats.ts'
import { useSession } from '../../../stores/session.ts'
import { createPlaces, type Place } from '../lesson/places.ts'
import { devicesOf, type WatchingDevice } from '../player/TooManyDevices.tsx'
import { createBeatClock } from './beat-clock.ts'

const fetchLate = refetchStale(() => import('../../../shared/offline/offline.ts'), 'sendLate')

let mayWait = true
let sending: Promise<void> | undefined

/**
 * Sends what was done without a network ahead of anything new: a beat of now would take the time that those claim. Never rejects; what could
 * not be sent is tried with the next beat.
 */
async function lateFirst(): Promise<void> {
  if (!mayWait || !navigator.onLine) return
  sending ??= fetchLate()
    .then(({ sendLate }) => sendLate())
    .then(() => {
      mayWait = false
    })
    .catch(() => undefined)
    .finally(() => {
      sending = undefined
    })
  await sending
}

/** Stores a beat until there is a network. Returns false if this browser cannot. */
async function storeLate(beat: LateBeat): Promise<boolean> {
  try {
    await (await fetchLate()).storeBeat(beat)
    mayWait = true
    return true
  } catch {
    return false
  }
}

const BEAT_EVERY_MS = 10_000
/** A dragged handle steps many times a second: only its last place is sent. */
const STEPS_REST_MS = 500

export type Progress = Awaited<ReturnType<typeof client.learning.progress>>

type BeatsOptions = {
  courseId: string
  /** The lesson that is open, if any. */
  lessonId: string | undefined
  /** True while it is really being watched. */
  watching: boolean
  /** A beat arrived. */
  onAnswer: (progress: Progress) => void
  /** As many other devices watch as may. */
  onTooMany: (devices: WatchingDevice[]) => void
}

/** Returns true when the seconds may be sent again: a refusal would stay one. */
const mayArriveLater = (error: unknown) => !isApiError(error) || error.status >= 500 || error.status === 429

/**
 * Sends watched time and the student's place: every 10 s while a lesson plays, and at once when it stops, after a step (`flush`), when the
 * page is hidden or left. Lost beats go with the next one, and without a network wait for one. After the player is left, dashboard and
 * lessons are refetched. `mark` sets a lesson done or not, and fails as the call does. `note` stores the place of a playing lesson;
 * `resume` returns the place of one that played here.
 */
export function useBeats({ courseId, lessonId, watching, onAnswer, onTooMany }: BeatsOptions) {
  const queries = useQueryClient()
  const [clock] = useState(createBeatClock)
  const [places] = useState(() => createPlaces(randomKey()))
  const line = useRef({
    underWay: 0,
    asked: false,
    lastBeat: undefined as Promise<unknown> | undefined,
    onAnswer,
    onTooMany,
  })
  useEffect(() => {
    Object.assign(line.current, { onAnswer, onTooMany })
  })

  const notify = useCallback(
    async (lesson: string, beat: { seconds: number; completed?: boolean }, keepalive = false) => {
      const taken = Date.now()
      const position = places.take(lesson, taken)
      const named = { course_id: courseId, lesson_id: lesson, ...beat }
      try {
        // A page that is closed waits for nothing.
        if (!keepalive) await lateFirst()
        return await client.learning.progress({ ...named, ...(position && { position }) }, { context: { keepalive } })
      } catch (error) {
        // A line may be dead while the browser believes in it.
        if (isNoAnswer(error)) {
          const { age, ...place } = position ?? { age: 0, second: 0, tab: '', number: 0 }
          const at = taken - age * 1000
          if (await storeLate({ ...named, ...(position && { position: { ...place, at } }) })) return undefined
        }
        if (mayArriveLater(error)) {
          clock.giveBack(beat.seconds)
          places.giveBack(lesson)
        }
        const devices = devicesOf(error)
        if (devices) line.current.onTooMany(devices)
        throw error
      }
    },
    [courseId, clock, places],
  )

  const flush = useCallback(
    async (lesson: string, { last = false } = {}): Promise<void> => {
      // An admin's view of a student records nothing.
      if (useSession.getState().viewing) return
      const { current } = line
      // One beat at a time, unless this is the last chance: later seconds follow.
      if (current.underWay > 0 && !last) {
        current.asked = true
        return
      }
      const seconds = clock.take(Date.now())
      const untold = places.untold()
      if (seconds === 0 && untold.length === 0) return
      current.underWay += 1
      // Places of lessons that were left while the server was unreachable are sent, too.
      const others = untold.filter((other) => other !== lesson)
      const beats = [notify(lesson, { seconds }, last), ...others.map((other) => notify(other, { seconds: 0 }, last))]
      current.lastBeat = Promise.allSettled(beats).then(([answer]) => {
        if (answer?.status === 'fulfilled' && answer.value) line.current.onAnswer(answer.value)
      })
      await current.lastBeat
      current.underWay -= 1
      if (!current.asked) return
      current.asked = false
      await flush(lesson)
    },
    [clock, places, notify],
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
      const refresh = () =>
        Promise.all([
          queries.invalidateQueries({ queryKey: api.account.dashboard.key() }),
          queries.invalidateQueries({ queryKey: api.learning.getContent.key() }),
        ])
      void Promise.resolve(line.current.lastBeat).then(refresh)
    },
    [queries],
  )

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])

  return {
    flush: () => {
      clearTimeout(rest.current)
      rest.current = setTimeout(() => lessonId && void flush(lessonId), STEPS_REST_MS)
    },
    note: (lesson: string, place: Place) => places.note(lesson, place, Date.now()),
    resume: places.resume,
    mark: (lesson: string, completed: boolean) => notify(lesson, { seconds: clock.take(Date.now()), completed }),
  }
}
