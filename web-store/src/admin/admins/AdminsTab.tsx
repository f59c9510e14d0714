import { useQuery } from '@tanstack/react-query'
import { type Admin, NewAdminBody } from 'contract/admins'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Card, Stack, Tag } from '../../ui/layout.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { choice, email, text } from '../kit/fields.tsx'
import { FormCard, SaveButton, useForm } from '../kit/form.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Mono } from '../lists/table-parts.tsx'
import { roles } from '../shell/role-labels.ts'
import { AdminActions } from './AdminActions.tsx'

/** Lists everyone with access to the console, and their roles. */
export default function AdminsTab() {
  const { data: me } = useMe()
  const query = useQuery({ ...adminApi.admins.list.queryOptions(), staleTime: 0 })
  const [made, setMade] = useState<{ email: string; password: string }>()
  const isMe = ({ admin_id }: Admin) => admin_id === me?.admin_id
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
    {
      head: 'Actions',
      actions: true,
      cell: (admin) => !isMe(admin) && !admin.ended_at && <AdminActions admin={admin} onPassword={setMade} />,
    },
  ]
  return (
    <>
      <TabHead title="Admins" count={query.data?.admins.filter(({ ended_at }) => !ended_at).length} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '380px minmax(0,1fr)' }}
        gap="6"
        alignItems="start"
      >
        <Stack gap="4">
          <AddAdmin onMade={setMade} />
          {made && <OneTimePassword {...made} onClose={() => setMade(undefined)} />}
        </Stack>
        <Loaded query={query} failed="Failed to load admins" toasts height="200px">
          {({ admins }) => (
            <Card position="relative" overflow="hidden">
              <TableOf columns={columns} rows={admins} keyOf={({ admin_id }) => admin_id} />
            </Card>
          )}
        </Loaded>
      </chakra.div>
    </>
  )
}

/** A password that is shown this once. */
function OneTimePassword({ email, password, onClose }: { email: string; password: string; onClose: () => void }) {
  return (
    <Card padded display="grid" gap="3" role="status">
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

/** Makes an admin, who gets a one-time password. */
function AddAdmin({ onMade }: { onMade: (made: { email: string; password: string }) => void }) {
  const form = useForm(adminApi.admins.create, fields, {
    draft: 'admin:new',
    schema: NewAdminBody,
    codes: { email_taken: 'email' },
    failed: 'Admin not added',
    toasts: true,
    onDone: ({ admin, password }) => onMade({ email: admin.email, password }),
  })
  return (
    <FormCard
      form={form}
      title="Add admin"
      more={{ role: { help: `Can see and change: ${roles[form.values.role as keyof typeof roles][1]}.` } }}
    >
      <SaveButton of={form} always busyText="Adding...">
        Add admin
      </SaveButton>
    </FormCard>
  )
}
