import { MOST_EXPORTED_BY_ID } from 'contract/exports'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { PASTED } from '../enrol/pasted.ts'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { MarkedBar, MOST_MARKED, type useMarks } from '../lists/mark-column.tsx'
import { tabPath } from '../tabs/tab-path.ts'
import type { Student } from './user.ts'

const listPath = tabPath('movein', { from: 'paste' })

/** Marked students as the list that the forms of enrolment read: one a line. */
const linesOf = (students: readonly Student[]) =>
  students.map(({ email, phone, name }) => [email, phone, name.replace(/[,;\t"]/g, ' ')].join(', ')).join('\n')

type Props = {
  /** Search and rules of the list. */
  filter: { q?: string; segment?: string }
  of: ReturnType<typeof useMarks<Student>>
  /** The number of students in the search. */
  total: number
}

/** Offers actions on all marked students; the forms of enrolment show what will happen before it does. */
export function MarkedStudents({ filter, of, total }: Props) {
  const navigate = useNavigate()
  const students = [...of.marks.values()]
  const give = () => {
    consoleDrafts.keep(PASTED, linesOf(students))
    navigate(listPath ?? adminPaths.tab('enrol'))
  }
  const take = () => navigate(adminPaths.tab('enrol'), { state: { take: linesOf(students) } })
  return (
    <MarkedBar
      of={of}
      what="students"
      search={JSON.stringify(filter)}
      total={total}
      all={() => adminClient.users.list({ ...filter, limit: String(MOST_MARKED) })}
    >
      {listPath && (
        <Button size="sm" variant="outline" onClick={give}>
          Give a course
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={take}>
        Remove access
      </Button>
      {students.length <= MOST_EXPORTED_BY_ID && (
        <ExportButton table="users" size="sm" input={{ ids: students.map(of.keyOf).join(',') }} />
      )}
    </MarkedBar>
  )
}
