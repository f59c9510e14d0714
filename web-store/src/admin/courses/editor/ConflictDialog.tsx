import type { Course } from 'contract/courses/courses'
import type { Conflict } from '../../forms/use-versioned-save.ts'
import VersionsDialog from '../../forms/VersionsDialog.tsx'
import { sameValue } from '../../forms/version-parts.ts'
import type { CourseBody } from './course-form.ts'
import { fieldNames } from './sections.ts'

type Field = Exclude<keyof CourseBody, 'course_id'> & keyof typeof fieldNames

type ConflictDialogProps = {
  conflict: Conflict<CourseBody, Course>
  /** The course as it was when this edit began. */
  base: Record<string, unknown>
  busy: boolean
  onSave: (body: CourseBody) => void
  onClose: () => void
}

/** Lists the fields that somebody else has changed meanwhile, to pick one version of each. */
export default function ConflictDialog({ conflict, base, busy, onSave, onClose }: ConflictDialogProps) {
  const { body, theirs } = conflict
  const fields = (Object.keys(body) as Field[]).filter(
    (field) => String(field) !== 'course_id' && !sameValue(body[field], theirs[field]),
  )
  const parts = fields.map((field) => ({
    id: field,
    label: fieldNames[field],
    mine: body[field],
    theirs: theirs[field],
    changedHere: !sameValue(body[field], base[field]),
  }))
  const save = (taken: ReadonlySet<string>) => {
    const stored = fields.filter((field) => taken.has(field)).map((field) => [field, theirs[field]])
    onSave({ ...body, ...Object.fromEntries(stored) })
  }
  return (
    <VersionsDialog
      changed="this course"
      own={conflict.own}
      of="field"
      parts={parts}
      busy={busy}
      onSave={save}
      onClose={onClose}
    />
  )
}
