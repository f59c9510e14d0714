import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { dateText } from '../../../ui/format.ts'
import { Tag } from '../../../ui/layout.tsx'
import { PageMessage } from '../../../ui/PageMessage.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { IconUser } from '../../../ui/secondary-icons.ts'
import { TextLink } from '../../../ui/text.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/DataTable.tsx'
import { type Marks, markColumn, withMarks } from '../../lists/mark-column.tsx'
import { NoMatch } from '../../lists/NoMatch.tsx'
import { SearchBox } from '../../lists/SearchBox.tsx'
import { EmailText } from '../../lists/table-parts.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { ErrorState } from '../../shell/ErrorState.tsx'
import { CourseHead } from '../editor/CourseHead.tsx'
import { Certificates } from './Certificates.tsx'
import { type CourseStudent, MarkedStudents } from './MarkedStudents.tsx'

const Day = chakra('span', { base: { whiteSpace: 'nowrap' } })
const Progress = chakra('div', { base: { display: 'grid', gap: '1.5', minW: { lg: '130px' }, pt: '1.5' } })

const keyOf = ({ user_id }: CourseStudent) => user_id

const columnsOf = (lessons: number): Column<CourseStudent>[] => [
  {
    head: 'Student',
    lead: true,
    cell: ({ user_id, name }) => <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>,
  },
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
  {
    head: 'Last seen',
    label: 'Last seen',
    cell: ({ last_watched_at }) => <Day>{last_watched_at ? dateText(new Date(last_watched_at)) : 'Not yet'}</Day>,
  },
]

function NoStudents({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  if (!searched) {
    return (
      <PageMessage icon={IconUser} title="No students yet">
        Everyone who buys this course, redeems a gift or is given it shows here.
      </PageMessage>
    )
  }
  return <NoMatch of="students" onClear={onClear} />
}

/** Who has the course now, and how far they are. */
export default function CourseStudentsTab() {
  const [search] = useSearchParams()
  const courseId = search.get('course_id') ?? ''
  const list = useListParams([])
  const { sort: _, ...window } = list.input
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...adminApi.courses.students.queryOptions({ input: { id: courseId, ...window } }),
    placeholderData: keepPreviousData,
  })
  const [marks, setMarks] = useState<Marks<CourseStudent>>(new Map())
  const mark = (rows: readonly CourseStudent[], on: boolean) => setMarks(withMarks(marks, { rows, on, keyOf }))
  return (
    <>
      <CourseHead courseId={courseId} current="coursestudents" />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" mb="4">
        <SearchBox list={list} label="Search by name or email" />
        {data && <Tag fontVariantNumeric="tabular-nums">Total: {data.total.toLocaleString('en-IN')}</Tag>}
        <Button asChild variant="outline" ms="auto">
          <Link to={adminPaths.tab('enrol', { course_id: courseId })}>Enrol students</Link>
        </Button>
      </chakra.div>
      <MarkedStudents
        courseId={courseId}
        q={list.q.trim()}
        marks={marks}
        rows={data?.students ?? []}
        keyOf={keyOf}
        total={data?.total ?? 0}
        onMark={(rows) => mark(rows, true)}
        onClear={() => setMarks(new Map())}
      />
      {error && !data ? (
        <ErrorState title="The students could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Students"
          columns={[
            markColumn({ rows: data?.students ?? [], marks, keyOf, nameOf: ({ name }) => name, onMark: mark }),
            ...columnsOf(data?.lessons ?? 0),
          ]}
          rows={data?.students}
          total={data?.total ?? 0}
          keyOf={keyOf}
          list={list}
          stale={isPlaceholderData}
          empty={<NoStudents searched={list.q !== ''} onClear={() => list.set({ q: '' })} />}
        />
      )}
      <Certificates course_id={courseId} />
    </>
  )
}
