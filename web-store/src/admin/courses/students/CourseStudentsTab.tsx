import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { dateText } from '../../../ui/format.ts'
import { later } from '../../../ui/later.tsx'
import { Tag } from '../../../ui/layout.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { IconUser } from '../../../ui/secondary-icons.ts'
import { slot } from '../../../ui/slot.tsx'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import type { Column } from '../../lists/column.ts'
import { ListTab } from '../../lists/ListTab.tsx'
import { PAGE_SIZE, totalText } from '../../lists/list-params.ts'
import { MarkedBar, useMarks } from '../../lists/mark-column.tsx'
import { EmailText } from '../../lists/table-parts.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { type OneCourse, useCourseId } from '../courses.queries.ts'
import { CourseHead } from '../editor/CourseHead.tsx'
import { nameColumn, seenColumn } from './student-columns.tsx'

/** Lists about a course's students that other features add. */
const Parts = slot<OneCourse>(import.meta.glob('../../*/CourseStudentsPart.tsx', { eager: true }))

const Day = chakra('span', { base: { whiteSpace: 'nowrap' } })
const Progress = chakra('div', { base: { display: 'grid', gap: '1.5', minW: { lg: '130px' }, pt: '1.5' } })

const columnsOf = (lessons: number): Column<CourseStudent>[] => [
  nameColumn,
  { head: 'Email', cell: ({ email }) => <EmailText email={email} /> },
  { head: 'Since', label: 'Since', cell: ({ granted_at }) => <Day>{dateText(new Date(granted_at))}</Day> },
  {
    head: 'Until',
    label: 'Until',
    cell: ({ ends_at }) => <Day>{ends_at ? dateText(new Date(ends_at)) : 'No end'}</Day>,
  },
  {
    head: 'Progress',
    wholeLine: true,
    cell: ({ name, lessons_done }) =>
      lessons === 0 ? (
        'No lessons yet'
      ) : (
        <Progress>
          <ProgressBar percent={Math.floor((100 * lessons_done) / lessons)} label={`Progress of ${name}`} />
          {lessons_done} of {lessons} lessons
        </Progress>
      ),
  },
  seenColumn,
]

/** Lists the present students of a course, and their progress. */
export default function CourseStudentsTab() {
  const courseId = useCourseId()
  const list = useListParams([])
  const query = useQuery({
    ...adminApi.courses.students.queryOptions({ input: { id: courseId, ...list.input } }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const giveAccess = <Link to={adminPaths.tab('enrol', { course_id: courseId })}>Give access</Link>
  const marked = useMarks({ rows: data?.students, keyOf: ({ user_id }) => user_id, nameOf: ({ name }) => name })
  return (
    <>
      <CourseHead courseId={courseId} current="students" />
      <ListTab
        search="Search by name or email"
        filters={
          <>
            {data && <Tag fontVariantNumeric="tabular-nums">Total: {totalText(data.total, list.page * PAGE_SIZE)}</Tag>}
            <Button asChild variant="outline" ms="auto">
              {giveAccess}
            </Button>
          </>
        }
        above={<MarkedStudents courseId={courseId} of={marked} q={list.q.trim()} total={data?.total ?? 0} />}
        caption="Students"
        list={list}
        query={query}
        rows={data?.students}
        keyOf={marked.keyOf}
        show={[marked.column, ...columnsOf(data?.lessons ?? 0)]}
        failed="The students could not be loaded"
        of="students"
        empty={
          <PageMessage icon={IconUser} title="No students yet" action={<Button asChild>{giveAccess}</Button>}>
            Everyone who buys this course, redeems a gift or is given it shows here.
          </PageMessage>
        }
      />
      <Parts courseId={courseId} />
    </>
  )
}

const ExtendMany = later(() => import('./ExtendMany.tsx'))

type CourseStudent = Awaited<ReturnType<typeof adminClient.courses.students>>['students'][number]

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
function MarkedStudents({ courseId: id, of, q, total }: MarkedStudentsProps) {
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
