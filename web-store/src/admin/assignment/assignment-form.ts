import type { Assignment } from 'contract/assignments/hand-ins'
import { AssignmentInput } from 'contract/assignments/input'
import type { WorkKind } from 'contract/limits'
import { resolverOf } from '../forms/resolver-of.ts'
import { typedNumber } from '../forms/typed-number.ts'
import { mergedParts, type VersionPart, versionParts } from '../forms/version-parts.ts'

export type CriterionForm = { criterion_id: string; text: string; points: string }

export type AssignmentForm = {
  instructions: string
  criteria: CriterionForm[]
  takes_text: boolean
  file_kinds: WorkKind[]
  /** As they are typed. */
  due_days: string
  gate: boolean
}

export const emptyCriterion: CriterionForm = { criterion_id: '', text: '', points: '' }

const typed = (value: number | null) => (value === null ? '' : String(value))

/** The stored assignment as the form shows it; a lesson without one begins with an empty criterion. */
export function toForm(assignment: Assignment | null): AssignmentForm {
  if (!assignment) {
    const work = { takes_text: true, file_kinds: ['pdf', 'image'] satisfies WorkKind[] as WorkKind[] }
    return { instructions: '', criteria: [emptyCriterion], ...work, due_days: '', gate: false }
  }
  const { instructions, criteria, takes_text, file_kinds, due_days, gate } = assignment
  return {
    instructions,
    takes_text,
    file_kinds,
    gate,
    due_days: typed(due_days),
    criteria: criteria.map(({ points, ...criterion }) => ({ ...criterion, points: typed(points) })),
  }
}

/** Converts the form to the body of the request. */
export const toInput = ({ criteria, due_days, ...rest }: AssignmentForm) => ({
  ...rest,
  // One box that is ticked is no list to a browser.
  file_kinds: [rest.file_kinds || []].flat(),
  due_days: typedNumber(due_days),
  criteria: criteria.map(({ points, ...criterion }) => ({ ...criterion, points: typedNumber(points) })),
})

/** The contract's own schema checks the assignment; its paths are the form's. */
export const assignmentResolver = resolverOf<AssignmentForm, AssignmentInput>(
  (form) => AssignmentInput.safeParse(toInput(form)),
  (path) => path.join('.').replace(/^criteria$/, 'criteria.root'),
)

const PARTS = [
  ['instructions', 'instructions'],
  ['criteria', 'criteria'],
  ['takes_text', 'text'],
  ['file_kinds', 'kinds of files'],
  ['due_days', 'days until it is due'],
  ['gate', 'opening of later lessons'],
] as const

type Rules = Pick<AssignmentInput, (typeof PARTS)[number][0]>

const wordsOf = (rules: Rules, part: (typeof PARTS)[number][0]) =>
  part === 'criteria'
    ? rules.criteria.map(({ text, points }) => (points === null ? text : `${text} (${points})`))
    : rules[part]

/** Compares this admin's assignment with the stored one; `base` is the one the edit began with. */
export const assignmentParts = (mine: Rules, theirs: Rules, base: Rules | null): VersionPart[] =>
  versionParts(PARTS, wordsOf, { mine, theirs, base })

/** This admin's assignment with their version of the parts named. */
export const mergedAssignment = (
  mine: AssignmentInput,
  theirs: Assignment,
  taken: ReadonlySet<string>,
): AssignmentInput => mergedParts(PARTS, mine, theirs, taken)
