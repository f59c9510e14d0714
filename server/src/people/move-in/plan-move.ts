import type { MoveKind } from 'contract/move-in/fields'
import type { MoveCounts, MovePlan } from 'contract/move-in/plan'
import type { CallContext, Context, Db } from '../../context.ts'
import { listCourseNames } from '../../courses/courses/course-lists.queries.ts'
import { invalidField, plainError } from '../../errors.ts'
import { patiently } from '../../platform/db/knex.ts'
import { requireCourses } from '../students/courses-by-hand.ts'
import { courseMatcher } from './match-courses.ts'
import { countRows, findCells, type SheetRow, updateRows } from './move-rows.queries.ts'
import { lockMove, updateMove } from './moves.queries.ts'
import { coursePlanner } from './plan-courses.ts'
import { orderPlanner } from './plan-orders.ts'
import { studentPlanner } from './plan-students.ts'
import type { Planner, Planning } from './planner.ts'
import { readColumns } from './reader/columns.ts'

/** Rows of one statement. */
const BATCH = 1_000

const SAYS_ITSELF = 'The export of another SkillHaat says itself who agreed to news. Move its students.csv in'

const planners: Record<MoveKind, (planning: Planning) => Planner> = {
  students: studentPlanner,
  courses: coursePlanner,
  orders: orderPlanner,
}

/**
 * Looks at every row and stores its result; nothing else changes. The choices are stored for the next file. A constant
 * number of statements for each thousand rows. 409 once the move runs or is over, 404 for an unknown course.
 */
export async function planMove(
  ctx: Context,
  admin: NonNullable<CallContext['admin']>,
  moveId: string,
  plan: MovePlan,
): Promise<MoveCounts> {
  return patiently(ctx.db, async (trx) => {
    const move = await lockMove(trx, moveId)
    if (!move || !['read', 'planned', 'stopped', 'failed'].includes(move.status))
      throw plainError('conflict', 'This move has begun')
    if (move.done > 0 && move.kind !== plan.kind) throw plainError('conflict', 'This move has begun')
    // Its own files say what each student agrees to: a word of the owner would undo what a student withdrew.
    if (plan.news && (plan.source ?? move.source) === 'skillhaat') throw invalidField('news', SAYS_ITSELF)
    await requireCourses(trx, chosenCourses(plan))
    const ours = await listCourseNames(trx)
    const names = new Map(ours.map(({ course_id, name }) => [course_id, name]))
    const rows = await allRows(trx, moveId)
    const headings = move.read.columns.map(({ heading }) => heading)
    const columns = Object.fromEntries(
      headings.map((heading) => [
        heading,
        Object.hasOwn(plan.columns, heading) ? (plan.columns[heading] ?? null) : null,
      ]),
    )
    const reading = await readColumns({ headings, rows }, { ...plan, columns })
    const coursesOf = courseMatcher({ plan, read: move.read, ours })
    const planner = planners[plan.kind]({ db: trx, plan, reading, coursesOf, admin, names, now: ctx.now() })
    for (let at = 0; at < rows.length; at += BATCH)
      await updateRows(trx, moveId, await planner.plan(rows.slice(at, at + BATCH)))
    const states = await countRows(trx, moveId)
    const counts = { ...states, ...(await planner.sums()) }
    await updateMove(trx, moveId, {
      kind: plan.kind,
      source: plan.source ?? move.source,
      plan,
      counts,
      planned: states.new + states.existing + states.waiting,
      ...(move.status === 'read' && { status: 'planned' }),
    })
    return counts
  })
}

/** All unfinished rows: only whole columns tell how dates and progress are written. */
async function allRows(db: Db, moveId: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for (;;) {
    const some = await findCells(db, moveId, { after: rows.at(-1)?.row ?? 0, limit: 10 * BATCH })
    rows.push(...some)
    if (some.length < 10 * BATCH) return rows
  }
}

function chosenCourses({ courses = {}, course_ids = [] }: MovePlan): string[] {
  const chosen = Object.values(courses).flatMap((choice) => (choice === 'new' ? [] : (choice ?? [])))
  return [...new Set([...chosen, ...course_ids])]
}
