import type { ProgressBody } from 'contract/learning'
import type { z } from 'zod'
import { liveRecount } from './live-recount.ts'

/** Returns the Indian month of an instant, such as `2026-11`. */
const monthOf = (instant: number) => new Date(instant + 330 * 60_000).toISOString().slice(0, 7)

type Beat = z.output<typeof ProgressBody> & { at: number }
type Place = { second: number; length: number | null; trueAt: number; tab: string; number: number }
type Taken = { student: string; lesson: string; at: number; seconds: number; completed: boolean | undefined }

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return low === undefined || high === undefined ? null : low + (high - low) * 0.5
}

/**
 * Computes the expected state of a course from its beats alone, in the words of the specification: lists the accepted
 * ones and recounts for each answer. In whole milliseconds.
 */
export function recountOf() {
  const taken: Taken[] = []
  /** Per student: the times of beats that claimed time, and the accepted part of each. */
  const timed = new Map<string, { at: number; seconds: number }[]>()
  const places = new Map<string, Place>()
  const students = new Map<string, { since: number; has: boolean }>()
  const live = liveRecount()
  /** Students who had done every lesson when others were added: they stay finished. */
  const finishers = new Set<string>()
  let present: string[] = []
  /** Live lessons without a recording: joining alone completes them. */
  let joinedOnly: string[] = []
  let refused = 0
  let joins = 0

  const of = (student: string, lesson?: string) =>
    taken.filter((beat) => beat.student === student && (lesson === undefined || beat.lesson === lesson))
  const secondsOf = (student: string, lesson?: string) => sum(of(student, lesson).map(({ seconds }) => seconds))
  const isDone = (student: string, lesson: string) =>
    of(student, lesson).findLast(({ completed }) => completed !== undefined)?.completed === true
  const isBegun = (student: string, lesson: string) => secondsOf(student, lesson) > 0 || isDone(student, lesson)
  const placeOf = (student: string, lesson: string) => places.get(`${student} ${lesson}`)
  const doneOf = (student: string) => present.filter((lesson) => isDone(student, lesson)).length
  const isFinished = (student: string) =>
    finishers.has(student) || (present.length > 0 && doneOf(student) === present.length)
  const lessonsOf = (student: string) => [...new Set(of(student).map(({ lesson }) => lesson))]

  /**
   * Returns the time that a beat may claim: at most 15 s for a student's first one. Since any earlier beat, the total
   * is at most the elapsed time plus two seconds once.
   */
  function allowed(student: string, at: number): number {
    const beats = timed.get(student) ?? []
    if (beats.length === 0) return 15
    const room = beats.map((from, place) => {
      const since = sum(beats.slice(place + 1).map(({ seconds }) => seconds))
      return at - from.at + 2_000 - since * 1_000
    })
    return Math.floor(Math.min(...room) / 1_000)
  }

  /** Returns hours with two decimals, half up; whole percent, rounded down; 100 / 50 / 0 by status. */
  function dashboard(student: string) {
    const spent = secondsOf(student)
    const done = doneOf(student)
    const any = spent > 0 || lessonsOf(student).some((lesson) => isDone(student, lesson))
    const all = isFinished(student)
    return {
      course_status: all ? 'completed' : any ? 'in_progress' : 'not_started',
      hours_spent: Math.floor((spent + 18) / 36) / 100,
      percent: all ? 100 : present.length === 0 ? 0 : Math.floor((100 * done) / present.length),
    }
  }

  function storePlace(student: string, lesson: string, at: number, shown: NonNullable<Beat['position']>): void {
    const known = placeOf(student, lesson)
    const trueAt = at - shown.age * 1_000
    const newer = !known || (known.tab === shown.tab ? shown.number > known.number : trueAt >= known.trueAt)
    if (!newer) return
    const { second, tab, number, length = known?.length ?? null } = shown
    places.set(`${student} ${lesson}`, { second, length, trueAt, tab, number })
  }

  return {
    get beats() {
      return taken.length
    },
    get refused() {
      return refused
    },
    get joins() {
      return joins
    },
    live,
    lessons(ids: string[], unrecorded: string[]) {
      if (ids.some((id) => !present.includes(id)))
        for (const student of [...students.keys()].filter(isFinished)) finishers.add(student)
      present = ids
      joinedOnly = unrecorded
    },
    enrolled(student: string, since: Date) {
      students.set(student, { since: since.getTime(), has: true })
    },
    refunded(student: string) {
      const known = students.get(student)
      if (known) known.has = false
    },
    givenBack(student: string) {
      const known = students.get(student)
      if (known) known.has = true
    },

    /** Returns the expected response to a beat: the student's position, or the code of a refusal. */
    beat(student: string, { lesson_id: lesson, seconds, completed, position, at }: Beat) {
      const code = !students.get(student)?.has ? 'forbidden' : !present.includes(lesson) ? 'not_found' : undefined
      const byJoining = completed !== undefined && joinedOnly.includes(lesson)
      if (code || byJoining) {
        refused += 1
        return code ?? 'forbidden'
      }
      const claimed = Math.round(seconds)
      const counted = claimed === 0 ? 0 : Math.min(claimed, allowed(student, at))
      if (claimed > 0) timed.set(student, [...(timed.get(student) ?? []), { at, seconds: counted }])
      taken.push({ student, lesson, at, seconds: counted, completed })
      if (position) storePlace(student, lesson, at, position)
      return dashboard(student)
    },

    /** Returns the expected response to joining a live lesson: `joined`, or the code of a refusal. */
    join(student: string, lesson: string, at: number) {
      if (!present.includes(lesson)) return 'not_found'
      const code = students.get(student)?.has ? live.refusal(at) : 'forbidden'
      if (code) return code
      joins += 1
      taken.push({ student, lesson, at, seconds: 0, completed: true })
      return 'joined'
    },

    /** Returns the expected dashboard and analytics. */
    says(now: Date) {
      const all = [...students.keys()]
      const having = all.filter((student) => students.get(student)?.has)
      const begun = having.filter((student) => lessonsOf(student).some((lesson) => isBegun(student, lesson)))
      const lastSeen = (student: string) => of(student).at(-1)?.at ?? students.get(student)?.since ?? 0
      const stuck = having.filter(
        (student) =>
          !isFinished(student) &&
          doneOf(student) < present.length &&
          lastSeen(student) < now.getTime() - 7 * 86_400_000,
      )
      const months = [...new Set(having.map((student) => monthOf(students.get(student)?.since ?? 0)))].sort().reverse()
      const shownAt = (place: Place | undefined) =>
        !place || (place.length !== null && place.second >= place.length * 0.95) ? 0 : place.second
      return {
        students: Object.fromEntries(
          all.map((student) => [
            student,
            {
              dashboard: dashboard(student),
              places: present.map((lesson) => ({
                lesson_id: lesson,
                completed: isDone(student, lesson),
                position: shownAt(placeOf(student, lesson)),
              })),
            },
          ]),
        ),
        numbers: {
          // Nobody here took the course free.
          free: 0,
          lessons: present.length,
          students: having.length,
          started: begun.length,
          completed: having.filter(isFinished).length,
        },
        lessons: present.map((lesson) => {
          const started = having.filter((student) => isBegun(student, lesson))
          const open = started.filter((student) => !isDone(student, lesson))
          const stops = open.flatMap((student) => placeOf(student, lesson)?.second ?? [])
          const lengths = started.flatMap((student) => placeOf(student, lesson)?.length ?? [])
          return {
            lesson_id: lesson,
            started: started.length,
            finished: started.length - open.length,
            stopped: stops.length,
            stop_second: median(stops),
            length: lengths.length === 0 ? null : Math.max(...lengths),
          }
        }),
        cohorts: months.map((month) => {
          const these = having.filter((student) => monthOf(students.get(student)?.since ?? 0) === month)
          return {
            month,
            enrolled: these.length,
            started: these.filter((student) => begun.includes(student)).length,
            half: these.filter(
              (student) => isFinished(student) || (present.length > 0 && doneOf(student) * 2 >= present.length),
            ).length,
            finished: these.filter(isFinished).length,
          }
        }),
        stuck: { total: stuck.length, ids: stuck.sort() },
        done: Object.fromEntries(having.map((student) => [student, doneOf(student)])),
        seconds: Object.fromEntries(having.map((student) => [student, secondsOf(student)])),
      }
    },
  }
}

export type Recount = ReturnType<typeof recountOf>
