import type { Membership } from 'contract/memberships/memberships'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconPencil, IconRefresh } from '../host/admin-icons.ts'
import { listTab, opens } from '../kit/list-tab.tsx'
import { useAct } from '../kit/use-act.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import type { Column } from '../lists/column.ts'

const MembershipDialog = later(() => import('./MembershipDialog.tsx'))

const RHYTHM = { month: 'a month', quarter: 'for 3 months', year: 'a year' } as const

const coursesText = ({ course_ids }: Membership) =>
  course_ids === 'all' ? 'All' : course_ids.length === 1 ? '1 course' : `${course_ids.length} courses`

const columns: Column<Membership>[] = [
  {
    head: 'Membership',
    lead: true,
    cell: ({ name, state }) => (
      <chakra.span display="inline-flex" flexWrap="wrap" gap="1.5" overflowWrap="anywhere">
        <b>{name}</b>
        {state !== 'on_sale' && <Tag>{state === 'draft' ? 'Draft' : 'Ended'}</Tag>}
      </chakra.span>
    ),
  },
  {
    head: 'Price',
    numeric: true,
    label: 'Price',
    cell: ({ price, period }) => `${rupeesText(price)} ${RHYTHM[period]}`,
  },
  { head: 'Courses', label: 'Courses', cell: coursesText },
  { head: 'Members', numeric: true, label: 'Members', cell: ({ active }) => active.toLocaleString('en-IN') },
  { head: 'Late', numeric: true, label: 'Late', cell: ({ late }) => late.toLocaleString('en-IN') },
  {
    head: 'Link',
    label: 'Link',
    cell: ({ name, url, state }) => state === 'on_sale' && <CopyText text={url} of={`link of ${name}`} />,
  },
]

function useDeleteMembership() {
  const act = useAct(adminApi.memberships.remove, {
    of: ({ membership_id }: Membership) => ({ params: { membership_id } }),
    confirm: () => ({ title: 'Delete this membership?', text: <p>Nobody has joined it. Its page is gone at once.</p> }),
    failed: 'Failed to delete the membership',
  })
  return { ...act, name: ({ name }: Membership) => `Delete ${name}`, icon: IconTrash, danger: true }
}

/** Memberships with their members, and the link of each. */
export default listTab({
  title: 'Memberships',
  of: 'memberships',
  call: adminApi.memberships.list,
  rows: 'memberships',
  download: 'members',
  keyOf: ({ membership_id }: Membership) => membership_id,
  search: 'Search by name',
  add: { label: 'Add membership', dialog: (onClose) => <MembershipDialog of={undefined} onClose={onClose} /> },
  empty: {
    icon: IconRefresh,
    title: 'No memberships yet',
    text: 'A membership opens courses while it is paid. UPI Autopay or a card pays it, each month, quarter or year.',
  },
  columns,
  actions: [opens(({ name }: Membership) => `Change ${name}`, IconPencil, MembershipDialog), useDeleteMembership],
})
