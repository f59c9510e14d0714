import { type LineState, PEOPLE_AT_ONCE, type PlannedLine } from 'contract/enrolments'
import { adminClient } from '../admin-api.ts'

export type Action = 'give' | 'take'
export type Options = { action: Action; courseIds: string[]; mail: boolean; paid: boolean }

/** The lines of which something comes. */
export function isToDo(state: LineState, { action, paid }: Pick<Options, 'action' | 'paid'>): boolean {
  return action === 'give' ? state === 'new' || state === 'existing' : state === 'given' || (paid && state === 'paid')
}

export type Outcome = { changed: number; accounts: number; same: number; refused: { who: string; reason: string }[] }

/**
 * Does what a plan says, some people at a time, and tells how far it is. What was done stays when it is broken off, and doing it again
 * changes only what is missing.
 */
export async function runPlan(
  lines: readonly PlannedLine[],
  options: Options,
  onProgress: (done: number) => void,
): Promise<Outcome> {
  const { action, courseIds: course_ids, mail, paid } = options
  const sum: Outcome = { changed: 0, accounts: 0, same: 0, refused: [] }
  for (let at = 0; at < lines.length; at += PEOPLE_AT_ONCE) {
    const people = lines.slice(at, at + PEOPLE_AT_ONCE).map(({ email, phone, name }) => ({ email, phone, name }))
    if (action === 'give') {
      const done = await adminClient.enrolments.give({ course_ids, people, mail })
      sum.changed += done.given
      sum.accounts += done.accounts
      sum.same += done.had
      sum.refused.push(...done.refused.map(({ email, phone, reason }) => ({ who: email ?? phone ?? '', reason })))
    } else {
      const done = await adminClient.enrolments.take({ course_ids, people, paid })
      sum.changed += done.taken
      sum.same += done.had_none
    }
    onProgress(at + people.length)
  }
  return sum
}
