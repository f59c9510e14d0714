import { randomBytes } from 'node:crypto'
import type { AssignmentInput } from 'contract/assignments'
import type { Assignment, Criterion } from 'contract/hand-ins'
import { changedFields, noteChange } from '../activity/note-change.ts'
import type { Context, Db } from '../context.ts'
import { type LessonOfCourse, lockLesson, requireLesson } from '../courses/lesson-of-course.ts'
import { appError } from '../errors.ts'
import { namesEtag } from '../net/names-etag.ts'
import { countHandIns, deleteAssignment, findAssignment, writeAssignment } from './assignments.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** What `ETag` of the admin's calls says; a lesson without an assignment has one, too. */
export const assignmentEtag = (lessonId: string, assignment: Assignment | undefined): string =>
  `"assignment-${lessonId}-${assignment?.version ?? 0}"`

/** The assignment of a lesson as its owner has it. 404 for an unknown lesson. */
export async function managedAssignment(db: Db, lessonId: string) {
  const lesson = await requireLesson(db, lessonId)
  const [assignment, numbers] = await Promise.all([findAssignment(db, lessonId), countHandIns(db, lessonId)])
  return { ...lesson, assignment, numbers }
}

/** Writes the assignment of a lesson. 404; 409 `edit_conflict` when `ifMatch` is there and names no present state. */
export async function saveAssignment(
  { db, now }: Write,
  lessonId: string,
  input: AssignmentInput,
  ifMatch: string | undefined,
): Promise<Assignment> {
  return db.transaction(async (trx) => {
    const { lesson, before } = await lockAssignment(trx, lessonId)
    if (ifMatch !== undefined && !namesEtag(ifMatch, assignmentEtag(lessonId, before))) {
      const detail = 'Someone else changed this assignment. Load it again before you save.'
      throw appError('edit_conflict', detail, { current: before ?? null })
    }
    const criteria = withIds(input.criteria, before?.criteria ?? [])
    const assignment = { ...input, criteria, version: (before?.version ?? 0) + 1 }
    await writeAssignment(trx, lesson, assignment, now())
    await noteAssignment(trx, lesson, before, assignment)
    return assignment
  })
}

/** Takes the assignment from a lesson; what was handed in stays. 404. */
export async function removeAssignment({ db }: Write, lessonId: string): Promise<void> {
  await db.transaction(async (trx) => {
    const { lesson, before } = await lockAssignment(trx, lessonId)
    if (!before) throw noAssignment()
    await deleteAssignment(trx, lessonId)
    await noteAssignment(trx, lesson, before, undefined)
  })
}

/** An id stays with what is stored under it; everything else is new. */
function withIds(criteria: AssignmentInput['criteria'], stored: readonly Criterion[]): Criterion[] {
  const known = new Set(stored.map(({ criterion_id }) => criterion_id))
  return criteria.map(({ criterion_id, ...criterion }) => ({
    ...criterion,
    criterion_id: criterion_id && known.delete(criterion_id) ? criterion_id : `c_${randomBytes(8).toString('hex')}`,
  }))
}

async function noteAssignment(
  trx: Db,
  lesson: LessonOfCourse,
  before: Assignment | undefined,
  after: Assignment | undefined,
): Promise<void> {
  const [was, is] = [saidOf(before), saidOf(after)]
  const changed = changedFields<Record<string, unknown>>(was, is)
  const of = { assignment_of: lesson.title }
  const change = {
    before: before ? { ...of, ...(after ? changed.before : was) } : null,
    after: after ? { ...of, ...changed.after } : null,
  }
  await noteChange(trx, { kind: 'lessons', id: lesson.course_id, name: lesson.course_name, ...change })
}

/** An assignment as the activity names it. */
function saidOf(assignment: Assignment | undefined): Record<string, unknown> {
  if (!assignment) return {}
  const { version: _version, criteria, ...rest } = assignment
  const said = ({ text, points }: Criterion) => (points === null ? text : `${text} (${points})`)
  return { ...rest, criteria: criteria.map(said) }
}

/** The lesson and its assignment, with the course kept from other writers of its lessons until the transaction ends. */
async function lockAssignment(trx: Db, lessonId: string) {
  const lesson = await lockLesson(trx, lessonId)
  return { lesson, before: await findAssignment(trx, lessonId) }
}

export const noAssignment = () => appError('not_found', 'This lesson asks for no work')
