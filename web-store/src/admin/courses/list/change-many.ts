import { MAX_CHANGED, type StatesAnswer } from 'contract/course-many'
import type { CourseState } from 'contract/placement'
import { adminClient } from '../../host/admin-api.ts'

/** What all marked courses become. */
export type NewState = 'published' | 'draft' | 'archived' | 'deleted'

type Wanted = { course_id: string; state: CourseState }

/** Gives courses their states, a part at a time. What was changed before a part failed is told to `onPart`. */
export async function changeStates(
  courses: readonly Wanted[],
  { alsoEmpty = false, onPart }: { alsoEmpty?: boolean; onPart?: (part: StatesAnswer) => void } = {},
): Promise<StatesAnswer> {
  const whole: StatesAnswer = { changed: [], refused: [] }
  for (let from = 0; from < courses.length; from += MAX_CHANGED) {
    const part = courses.slice(from, from + MAX_CHANGED)
    const done = await adminClient.courses.setStates({ courses: part, ...(alsoEmpty && { also_empty: true }) })
    whole.changed.push(...done.changed)
    whole.refused.push(...done.refused)
    onPart?.(done)
  }
  return whole
}
