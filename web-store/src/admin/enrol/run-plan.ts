import { type LineState, PEOPLE_AT_ONCE, type PlannedLine } from 'contract/enrolments'
import { adminClient } from '../host/admin-api.ts'

export type Action = 'give' | 'take'
export type Options = { action: Action; mail: boolean; paid: boolean; until?: string }

/** The lines that have an effect. */
export function isToDo(state: LineState, { action, paid }: Pick<Options, 'action' | 'paid'>): boolean {
  if (action === 'give') return state === 'new' || state === 'existing' || state === 'unproven'
  return state === 'given' || (paid && state === 'paid')
}

export type Outcome = {
  changed: number
  waiting: number
  accounts: number
  same: number
  refused: { who: string; reason: string }[]
}

/**
 * Carries out a plan, some people at a time, and reports progress. An aborted run leaves its results; a second run adds only the missing ones.
 */
export async function runPlan(
  lines: readonly PlannedLine[],
  options: Options,
  onProgress: (done: number) => void,
): Promise<Outcome> {
  const { action, mail, paid, until } = options
  const sum: Outcome = { changed: 0, waiting: 0, accounts: 0, same: 0, refused: [] }
  let told = 0
  for (const part of partsOf(lines)) {
    const people = part.map(({ email, phone, name }) => ({ email, phone, name }))
    const course_ids = part[0]?.course_ids ?? []
    if (action === 'give') {
      const done = await adminClient.enrolments.give({ course_ids, people, mail, ...(until ? { until } : {}) })
      sum.changed += done.given
      sum.waiting += done.waiting
      sum.accounts += done.accounts
      sum.same += done.had
      sum.refused.push(...done.refused.map(({ email, phone, reason }) => ({ who: email ?? phone ?? '', reason })))
    } else {
      const done = await adminClient.enrolments.take({ course_ids, people, paid })
      sum.changed += done.taken
      sum.same += done.had_none
    }
    told += people.length
    onProgress(told)
  }
  return sum
}

/** Lines about the same courses, as many as go into one call. */
function partsOf(lines: readonly PlannedLine[]): PlannedLine[][] {
  const groups = Map.groupBy(lines, ({ course_ids }) => course_ids.join(' '))
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / PEOPLE_AT_ONCE) }, (_, n) =>
      group.slice(n * PEOPLE_AT_ONCE, (n + 1) * PEOPLE_AT_ONCE),
    ),
  )
}
