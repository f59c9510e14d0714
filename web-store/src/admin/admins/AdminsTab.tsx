import { useQuery } from '@tanstack/react-query'
import { NewAdminBody } from 'contract/admins'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { choice, email, text } from '../kit/fields.tsx'
import { FormCard, SaveButton, useForm } from '../kit/form.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Mono, Table } from '../lists/table-parts.tsx'
import { roles } from '../shell/role-labels.ts'
import { AdminActions } from './AdminActions.tsx'

const FAILED = 'Failed to load admins'

/** Lists everyone with access to the console, and their roles. */
export default function AdminsTab() {
  const { data: me } = useMe()
  const { data, error, refetch } = useQuery({ ...adminApi.admins.list.queryOptions(), staleTime: 0 })
  const [made, setMade] = useState<{ email: string; password: string }>()
  useFailureToast(error, FAILED)
  return (
    <>
      <TabHead title="Admins" count={data?.admins.filter(({ ended_at }) => !ended_at).length} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: '380px minmax(0,1fr)' }}
        gap="6"
        alignItems="start"
      >
        <chakra.div display="grid" gap="4">
          <AddAdmin onMade={setMade} />
          {made && <OneTimePassword {...made} onClose={() => setMade(undefined)} />}
        </chakra.div>
        {error && !data && <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Loading minH="200px" />}
        {data && (
          <Card position="relative" overflow="hidden">
            <Table>
              <thead>
                <tr>
                  <th scope="col">Email</th>
                  <th scope="col">Role</th>
                  <th scope="col">Last login</th>
                  <th scope="col" data-actions>
                    Actions
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.admins.map((admin) => (
                  <tr key={admin.admin_id}>
                    <td data-lead>
                      <chakra.span fontWeight="550" overflowWrap="anywhere">
                        {admin.email}
                      </chakra.span>
                      {admin.admin_id === me?.admin_id && ' (you)'}
                      {admin.name && (
                        <chakra.span display="block" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                          {admin.name}
                        </chakra.span>
                      )}
                    </td>
                    <td>
                      {admin.ended_at ? <Tag>No access</Tag> : roles[admin.role].join(': ')}{' '}
                      {admin.must_change_password && !admin.ended_at && (
                        <Tag coloured colorPalette="buy">
                          One-time password
                        </Tag>
                      )}
                    </td>
                    <td data-label="Last login">{admin.last_login_at ? dateTimeText(admin.last_login_at) : 'Never'}</td>
                    <td data-actions>
                      {admin.admin_id !== me?.admin_id && !admin.ended_at && (
                        <AdminActions admin={admin} onPassword={setMade} />
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </Card>
        )}
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
      <chakra.div display="flex" gap="2.5" alignItems="center" flexWrap="wrap">
        <Mono fontSize="1rem">{password}</Mono>
        <CopyText text={password} of="one-time password" />
        <Button variant="ghost" size="sm" onClick={onClose}>
          Done
        </Button>
      </chakra.div>
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
