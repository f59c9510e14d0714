import { randomBytes } from 'node:crypto'
import type { Assignment, Criterion } from 'contract/assignments/hand-ins'
import type { AssignmentInput } from 'contract/assignments/input'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { lockLesson, notePartOfLesson, requireLesson } from '../courses/lesson-of-course.ts'
import { countHandIns, deleteAssignment, findAssignment, writeAssignment } from './assignments.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** Returns the admin calls' `ETag`; a lesson without an assignment has one, too. */
export const assignmentEtag = (lessonId: string, assignment: Assignment | undefined): string =>
  `"assignment-${lessonId}-${assignment?.version ?? 0}"`

/** Reads a lesson's assignment in the owner's form. 404 for an unknown lesson. */
export async function managedAssignment(db: Db, lessonId: string) {
  const lesson = await requireLesson(db, lessonId)
  const [assignment, numbers] = await Promise.all([findAssignment(db, lessonId), countHandIns(db, lessonId)])
  return { ...lesson, assignment, numbers }
}

/** Writes a lesson's assignment. 404; 409 `edit_conflict` when `ifMatch` names another state. */
export const saveAssignment = (
  { db, now }: Write,
  lessonId: string,
  input: AssignmentInput,
  ifMatch: string | undefined,
): Promise<Assignment> =>
  // The sales page lists the lessons that wait for it.
  writeCatalogue(db, (trx) => setAssignment({ db: trx, now }, lessonId, input, ifMatch))

/** Does so in a catalogue write. */
export async function setAssignment(
  { db: trx, now }: Write,
  lessonId: string,
  input: AssignmentInput,
  ifMatch?: string,
): Promise<Assignment> {
  const { lesson, before } = await lockAssignment(trx, lessonId)
  requirePresent(ifMatch, assignmentEtag(lessonId, before), 'this assignment', before ?? null)
  const criteria = withIds(input.criteria, before?.criteria ?? [])
  const assignment = { ...input, criteria, version: (before?.version ?? 0) + 1 }
  await writeAssignment(trx, lesson, assignment, now())
  await notePartOfLesson(trx, lesson, 'assignment_of', before && noted(before), noted(assignment))
  return assignment
}

/** Removes a lesson's assignment; submissions stay. 404. */
export async function removeAssignment({ db }: Write, lessonId: string): Promise<void> {
  await writeCatalogue(db, async (trx) => {
    const { lesson, before } = await lockAssignment(trx, lessonId)
    if (!before) throw noAssignment()
    await deleteAssignment(trx, lessonId)
    await notePartOfLesson(trx, lesson, 'assignment_of', noted(before), undefined)
  })
}

/** Keeps the ids of stored criteria; gives others new ones. */
function withIds(criteria: AssignmentInput['criteria'], stored: readonly Criterion[]): Criterion[] {
  const known = new Set(stored.map(({ criterion_id }) => criterion_id))
  return criteria.map(({ criterion_id, ...criterion }) => ({
    ...criterion,
    criterion_id: criterion_id && known.delete(criterion_id) ? criterion_id : `c_${randomBytes(8).toString('hex')}`,
  }))
}

/** Reduces an assignment to its fields in the activity. */
function noted({ version: _version, criteria, ...rest }: Assignment): Record<string, unknown> {
  const withPoints = ({ text, points }: Criterion) => (points === null ? text : `${text} (${points})`)
  return { ...rest, criteria: criteria.map(withPoints) }
}

/** Locks the course's lessons until the transaction ends, and reads lesson and assignment. */
async function lockAssignment(trx: Db, lessonId: string) {
  const lesson = await lockLesson(trx, lessonId)
  return { lesson, before: await findAssignment(trx, lessonId) }
}

export const noAssignment = () => appError('not_found', 'This lesson has no assignment')
