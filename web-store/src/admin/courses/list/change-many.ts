import { MAX_CHANGED, type StatesAnswer } from 'contract/courses/many'
import type { CourseState } from 'contract/placement'
import { adminClient } from '../../host/admin-api.ts'

/** The new state of all marked courses. */
export type NewState = 'published' | 'draft' | 'archived' | 'deleted'

/** Words of each press: its label, what it did, and what it means. */
export const changes: Record<NewState, { does: string; done: string; says: string; danger?: true }> = {
  published: { does: 'Publish', done: 'published', says: 'Listed in your store and on sale at once.' },
  draft: {
    does: 'Unpublish',
    done: 'unpublished',
    says: 'A draft again: not listed, and nobody can buy. Students keep what they have.',
  },
  archived: { does: 'Archive', done: 'archived', says: 'No longer on sale. Students keep what they have.' },
  deleted: {
    does: 'Delete',
    done: 'moved to the bin',
    says: 'Not in the store, and in the bin for 30 days. Students keep their lessons.',
    danger: true,
  },
}

type Wanted = { course_id: string; state: CourseState }

/** Changes the state of courses, a part at a time. `onPart` receives the changes before a part failed. */
export async function changeStates(
  courses: readonly Wanted[],
  {
    alsoEmpty = false,
    alsoGenerated = true,
    onPart,
  }: { alsoEmpty?: boolean; alsoGenerated?: boolean; onPart?: (part: StatesAnswer) => void } = {},
): Promise<StatesAnswer> {
  const whole: StatesAnswer = { changed: [], refused: [] }
  for (let from = 0; from < courses.length; from += MAX_CHANGED) {
    const part = courses.slice(from, from + MAX_CHANGED)
    const done = await adminClient.courses.setStates({
      courses: part,
      also_generated: alsoGenerated,
      ...(alsoEmpty && { also_empty: true }),
    })
    whole.changed.push(...done.changed)
    whole.refused.push(...done.refused)
    onPart?.(done)
  }
  return whole
}
