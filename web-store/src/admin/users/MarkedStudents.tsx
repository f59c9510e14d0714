import { MOST_EXPORTED_BY_ID } from 'contract/exports'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toaster.ts'
import { PASTED } from '../enrol/pasted.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { BulkBox } from '../lists/BulkBox.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { anyUnmarked, type Marks, MOST_MARKED } from '../lists/mark-column.tsx'
import { tabPath } from '../tabs/tab-path.ts'
import type { Student } from './user.ts'

const listPath = tabPath('movein', { from: 'paste' })

/** Marked students as the list that the forms of enrolment read: one a line. */
const linesOf = (students: readonly Student[]) =>
  students.map(({ email, phone, name }) => [email, phone, name.replace(/[,;\t"]/g, ' ')].join(', ')).join('\n')

type Props = {
  /** Search and rules of the list. */
  filter: { q?: string; segment?: string }
  marks: Marks<Student>
  /** The students that the page shows. */
  rows: readonly Student[]
  keyOf: (student: Student) => string
  /** The number of students in the search. */
  total: number
  onMark: (students: readonly Student[]) => void
  onClear: () => void
}

/** Offers actions on all marked students; the forms of enrolment show what will happen before it does. */
export function MarkedStudents({ filter, marks, rows, keyOf, total, onMark, onClear }: Props) {
  const navigate = useNavigate()
  const [found, setFound] = useState<readonly Student[]>()
  const now = JSON.stringify(filter)
  const wanted = Math.min(total, MOST_MARKED)
  const all = useSubmission({
    mutationFn: (_of: string) => adminClient.users.list({ ...filter, limit: String(MOST_MARKED) }),
    onSuccess: (students, of) => {
      // An answer for another search or filter marks nothing.
      if (of !== now) return
      setFound(students)
      onMark(students)
    },
    onError: (error) => {
      toast.error(errorText(error, 'The students could not be selected'))
    },
  })
  if (marks.size === 0) return null
  const students = [...marks.values()]
  const give = () => {
    consoleDrafts.keep(PASTED, linesOf(students))
    navigate(listPath ?? adminPaths.tab('enrol'))
  }
  const take = () => navigate(adminPaths.tab('enrol'), { state: { take: linesOf(students) } })
  const known = (all.variables === now && found) || rows
  return (
    <BulkBox label="Selected students" count={marks.size}>
      {anyUnmarked({ found: known, marks, keyOf, total }) && (
        <Button size="sm" variant="ghost" busy={all.isPending} onClick={() => all.mutate(now)}>
          Select all {wanted.toLocaleString('en-IN')}
        </Button>
      )}
      {listPath && (
        <Button size="sm" variant="outline" onClick={give}>
          Give a course
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={take}>
        Remove access
      </Button>
      {marks.size <= MOST_EXPORTED_BY_ID && (
        <ExportButton table="users" size="sm" input={{ ids: students.map(keyOf).join(',') }} />
      )}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </BulkBox>
  )
}
