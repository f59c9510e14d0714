import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconCoins, IconReceipt, IconTrash, IconUser } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import type { Column } from '../lists/column.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { IconPencil } from '../shell/admin-icons.ts'
import { nameOf, type User } from './user.ts'

export const USER_SORTS = ['name', '-name', 'email', '-email', 'coins', '-coins'] as const

type ListInput = { q?: string; sort?: (typeof USER_SORTS)[number]; limit?: string; offset?: string }

/** Users with their number in all. */
const userListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...adminApi.users.key(), 'list', input],
    queryFn: ({ signal }) => withTotal((options) => adminClient.users.list(input, options), signal),
    placeholderData: keepPreviousData,
  })

const dialogs = {
  orders: later(() => import('./UserOrders.tsx')),
  coins: later(() => import('./CoinsDialog.tsx')),
  correct: later(() => import('./CorrectUser.tsx')),
  remove: later(() => import('./DeleteUser.tsx')),
}
type Open = { dialog: keyof typeof dialogs; user: User }

const actions = [
  ['orders', 'Orders of', IconReceipt],
  ['coins', 'Coins of', IconCoins],
  ['correct', 'Edit details', IconPencil],
  ['remove', 'Delete', IconTrash],
] as const

export const columnsWith = (open: (open: Open) => void): Column<User>[] => [
  {
    head: 'Name',
    sort: 'name',
    lead: true,
    cell: (user) => (
      <TextLink to={adminPaths.student(user.user_id)} overflowWrap="anywhere">
        {nameOf(user)}
      </TextLink>
    ),
  },
  {
    head: 'Email',
    sort: 'email',
    label: 'Email',
    cell: ({ email }) => <chakra.span overflowWrap="anywhere">{email}</chakra.span>,
  },
  { head: 'Phone', label: 'Phone', cell: ({ phone }) => <chakra.span whiteSpace="nowrap">{phone}</chakra.span> },
  { head: 'Coins', sort: 'coins', numeric: true, label: 'Coins', cell: ({ coins }) => coins },
  {
    head: 'Referred By',
    label: 'Referred by',
    cell: ({ referred_by }) =>
      referred_by ? <Mono>{referred_by}</Mono> : <chakra.span color="fg.muted">None</chakra.span>,
  },
  {
    head: 'Actions',
    actions: true,
    cell: (user) =>
      actions.map(([dialog, verb, icon]) => (
        <IconButton
          key={dialog}
          compact
          color="fg.muted"
          _hover={dialog === 'remove' ? { color: 'danger.fg', bg: 'danger.subtle' } : { bg: 'bg.muted' }}
          aria-label={`${verb} ${nameOf(user)}`}
          title={`${verb} ${nameOf(user)}`}
          onClick={() => open({ dialog, user })}
        >
          <Icon of={icon} />
        </IconButton>
      )),
  },
]

/** Everybody with an account: their orders, coins and data. */
export default function UsersTab() {
  const list = useListParams(USER_SORTS)
  const [open, setOpen] = useState<Open>()
  const query = useQuery(userListQuery(list.input))
  const Dialog = open && dialogs[open.dialog]
  return (
    <>
      <ListTab
        title="Students"
        count={query.data && `Total: ${query.data.total.toLocaleString('en-IN')}`}
        search="Search by name, email or phone"
        tools={
          <>
            <Button asChild variant="outline">
              <Link to={adminPaths.tab('enrol')}>Enrol by hand</Link>
            </Button>
            <Button asChild variant="outline">
              <Link to={adminPaths.tab('movein')}>Move in</Link>
            </Button>
            <ExportButton table="users" input={{ q: list.q }} />
          </>
        }
        caption="Students"
        list={list}
        query={query}
        rows={query.data?.data}
        keyOf={({ user_id }) => user_id}
        show={columnsWith(setOpen)}
        failed="Failed to fetch users"
        of="users"
        empty={
          <PageMessage
            icon={IconUser}
            title="No users yet"
            action={
              <Button asChild variant="outline">
                <Link to={adminPaths.tab('movein')}>Move in from another platform</Link>
              </Button>
            }
          >
            Everyone who signs up or buys shows here.
          </PageMessage>
        }
      />
      {open && Dialog && <Dialog user={open.user} onClose={() => setOpen(undefined)} />}
    </>
  )
}
