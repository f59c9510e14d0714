import type { MoveState } from './move-in.queries.ts'

type Counts = NonNullable<MoveState['counts']>
type Counted = Pick<MoveState, 'kind'> & { counts: Counts }

const figure = (count: number) => count.toLocaleString('en-IN')

/** Formats `1 row`, `1,20,000 rows`. */
export const manyText = (count: number, one: string, many = `${one}s`) => `${figure(count)} ${count === 1 ? one : many}`

export const takenIn = (counts: Counts) => counts.new + counts.existing + counts.waiting
export const leftOutIn = (counts: Counts) => counts.same + counts.skipped + counts.invalid

/** Names what a move brings, with its number, for its button and its end. */
export function broughtText({ kind, counts }: Counted): string {
  if (kind === 'courses') return manyText(takenIn(counts), 'course')
  if (kind === 'orders') return manyText(takenIn(counts), 'past order')
  return counts.enrolments > 0 ? manyText(counts.enrolments, 'enrolment') : manyText(takenIn(counts), 'student')
}

/** The four figures of a checked file. */
export function figuresOf({ kind, counts }: Counted): readonly (readonly [count: string, label: string])[] {
  const left = [figure(leftOutIn(counts)), leftOutIn(counts) === 1 ? 'row left out' : 'rows left out'] as const
  if (kind === 'courses')
    return [
      [figure(counts.new), 'new drafts'],
      [figure(counts.existing), 'changed'],
      [figure(counts.noted), 'with a note'],
      left,
    ]
  if (kind === 'orders')
    return [
      [figure(takenIn(counts)), 'past orders'],
      [figure(counts.people), 'buyers'],
      [figure(counts.noted), 'with a note'],
      left,
    ]
  return [
    [figure(counts.accounts), 'new accounts'],
    [figure(Math.max(0, counts.people - counts.accounts)), 'already have one'],
    [figure(counts.enrolments), 'enrolments'],
    left,
  ]
}
