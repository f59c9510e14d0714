import { ORPCError } from '@orpc/server'
import type { ImportLine } from 'contract/courses/import'
import { isGivenAway } from 'contract/gives-away'
import { toRupees } from 'contract/money'
import { type Context, type Db, requireTrusted, type Trusted } from '../../../context.ts'
import { writeCatalogue } from '../../../shop/catalogue/catalogue.queries.ts'
import { bringCourse, planCourses } from './bring-course.ts'
import type { CourseRow } from './course-row.ts'
import { COLUMN_NAMES, type Column, readCourses, rowOf } from './read-courses.ts'

type Planned = { said: ImportLine; row: CourseRow }

const COLUMN_OF: Partial<Record<keyof CourseRow, Column>> = { category: 'topics', price_paise: 'price' }

/** Plans the outcome of every row of a table without changing anything. */
export async function planImport(
  db: Db,
  by: Trusted,
  text: string,
): Promise<{ planned: Planned[]; unknown: string[] }> {
  const { lines, headings, unknown } = readCourses(text)
  const read = lines.map(rowOf)
  const outcomes = await planCourses(
    db,
    read.map(({ row }) => row),
    { by },
  )
  const heading = (column: Column) => headings[column] ?? COLUMN_NAMES[column]
  const columnOf = (field: keyof CourseRow) => heading(COLUMN_OF[field] ?? (field as Column))
  const planned = lines.map(({ line, cells }, index): Planned => {
    const { row, problems } = read[index] ?? { row: { name: '' }, problems: [] }
    const { state = 'invalid', course_id = null, changes = [], left_out = [], repeats } = outcomes[index] ?? {}
    return {
      row,
      said: {
        ...{ line, course_id, name: cells.name ?? '', changes: changes.map(columnOf) },
        state: repeats === undefined ? state : 'duplicate',
        problems: [
          ...left_out.map(({ field, message }) => ({ column: columnOf(field), message })),
          ...problems.map(({ column, message }) => ({ column: heading(column), message })),
        ],
      },
    }
  })
  return { planned, unknown }
}

/**
 * Imports a part of a table; unchanged rows are skipped. 403 `confirmation_required` for a price that gives a course
 * away.
 */
export async function importCourses(
  ctx: Context,
  by: Trusted,
  { text, from, count }: { text: string; from: number; count: number },
) {
  const { planned } = await planImport(ctx.db, { role: 'owner', confirmed: true }, text)
  const done = { created: 0, changed: 0, refused: [] as { line: number; reason: string }[] }
  for (const { said, row } of planned.slice(from, from + count)) {
    if (said.state !== 'new' && said.state !== 'changed') continue
    try {
      const sets = said.state === 'new' || said.changes.some((change) => /price/i.test(change))
      if (sets && row.price_paise && isGivenAway(toRupees(row.price_paise))) requireTrusted(by)
      await writeCatalogue(ctx.db, (trx) => bringCourse(trx, row, { now: ctx.now(), by }))
      done[said.state === 'new' ? 'created' : 'changed'] += 1
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code === 'confirmation_required') throw error
      done.refused.push({ line: said.line, reason: error.message })
    }
  }
  if (done.created > 0) await ctx.queue.send(ctx.db, 'analyze-tables', {}, { singletonKey: 'all' })
  return done
}
