import { Avatar, initialOf } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Row } from '../../ui/layout.tsx'
import { MenuItem } from '../../ui/menu.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { IconCoins, IconReceipt, IconTrash } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { IconPencil } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import type { Column } from '../lists/column.ts'
import { LastSeen } from '../lists/LastSeen.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'
import { EmailText } from '../lists/table-parts.tsx'
import { nameOf, type Student } from './user.ts'

export type StudentDialog = 'orders' | 'coins' | 'correct' | 'remove'
export type OpenDialog = { dialog: StudentDialog; user: Student }

const actions = [
  ['orders', 'Orders', IconReceipt],
  ['coins', 'Coins', IconCoins],
  ['correct', 'Edit details', IconPencil],
  ['remove', 'Delete', IconTrash],
] as const

/** The newest course by name, and how many more there are. */
function Courses({ courses }: Pick<Student, 'courses'>) {
  const [first, ...others] = courses
  if (!first) return <chakra.span color="fg.subtle">No courses</chakra.span>
  return (
    <chakra.span lineClamp={2} overflowWrap="anywhere" title={courses.map(({ name }) => name).join(', ')}>
      {first.name}
      {others.length > 0 && <chakra.span color="fg.subtle"> and {others.length} more</chakra.span>}
    </chakra.span>
  )
}

function Progress({ student }: { student: Student }) {
  const { progress } = student
  if (progress === null)
    return (
      <chakra.span color="fg.subtle" whiteSpace="nowrap">
        No lessons
      </chakra.span>
    )
  return (
    <Row gap="2.5" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
      <chakra.span display="flex" w="72px">
        <ProgressBar percent={progress} label={`Progress of ${nameOf(student)}`} />
      </chakra.span>
      <chakra.span minW={{ lg: '4.25rem' }} color="fg.muted">
        {progress === 100 ? 'Finished' : `${progress}%`}
      </chakra.span>
    </Row>
  )
}

function RowActions({ student, open }: { student: Student; open: (open: OpenDialog) => void }) {
  return (
    <RowMenu name={nameOf(student)}>
      {actions.map(([dialog, label, icon]) => (
        <MenuItem key={dialog} value={dialog} onClick={() => open({ dialog, user: student })}>
          <Icon of={icon} />
          {dialog === 'coins' ? `${label} (${student.coins.toLocaleString('en-IN')})` : label}
        </MenuItem>
      ))}
    </RowMenu>
  )
}

export const columnsWith = (open: (open: OpenDialog) => void): Column<Student>[] => [
  {
    head: 'Name',
    sort: 'name',
    lead: true,
    cell: (student) => (
      <Row>
        <Avatar aria-hidden display={{ base: 'none', xl: 'grid' }} bg="action.subtle" color="action.fg">
          {initialOf(nameOf(student))}
        </Avatar>
        <chakra.div minW="0">
          <TextLink to={adminPaths.student(student.user_id)} color="fg" fontWeight="600" textDecoration="none">
            {nameOf(student)}
          </TextLink>
        </chakra.div>
      </Row>
    ),
  },
  { head: 'Email', wholeLine: true, cell: ({ email }) => <EmailText color="fg.muted" email={email} /> },
  { head: 'Phone', label: 'Phone', cell: ({ phone }) => phone },
  {
    head: 'Coins',
    numeric: true,
    phone: 'none',
    cell: (student) => (
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Coins of ${nameOf(student)}: ${student.coins}`}
        onClick={() => open({ dialog: 'coins', user: student })}
      >
        {student.coins.toLocaleString('en-IN')}
      </Button>
    ),
  },
  { head: 'Referred by', from: 1280, phone: 'none', cell: ({ referred_by }) => referred_by ?? 'None' },
  {
    head: 'Courses',
    from: 1440,
    sort: 'courses',
    mostFirst: true,
    orders: ['fewest first', 'most first'],
    wholeLine: true,
    cell: ({ courses }) => <Courses courses={courses} />,
  },
  {
    head: 'Spent',
    sort: 'spent',
    mostFirst: true,
    orders: ['least first', 'most first'],
    numeric: true,
    phone: 'first',
    cell: ({ spent }) => rupeesText(spent),
  },
  {
    head: 'Joined',
    sort: ['oldest', 'newest'],
    mostFirst: true,
    orders: ['oldest first', 'newest first'],
    from: 1600,
    phone: 'none',
    cell: ({ created_at }) => dateText(new Date(created_at)),
  },
  {
    head: 'Last seen',
    sort: 'last_seen',
    mostFirst: true,
    orders: ['longest ago first', 'latest first'],
    label: 'Seen',
    phone: 'last',
    cell: ({ last_seen }) => <LastSeen at={last_seen} />,
  },
  { head: 'Progress', from: 1600, cell: (student) => <Progress student={student} /> },
  { head: 'Actions', actions: true, cell: (student) => <RowActions student={student} open={open} /> },
]
