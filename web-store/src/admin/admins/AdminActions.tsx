import type { Admin } from 'contract/admins'
import type { AdminRole } from 'contract/define-call'
import { Select } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Row } from '../../ui/layout.tsx'
import { IconKey, IconTrash } from '../../ui/secondary-icons.ts'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { roles } from '../shell/role-labels.ts'

type AdminActionsProps = {
  admin: Pick<Admin, 'admin_id' | 'email' | 'role'>
  onPassword: (made: { email: string; password: string }) => void
}

/** Another role, a new one-time password, or the end of an admin's access. */
export function AdminActions({ admin, onPassword }: AdminActionsProps) {
  const { admin_id, email, role } = admin
  const question = (title: string, label: string) => () => ({
    title,
    label,
    cancel: 'Cancel',
    text: 'This admin is logged out on all devices at once.',
  })
  const failed = 'Nothing was changed'
  const change = useAct(adminApi.admins.update, {
    of: (next: AdminRole) => ({ params: { admin_id }, body: { role: next } }),
    failed,
  })
  const reset = useAct(adminApi.admins.resetPassword, {
    confirm: question(`Give ${email} a new password?`, 'Give a new password'),
    done: null,
    failed,
    onDone: ({ password }) => onPassword({ email, password }),
  })
  const end = useAct(adminApi.admins.end, { confirm: question(`End the access of ${email}?`, 'End access'), failed })
  const params = { admin_id }
  return (
    <Row gap="1" justifyContent="flex-end">
      <Select
        aria-label={`Role of ${email}`}
        w="auto"
        value={role}
        aria-disabled={change.busy || undefined}
        onChange={(event) => change.busy || change.run(event.target.value as AdminRole)}
      >
        {Object.entries(roles).map(([value, [name]]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      <IconButton
        compact
        color="fg.muted"
        aria-label={`New password for ${email}`}
        onClick={() => reset.run({ params })}
      >
        <Icon of={IconKey} />
      </IconButton>
      <IconButton
        compact
        color="fg.muted"
        _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
        aria-label={`End access of ${email}`}
        onClick={() => end.run({ params })}
      >
        <Icon of={IconTrash} />
      </IconButton>
      {reset.dialog}
      {end.dialog}
    </Row>
  )
}
