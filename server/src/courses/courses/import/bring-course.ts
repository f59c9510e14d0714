import type { Course } from 'contract/courses/courses'
import { DraftBody } from 'contract/courses/input'
import { lackOf } from 'contract/courses/missing'
import type { ChosenState } from 'contract/placement'
import type { Db, Trusted } from '../../../context.ts'
import type { CatalogueTrx } from '../../../shop/catalogue/catalogue.queries.ts'
import { courseStateChanged } from '../course-state-changed.ts'
import { lockCourse } from '../courses.queries.ts'
import { addCourse, updateLocked } from '../courses.service.ts'
import { isOnSale } from '../go-on-sale.ts'
import { type CourseRow, type LeftOut, readRow, rowField } from './course-row.ts'
import { findPictures, type PictureOf } from './find-pictures.ts'
import { findNamed, type NamedCourse, nameKey } from './import.queries.ts'

export type { CourseRow, LeftOut } from './course-row.ts'

/** Result of a row. `invalid`: nothing can be made of it, for the reason in `left_out`. */
export type Brought = {
  state: 'new' | 'changed' | 'same' | 'invalid'
  course_id: string | null
  /** Fields that differ. */
  changes: (keyof CourseRow)[]
  left_out: LeftOut[]
}

/** Index of the earlier row of the same course, which alone counts. */
type PlannedRow = Brought & { repeats?: number }
type Planned = { brought: Brought; fields: Partial<Course>; to: ChosenState | undefined }

/** Plans the rows of a table in two statements; changes nothing. `pictureOf` replaces the library's images. */
export async function planCourses(
  db: Db,
  rows: readonly CourseRow[],
  { by, pictureOf }: { by: Trusted; pictureOf?: PictureOf },
): Promise<PlannedRow[]> {
  const around = await lookUp(db, rows, pictureOf)
  const seen = new Map<string, number>()
  return rows.map((row, index) => {
    const { brought } = planRow(row, { ...around, by })
    const key = brought.course_id ?? nameKey(row.name)
    const earlier = seen.get(key)
    if (earlier === undefined && brought.state !== 'invalid') seen.set(key, index)
    return earlier === undefined ? brought : { ...brought, state: 'same', changes: [], left_out: [], repeats: earlier }
  })
}

/**
 * Makes or changes the course of a row: a new one is a draft, one that is matched by id, else by title, gets what
 * differs. "Published" puts it on sale only when it is complete. The same row again changes nothing. `trx` is of a
 * catalogue write, so that one write may hold many rows.
 */
export async function bringCourse(
  trx: CatalogueTrx,
  row: CourseRow,
  { now, by, pictureOf }: { now: Date; by: Trusted; pictureOf?: PictureOf },
): Promise<Brought> {
  const { brought, fields, to } = planRow(row, { ...(await lookUp(trx, [row], pictureOf)), by })
  if (brought.state === 'new') {
    const input = DraftBody.shape.course_id.safeParse(row.course_id)
    const body = { ...DraftBody.parse({ ...startOf(fields), ...fields }), state: 'draft' as const }
    const { course } = await addCourse(trx, by, { ...body, course_id: input.data ?? null }, now)
    return { ...brought, course_id: course.course_id }
  }
  if (brought.state === 'changed' && brought.course_id !== null) {
    const present = await lockCourse(trx, brought.course_id)
    if (!present) throw new Error(`course ${brought.course_id} went away in a catalogue write`)
    const { course } = Object.keys(fields).length > 0 ? await updateLocked(trx, by, present, fields, now) : present
    if (to !== undefined) await courseStateChanged(trx, course, to, now, { after: { state: to } })
  }
  return brought
}

type Around = { pictureOf: PictureOf; there: readonly NamedCourse[]; by: Trusted }

async function lookUp(db: Db, rows: readonly CourseRow[], pictureOf?: PictureOf) {
  return {
    pictureOf: pictureOf ?? (await findPictures(db, present(rows.map(({ image }) => image)))),
    there: await findNamed(db, present(rows.map(({ course_id }) => course_id)), present(rows.map(({ name }) => name))),
  }
}

const present = (texts: (string | null | undefined)[]): string[] => texts.filter((text): text is string => !!text)

function planRow(row: CourseRow, { pictureOf, there, by }: Around): Planned {
  const named = there.filter(({ course }) => nameKey(course.name) === nameKey(row.name))
  const byId = there.filter(({ course }) => course.course_id === row.course_id)
  const same = byId.length > 0 ? byId : named
  const invalid = (message: string): Planned => ({
    brought: { state: 'invalid', course_id: null, changes: [], left_out: [{ field: 'name', message }] },
    fields: {},
    to: undefined,
  })
  if (nameKey(row.name) === '') return invalid('A course needs a title')
  if (same.length > 1) return invalid('Several courses have this title: add a column Course id')
  const [found] = same
  const { fields, state, left_out } = readRow(row, { present: found, pictureOf, by })
  // The title that matched stays as it is written here.
  if (found && byId.length === 0) delete fields.name
  const was = found?.course ?? startOf(fields)
  const differing = Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => !found || JSON.stringify(was[field as keyof Course]) !== JSON.stringify(value),
    ),
  )
  let to = state === (found?.state ?? 'draft') ? undefined : state
  if (to !== undefined && isOnSale(to) && !found?.onSale) {
    const { kind = 'course', free = false, bundle_courses = [] } = was
    const lack = lackOf({ ...empty, ...was, ...fields, kind, free, bundle_courses }, found?.lessons ?? 0).map(
      ({ message }) => message,
    )
    if (lack.length > 0) left_out.push({ field: 'state', message: `Stays off the store. ${lack.join('. ')}` })
    if (lack.length > 0) to = undefined
  }
  // A new course is a draft; it is archived by nobody's table.
  if (!found) to = undefined
  const changes = found ? [...Object.keys(differing).map(rowField), ...(to ? (['state'] as const) : [])] : []
  return {
    fields: found ? differing : fields,
    to,
    brought: {
      state: !found ? 'new' : changes.length > 0 ? 'changed' : 'same',
      course_id: found?.course.course_id ?? null,
      changes,
      left_out,
    },
  }
}

const empty = {
  name: '',
  description: '',
  long_description: '',
  header_text: '',
  header_below: '',
  price: 0,
  banner: '',
}

/** Fields of a new course that follow from what the row says. */
function startOf({ name = '', description }: Partial<Course>): Partial<Course> {
  return {
    header_text: name.length >= 10 ? name : `The course ${name}`,
    header_below: name,
    ...(description && { long_description: description }),
  }
}
