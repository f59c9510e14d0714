import { TextLink } from '../../../ui/text.tsx'
import { adminPaths } from '../../host/admin-paths.ts'
import type { Column } from '../../lists/column.ts'
import { LastSeen } from '../../lists/LastSeen.tsx'

/** The first and the last column of every list of students. */
export const nameColumn: Column<{ user_id: string; name: string }> = {
  head: 'Student',
  lead: true,
  cell: ({ user_id, name }) => <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>,
}
export const seenColumn: Column<{ last_seen: string | null }> = {
  head: 'Last seen',
  label: 'Last seen',
  cell: ({ last_seen }) => <LastSeen at={last_seen} />,
}
