import type { StoredLesson } from 'contract/learning'
import type { AppliedLesson } from './folder-apply.ts'

/** A stored lesson as a plan changes it. */
export const asApplied = ({ file_seconds: _, file_bytes: _bytes, ...lesson }: StoredLesson): AppliedLesson => lesson
