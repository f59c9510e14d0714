import { useQuery } from '@tanstack/react-query'
import { type Admin, NewAdminBody } from 'contract/admins'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { choice, email, text } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { roles } from '../shell/role-labels.ts'
import { AdminActions } from './AdminActions.tsx'

/** Lists everyone with access to the console, and their roles. */
export default function AdminsTab() {
  const { data: me } = useMe()
  const query = useQuery({ ...adminApi.admins.list.queryOptions(), staleTime: 0 })
  const [made, setMade] = useState<{ email: string; password: string }>()
  const isMe = ({ admin_id }: Admin) => admin_id === me?.admin_id
  const isOther = (admin: Admin) => !isMe(admin) && !admin.ended_at
  const list = useListParams([])
  const columns: Column<Admin>[] = [
    {
      head: 'Email',
      lead: true,
      cell: (admin) => (
        <>
          <chakra.span fontWeight="550" overflowWrap="anywhere">
            {admin.email}
          </chakra.span>
          {isMe(admin) && ' (you)'}
          {admin.name && (
            <Muted as="span" display="block" overflowWrap="anywhere">
              {admin.name}
            </Muted>
          )}
        </>
      ),
    },
    {
      head: 'Role',
      cell: ({ ended_at, role, must_change_password }) => (
        <>
          {ended_at ? <Tag>No access</Tag> : roles[role].join(': ')}{' '}
          {must_change_password && !ended_at && (
            <Tag coloured colorPalette="buy">
              One-time password
            </Tag>
          )}
        </>
      ),
    },
    {
      head: 'Last login',
      label: 'Last login',
      cell: ({ last_login_at }) => (last_login_at ? dateTimeText(last_login_at) : 'Never'),
    },
    ...(query.data?.admins.some(isOther)
      ? [
          {
            head: 'Actions',
            actions: true,
            cell: (admin: Admin) => isOther(admin) && <AdminActions admin={admin} onPassword={setMade} />,
          },
        ]
      : []),
  ]
  return (
    <>
      <TabHead
        title="Admins"
        back={{ to: adminPaths.tab('settings'), label: 'Settings' }}
        count={query.data?.admins.filter(({ ended_at }) => !ended_at).length}
        main={
          <Button onClick={() => list.set({ new: '1' })}>
            <Icon of={IconPlus} />
            Add admin
          </Button>
        }
      />
      {made && <OneTimePassword {...made} onClose={() => setMade(undefined)} />}
      <Loaded query={query} failed="Failed to load admins" toasts height="200px">
        {({ admins }) => (
          <Card position="relative" overflow="hidden">
            <TableOf columns={columns} rows={admins} keyOf={({ admin_id }) => admin_id} />
          </Card>
        )}
      </Loaded>
      {list.get('new') && <AddAdmin of={setMade} onClose={() => list.set({ new: '' })} />}
    </>
  )
}

/** A password that is shown this once. */
function OneTimePassword({ email, password, onClose }: { email: string; password: string; onClose: () => void }) {
  return (
    <Card padded display="grid" gap="3" mb="4" role="status">
      <p>
        One-time password for <b>{email}</b>. We show it only once. Share it with them; they choose their own password
        at the first login.
      </p>
      <Tools gap="2.5">
        <Mono fontSize="1rem">{password}</Mono>
        <CopyText text={password} of="one-time password" />
        <Button variant="ghost" size="sm" onClick={onClose}>
          Done
        </Button>
      </Tools>
    </Card>
  )
}

const fields = {
  email: email('Email'),
  name: text('Name', { optional: true, maxLength: 100 }),
  role: choice(
    'Role',
    Object.entries(roles).map(([value, [name]]) => [value, name] as const),
    { begun: 'editor' },
  ),
}

/** Makes an admin, whose one-time password goes to `of`. */
const AddAdmin = actionDialog({
  title: (_: (made: { email: string; password: string }) => void) => 'Add admin',
  call: adminApi.admins.create,
  draft: () => 'admin:new',
  fields,
  schema: NewAdminBody,
  codes: { email_taken: 'email' },
  more: ({ role }) => ({ role: { help: `Can see and change: ${roles[role as keyof typeof roles][1]}.` } }),
  save: 'Add admin',
  busyText: 'Adding...',
  failed: 'Admin not added',
  toasts: true,
  done: ({ admin, password, message }, _, onMade) => {
    onMade({ email: admin.email, password })
    return message
  },
})
