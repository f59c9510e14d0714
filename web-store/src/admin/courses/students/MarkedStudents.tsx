import { useState } from 'react'
import { errorText } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { Button } from '../../../ui/Button.tsx'
import { later } from '../../../ui/later.tsx'
import { toast } from '../../../ui/toaster.ts'
import { adminClient } from '../../host/admin-api.ts'
import { BulkBox } from '../../lists/BulkBox.tsx'
import { anyUnmarked, type Marks, MOST_MARKED } from '../../lists/mark-column.tsx'

const ExtendMany = later(() => import('./ExtendMany.tsx'))

export type CourseStudent = Awaited<ReturnType<typeof adminClient.courses.students>>['students'][number]

/** So many students of a course are listed in one answer. */
const LISTED_AT_ONCE = 200

async function listAll(id: string, q: string, wanted: number): Promise<CourseStudent[]> {
  const found: CourseStudent[] = []
  while (found.length < wanted) {
    const window = { limit: String(LISTED_AT_ONCE), offset: String(found.length) }
    const { students } = await adminClient.courses.students({ id, ...(q && { q }), ...window })
    if (students.length === 0) break
    found.push(...students)
  }
  return found
}

type MarkedStudentsProps = {
  courseId: string
  /** The search of the list. */
  q: string
  marks: Marks<CourseStudent>
  /** The students that the page shows. */
  rows: readonly CourseStudent[]
  keyOf: (student: CourseStudent) => string
  /** The number of students in the search. */
  total: number
  onMark: (students: readonly CourseStudent[]) => void
  onClear: () => void
}

/** Offers actions on all marked students of a course. */
export function MarkedStudents({ courseId, q, marks, rows, keyOf, total, onMark, onClear }: MarkedStudentsProps) {
  const [extending, setExtending] = useState(false)
  const wanted = Math.min(total, MOST_MARKED)
  const all = useSubmission({
    mutationFn: (of: string) => listAll(courseId, of, wanted),
    onSuccess: (found, of) => {
      // An answer for another search marks nothing.
      if (of === q) onMark(found)
    },
    onError: (error) => {
      toast.error(errorText(error, 'The students could not be selected'))
    },
  })
  const found = (all.variables === q && all.data) || rows
  if (marks.size === 0) return null
  return (
    <>
      <BulkBox label="Selected students" count={marks.size}>
        {anyUnmarked({ found, marks, keyOf, total }) && (
          <Button size="sm" variant="ghost" busy={all.isPending} onClick={() => all.mutate(q)}>
            Select all {wanted.toLocaleString('en-IN')}
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => setExtending(true)}>
          Extend access
        </Button>
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </BulkBox>
      {extending && (
        <ExtendMany
          courseId={courseId}
          students={[...marks.values()]}
          onClose={() => setExtending(false)}
          onDone={onClear}
        />
      )}
    </>
  )
}
