import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { later } from '../../../ui/later.tsx'
import { adminClient } from '../../host/admin-api.ts'
import { MarkedBar, type useMarks } from '../../lists/mark-column.tsx'

const ExtendMany = later(() => import('./ExtendMany.tsx'))

export type CourseStudent = Awaited<ReturnType<typeof adminClient.courses.students>>['students'][number]

/** So many students of a course are listed in one answer. */
const LISTED_AT_ONCE = 200

type MarkedStudentsProps = {
  courseId: string
  of: ReturnType<typeof useMarks<CourseStudent>>
  /** The search of the list, and the number of students in it. */
  q: string
  total: number
}

/** Offers actions on all marked students of a course. */
export function MarkedStudents({ courseId: id, of, q, total }: MarkedStudentsProps) {
  const [extending, setExtending] = useState(false)
  const all = async (wanted: number) => {
    const found: CourseStudent[] = []
    while (found.length < wanted) {
      const window = { limit: String(LISTED_AT_ONCE), offset: String(found.length) }
      const { students } = await adminClient.courses.students({ id, ...(q && { q }), ...window })
      if (students.length === 0) break
      found.push(...students)
    }
    return found
  }
  return (
    <>
      <MarkedBar of={of} what="students" search={q} total={total} all={all}>
        <Button size="sm" variant="outline" onClick={() => setExtending(true)}>
          Extend access
        </Button>
      </MarkedBar>
      {extending && (
        <ExtendMany
          courseId={id}
          students={[...of.marks.values()]}
          onClose={() => setExtending(false)}
          onDone={of.clear}
        />
      )}
    </>
  )
}
