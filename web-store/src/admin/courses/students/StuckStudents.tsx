import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StuckStudent } from 'contract/courses/figures'
import { chakra } from '../../../ui/chakra.ts'
import { dateText } from '../../../ui/format.ts'
import { Card } from '../../../ui/layout.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { Muted } from '../../forms/form-parts.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import type { Column } from '../../lists/column.ts'
import { ExportButton } from '../../lists/ExportButton.tsx'
import { LastSeen } from '../../lists/LastSeen.tsx'
import { ListTab } from '../../lists/ListTab.tsx'
import { EmailText } from '../../lists/table-parts.tsx'
import { useListParams } from '../../lists/use-list-params.ts'

const DAYS = ['7', '14', '30'] as const

const Title = chakra('span', { base: { overflowWrap: 'anywhere', minW: '0' } })

const columnsOf = (lessons: number): Column<StuckStudent>[] => [
  {
    head: 'Student',
    lead: true,
    cell: ({ user_id, name }) => <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>,
  },
  {
    head: 'Email',
    wholeLine: true,
    cell: ({ email }) => (
      <chakra.a href={`mailto:${email}`} textDecoration="underline">
        <EmailText email={email} />
      </chakra.a>
    ),
  },
  { head: 'Done', label: 'Done', cell: ({ lessons_done }) => `${lessons_done} of ${lessons}` },
  {
    head: 'Last lesson',
    label: 'Last lesson',
    wholeLine: true,
    cell: ({ last_lesson, last_beat_at, granted_at }) => (
      <Title>
        {last_beat_at
          ? `${last_lesson ?? 'A lesson that is gone'}, ${dateText(new Date(last_beat_at))}`
          : `None, has it since ${dateText(new Date(granted_at))}`}
      </Title>
    ),
  },
  {
    head: 'Last seen',
    label: 'Last seen',
    cell: ({ last_seen }) => <LastSeen at={last_seen} />,
  },
]

/** Lists the students who have not finished and were away for some time, to write to them. */
export function StuckStudents({ courseId }: { courseId: string }) {
  const list = useListParams([])
  const passed = list.get('days')
  const days = DAYS.find((one) => one === passed) ?? '14'
  const { limit, offset } = list.input
  const query = useQuery({
    ...adminApi.courses.stuck.queryOptions({ input: { id: courseId, days, limit, offset } }),
    placeholderData: keepPreviousData,
  })
  return (
    <chakra.section aria-label="Who is stuck" mt="8">
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="end" mb="3">
        <chakra.div flex="1" minW="220px">
          <chakra.h2 textStyle="h3">Who is stuck</chakra.h2>
          <Muted>Not finished, and no lesson watched for so many days.</Muted>
        </chakra.div>
        <ExportButton table="learning" input={{ course_id: courseId }} />
      </chakra.div>
      <chakra.div maxW="380px" mb="3">
        <Segments
          label="Days"
          value={days}
          options={DAYS.map((one) => [one, `${one} days`] as const)}
          onChange={(next) => list.set({ days: next === '14' ? '' : next })}
        />
      </chakra.div>
      <ListTab
        caption="Students who are stuck"
        list={list}
        query={query}
        rows={query.data?.students}
        keyOf={({ user_id }) => user_id}
        show={columnsOf(query.data?.lessons ?? 0)}
        failed="The students could not be loaded"
        empty={<Card padded>Nobody: all are done, or watched a lesson in the last {days} days.</Card>}
      />
    </chakra.section>
  )
}
