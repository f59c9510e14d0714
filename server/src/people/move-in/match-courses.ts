import type { MoveLine, MovePlan } from 'contract/move-in/plan'
import type { StoredRead } from './moves.queries.ts'
import { plainWords } from './reader/platforms.ts'

/** Marks the id of a course that the move makes; its name follows. */
export const NEW_COURSE = 'new:'

export type Matched = {
  /** Ids of courses, or `NEW_COURSE` and a name. */
  course_ids: string[]
  notes: MoveLine['notes']
  /** Reason of a row that gives no course. */
  skipped: string | null
  invalid: string | null
}

type Named = { course_id: string; name: string; bundle_courses: readonly string[] }

/** Finds our courses by a name, or by several in one cell such as `Reels, Canva + Shorts`, if each of them is a name of ours alone. */
export function coursesNamed(ours: readonly Pick<Named, 'course_id' | 'name'>[]) {
  const byName = Map.groupBy(ours, ({ name }) => plainWords(name))
  const ids = new Set(ours.map(({ course_id }) => course_id))
  const one = (name: string) => {
    const [first, ...others] = byName.get(plainWords(name)) ?? []
    return others.length > 0 ? undefined : (first?.course_id ?? (ids.has(name) ? name : undefined))
  }
  return (name: string): string[] | undefined => {
    const whole = one(name)
    if (whole !== undefined) return [whole]
    const parts = name.split(/[,+/&|]| (?:and|और|आणि) /).map(one)
    return parts.length > 1 && parts.every((id) => id !== undefined) ? parts : undefined
  }
}

/** Returns what the course names of a row became, by the owner's choices and else by the guesses. */
export function courseMatcher({ plan, read, ours }: { plan: MovePlan; read: StoredRead; ours: readonly Named[] }) {
  const bundles = new Map(ours.map(({ course_id, bundle_courses }) => [course_id, bundle_courses]))
  // Nobody is enrolled in a bundle; a past order has one.
  const opened = (id: string) => (plan.kind === 'orders' || !bundles.get(id)?.length ? [id] : (bundles.get(id) ?? []))
  const named = coursesNamed(ours)
  const guesses = new Map(read.courses.map(({ name, guess, guesses }) => [name, guesses ?? guess]))
  const chosen = new Map(Object.entries(plan.courses ?? {}))
  return (names: readonly string[]): Matched => {
    const course_ids = new Set<string>()
    const [left, unknown]: [string[], string[]] = [[], []]
    for (const name of names) {
      const choice = chosen.has(name) ? chosen.get(name) : (guesses.get(name) ?? named(name))
      if (choice === undefined) unknown.push(name)
      else if (choice === null) left.push(name)
      else if (choice === 'new') course_ids.add(`${NEW_COURSE}${name}`)
      else for (const id of [choice].flat().flatMap(opened)) course_ids.add(id)
    }
    if (names.length === 0) for (const id of (plan.course_ids ?? []).flatMap(opened)) course_ids.add(id)
    const messages = [
      ...left.map((name) => `“${name}” is left out`),
      ...unknown.map((name) => `No course is called “${name}”`),
    ]
    const none = course_ids.size === 0
    return {
      course_ids: [...course_ids],
      notes: none ? [] : messages.map((message) => ({ heading: 'Course', message })),
      skipped: none && left.length > 0 && unknown.length === 0 ? messages.join('. ') : null,
      invalid: !none || left.length + unknown.length === 0 ? null : messages.join('. '),
    }
  }
}
