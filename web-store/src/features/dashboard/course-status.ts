import { courseToContinue, type Learnt } from 'contract/course-to-continue'
import { t } from '../../language/text.ts'

type Shown = {
  /** The status in words. */
  label: string
  /** Progress bar, in percent. */
  percent: number
  /** Palette of the badge; grey without one. */
  palette?: 'success' | 'action'
  /** Label of the course's button. */
  action: string
}

const notStarted: Shown = { label: t('Not started'), percent: 0, action: t('Start course') }

const statuses: Record<string, Shown> = {
  completed: { label: t('Completed'), percent: 100, palette: 'success', action: t('Watch again') },
  in_progress: { label: t('In progress'), percent: 50, palette: 'action', action: t('Continue') },
}

/** Sorts the courses as a student looks for them: the one to go on with, those watched last, then the others in their own order. */
export function inOrderOfLearning<Course extends Learnt>(courses: readonly Course[]): Course[] {
  const current = courseToContinue(courses)
  const rank = (course: Course) => (course === current ? '~' : (course.last_watched_at ?? ''))
  return courses.toSorted((one, other) => (rank(one) < rank(other) ? 1 : rank(one) > rank(other) ? -1 : 0))
}

/** Describes a `course_status`: 100, 50 or 0 percent; an unknown status counts as not started. */
export function shownStatus(status: string): Shown {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? notStarted) : notStarted
}
