import { MOVE_FIELDS, type MoveKind } from 'contract/move-in/fields'
import type { MoveColumn, ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'

/** Choice for one course name of the file; undefined while it is open. */
export type CourseChoice = NonNullable<MovePlan['courses']>[string] | undefined

/** The plan of a screen, and how a part of it changes. */
export type PlanPart = { read: ReadFile; plan: MovePlan; onChange: (change: Partial<MovePlan>) => void }

export const kindNames: Record<MoveKind, string> = { students: 'Students', courses: 'Courses', orders: 'Past orders' }

/** Fields that several columns fill together. */
const SHARED = new Set(['course', 'status', 'flag', 'returned', 'category', 'lessons_done', 'news'])
/** Fields whose values are matched, too. */
const MATCHED = ['course', 'status', 'flag', 'returned']

const guessesOf = ({ columns }: ReadFile) => Object.fromEntries(columns.map(({ heading, guess }) => [heading, guess]))

/** Returns true if other course names or statuses are to be matched than those that were read. */
export function readsOthers(read: ReadFile, columns: MovePlan['columns']): boolean {
  const guesses = guessesOf(read)
  return read.columns.some(({ heading }) => {
    const [before, now] = [guesses[heading], columns[heading]]
    return before !== now && MATCHED.some((field) => field === before || field === now)
  })
}

/** The choices to begin with: what the file says, below what was planned with, below what was chosen since. */
export function planOf(read: ReadFile, planned: MovePlan | null, typed: Partial<MovePlan> = {}): MovePlan {
  const courses = read.courses.flatMap(({ name, guess, guesses = [] }): [string, string | string[]][] =>
    guesses.length > 1 ? [[name, guesses]] : guess ? [[name, guess]] : [],
  )
  const dates = read.columns.flatMap(({ heading, dates }) => (dates ? [[heading, dates.order] as const] : []))
  return {
    source: read.source_guess,
    mail: false,
    ...planned,
    ...typed,
    kind: read.kind_guess,
    columns: { ...guessesOf(read), ...planned?.columns, ...typed.columns },
    courses: { ...Object.fromEntries(courses), ...planned?.courses, ...typed.courses },
    statuses: {
      ...Object.fromEntries(read.statuses.map(({ value, guess }) => [value, guess])),
      ...planned?.statuses,
      ...typed.statuses,
    },
    dates: { ...Object.fromEntries(dates), ...planned?.dates, ...typed.dates },
  }
}

/** A consent by the owner's word, before it is written down. */
export const BLANK_NEWS = { source: '', agreed_on: '', text: '' }

export const takes = ({ columns }: MovePlan, field: string) => Object.values(columns).includes(field)

/** Our fields, each with the columns that become it, and an empty place where one more can. */
export function fieldsIn(read: ReadFile, { kind, columns }: MovePlan) {
  return Object.entries(MOVE_FIELDS[kind]).map(([field, label]) => {
    const taken = read.columns.filter(({ heading }) => columns[heading] === field)
    const places: (MoveColumn | undefined)[] = taken.length === 0 || SHARED.has(field) ? [...taken, undefined] : taken
    return { field, label, places, isTaken: taken.length > 0 }
  })
}

/** Course names that nobody has decided about; orders keep the name. */
export const openNames = (read: ReadFile, plan: MovePlan) =>
  plan.kind === 'students' && takes(plan, 'course')
    ? read.courses.filter(({ name }) => plan.courses?.[name] === undefined).map(({ name }) => name)
    : []

/** Returns what is missing before the rows can be checked, as a sentence. */
export function missingIn(plan: MovePlan, { people = false }: Pick<ReadFile, 'people'> = {}): string | undefined {
  const { kind, news, course_ids } = plan
  if (kind === 'courses') return takes(plan, 'name') ? undefined : 'Choose the column for Title'
  if (kind === 'orders') return takes(plan, 'course') ? undefined : 'Choose the column for Course'
  if (!takes(plan, 'email') && !takes(plan, 'phone')) return 'Choose the column for Email'
  if (!people && !takes(plan, 'course') && !course_ids?.length)
    return 'Choose the column for Course, or courses for all rows'
  if (news && !(news.source.trim() && news.agreed_on && news.text.trim()))
    return 'Write down where, since when and to which text these people agreed'
  return undefined
}

/** The example of a column in the chosen order of day and month. */
export function exampleIn({ dates }: MoveColumn, order: 'day_first' | 'month_first'): string {
  const { example = '', order: read } = dates ?? {}
  const [year, month, day] = example.split('-')
  return order === read || Number(day) > 12 ? example : `${year}-${day}-${month}`
}
