import { ORPCError } from '@orpc/server'
import type { Course } from 'contract/courses/courses'
import type { ImportLine } from 'contract/courses/import'
import { CreateCourseBody, UpdateCourseBody } from 'contract/courses/input'
import type { ChosenState } from 'contract/placement'
import type { Context, Db, Trusted } from '../../../context.ts'
import { findImagesNamed } from '../../media/media.queries.ts'
import { changeCourse, createCourse } from '../courses.service.ts'
import { setPlacement } from '../placement.service.ts'
import { findNamed, type NamedCourse } from './import.queries.ts'
import { COLUMN_NAMES, type Column, type CourseLine, fieldsOf, type Problem, readCourses } from './read-courses.ts'

type Planned = { said: ImportLine; fields: Record<string, unknown>; state: ChosenState | undefined }

const COLUMN_OF: Record<string, Column> = { banner: 'image' }

/** Plans the outcome of every row of a table without changing anything. */
export async function planImport(db: Db, text: string): Promise<{ planned: Planned[]; unknown: string[] }> {
  const { lines, headings, unknown } = readCourses(text)
  const pictures = await findImagesNamed(
    db,
    lines.flatMap(({ cells }) => cells.image ?? []),
  )
  const there = await findNamed(
    db,
    lines.flatMap(({ cells }) => cells.course_id ?? []),
    lines.flatMap(({ cells }) => cells.name ?? []),
  )
  const seen = new Map<string, number>()
  const planned = lines.map((line) => planLine(line, { pictures, there, seen, headings }))
  return { planned, unknown }
}

type Around = {
  pictures: ReadonlyMap<string, string>
  there: readonly NamedCourse[]
  seen: Map<string, number>
  headings: Partial<Record<Column, string>>
}

function planLine(line: CourseLine, { pictures, there, seen, headings }: Around): Planned {
  const { cells } = line
  const found = fieldsOf(line, pictures)
  const name = cells.name ?? ''
  const same = cells.course_id
    ? there.filter(({ course }) => course.course_id === cells.course_id)
    : there.filter(({ course }) => course.name.toLowerCase() === name.toLowerCase())
  const [present] = same
  const problems: Problem[] = [...found.problems]
  if (same.length > 1)
    problems.push({ column: 'name', message: 'Several courses have this title: add a column Course id' })
  const fields = present ? found.fields : newCourse(found.fields, cells.course_id)
  const checked = present ? UpdateCourseBody.safeParse(fields) : CreateCourseBody.safeParse(fields)
  for (const { path, message } of checked.error?.issues ?? []) {
    const column = COLUMN_OF[String(path[0])] ?? (String(path[0]) as Column)
    if (!problems.some((one) => one.column === column))
      problems.push({ column, message: path[0] === 'banner' && fields.banner === undefined ? 'is missing' : message })
  }
  const key = cells.course_id ? `id ${cells.course_id}` : `name ${name.toLowerCase()}`
  const before = seen.get(key)
  seen.set(key, before ?? line.line)
  const state = present ? found.state : (found.state ?? 'draft')
  const headingOf = (column: Column) => headings[column] ?? COLUMN_NAMES[column] ?? column
  const isFirst = problems.length === 0 && before === undefined
  const changes = present && isFirst ? changesOf(present, found.fields, found.state).map(headingOf) : []
  const told = problems.map(({ column, message }) => ({ column: headingOf(column), message }))
  return {
    ...{ fields, state },
    said: {
      ...{ line: line.line, course_id: present?.course.course_id ?? null, name, changes, problems: told },
      state:
        told.length > 0 ? 'invalid' : before ? 'duplicate' : !present ? 'new' : changes.length > 0 ? 'changed' : 'same',
    },
  }
}

/** Completes a row to a new course with the contract's required fields. */
function newCourse(fields: Record<string, unknown>, course_id: string | undefined): Record<string, unknown> {
  const { name = '', description = '' } = fields as { name?: string; description?: string }
  const long = `${description}\n\n${name}: watch the lessons in your own time, on any device.`
  return {
    long_description: long.trim(),
    header_text: name.length >= 10 ? name : `The course ${name}`,
    header_below: name,
    ...fields,
    ...(course_id !== undefined && { course_id }),
  }
}

function changesOf(
  { course, state }: NamedCourse,
  fields: Record<string, unknown>,
  wanted: ChosenState | undefined,
): Column[] {
  const differing = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(course[field as keyof Course]) !== JSON.stringify(value),
  )
  const columns = differing.map(([field]) => COLUMN_OF[field] ?? (field as Column))
  return [...columns, ...(wanted !== undefined && wanted !== state ? (['state'] as const) : [])]
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
  const { planned } = await planImport(ctx.db, text)
  const done = { created: 0, changed: 0, refused: [] as { line: number; reason: string }[] }
  for (const { said, fields, state } of planned.slice(from, from + count)) {
    try {
      if (said.state === 'new') {
        await createCourse(ctx, by, { ...CreateCourseBody.parse(fields), state })
        done.created += 1
      } else if (said.state === 'changed' && said.course_id !== null) {
        await changeCourse(ctx, by, said.course_id, UpdateCourseBody.parse(fields), undefined)
        if (state !== undefined) await setPlacement(ctx, said.course_id, { state })
        done.changed += 1
      }
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code === 'confirmation_required') throw error
      done.refused.push({ line: said.line, reason: error.message })
    }
  }
  if (done.created > 0) await ctx.queue.send(ctx.db, 'analyze-tables', {}, { singletonKey: 'all' })
  return done
}
