import type { MoveKind } from 'contract/move-in/fields'
import type { MoveColumn, ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'

/** Choice for one course name of the file; undefined while it is open. */
export type CourseChoice = NonNullable<MovePlan['courses']>[string] | undefined

export const kindNames: Record<MoveKind, string> = { students: 'Students', courses: 'Courses', orders: 'Past orders' }

export const guessesOf = ({ columns }: ReadFile) =>
  Object.fromEntries(columns.map(({ heading, guess }) => [heading, guess]))

/** The columns whose values are matched, too: names of courses, and statuses. */
const matched = (columns: MovePlan['columns']) =>
  Object.entries(columns)
    .filter(([, field]) => field === 'course' || field === 'status')
    .map(([heading, field]) => `${field}: ${heading}`)
    .toSorted()
    .join('\n')

/** Returns true if other course names or statuses are to be matched than those that were read. */
export const readsOthers = (read: ReadFile, columns: MovePlan['columns']) =>
  matched(columns) !== matched(guessesOf(read))

/** The choices to begin with: the guesses, below what was planned with, below what was chosen since. */
export function planOf(read: ReadFile, planned: MovePlan | null, typed: Partial<MovePlan> = {}): MovePlan {
  return {
    source: read.source_guess,
    mail: false,
    ...planned,
    ...typed,
    kind: read.kind_guess,
    columns: { ...guessesOf(read), ...planned?.columns, ...typed.columns },
    courses: {
      ...Object.fromEntries(
        read.courses.flatMap(({ name, guess, guesses = [] }): [string, string | string[]][] =>
          guesses.length > 1 ? [[name, guesses]] : guess ? [[name, guess]] : [],
        ),
      ),
      ...planned?.courses,
      ...typed.courses,
    },
    statuses: {
      ...Object.fromEntries(read.statuses.map(({ value, guess }) => [value, guess])),
      ...planned?.statuses,
      ...typed.statuses,
    },
    dates: {
      ...Object.fromEntries(read.columns.flatMap(({ heading, dates }) => (dates ? [[heading, dates.order]] : []))),
      ...planned?.dates,
      ...typed.dates,
    },
  }
}

/** A consent by the owner's word, before it is written down. */
export const BLANK_NEWS = { source: '', agreed_on: '', text: '' }

export const takes = ({ columns }: MovePlan, field: string) => Object.values(columns).includes(field)

/** Course names that nobody has decided about; orders keep the name. */
export const openNames = (read: ReadFile, plan: MovePlan) =>
  plan.kind === 'students' && takes(plan, 'course')
    ? read.courses.filter(({ name }) => plan.courses?.[name] === undefined).map(({ name }) => name)
    : []

/** Returns what is missing before the rows can be checked, as a sentence. */
export function missingIn(plan: MovePlan): string | undefined {
  if (plan.kind === 'students' && !takes(plan, 'email') && !takes(plan, 'phone'))
    return 'Choose the column that becomes Email'
  if (plan.kind === 'students' && !takes(plan, 'course') && !plan.course_ids?.length)
    return 'Choose the column that becomes Course, or courses for all rows'
  const { news } = plan
  if (plan.kind === 'students' && news && !(news.source.trim() && news.agreed_on && news.text.trim()))
    return 'Write down where, since when and to which text these people agreed'
  if (plan.kind === 'courses' && !takes(plan, 'name')) return 'Choose the column that becomes Title'
  if (plan.kind === 'orders' && !takes(plan, 'course')) return 'Choose the column that becomes Course'
  return undefined
}

/** The example of a column in the chosen order of day and month. */
export function exampleIn({ dates }: MoveColumn, order: 'day_first' | 'month_first'): string {
  const { example = '', order: read } = dates ?? {}
  const [year, month, day] = example.split('-')
  return order === read || Number(day) > 12 ? example : `${year}-${day}-${month}`
}
