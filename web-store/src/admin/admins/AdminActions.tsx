import { useQueryClient } from '@tanstack/react-query'
import type { Admin } from 'contract/admins'
import { useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { IconKey, IconTrash } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { roles } from '../shell/role-labels.ts'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))

type AdminActionsProps = {
  admin: Pick<Admin, 'admin_id' | 'email' | 'role'>
  onPassword: (made: { email: string; password: string }) => void
}

/** Another role, a new one-time password, or the end of an admin's access. */
export function AdminActions({ admin, onPassword }: AdminActionsProps) {
  const { admin_id, email, role } = admin
  const queries = useQueryClient()
  const [requested, setRequested] = useState<'reset' | 'end'>()
  const params = { admin_id }
  const done = {
    onError: (error: unknown) => {
      toast.error('Nothing was changed', { description: errorText(error, 'Please try again.') })
    },
    onSettled: () => {
      setRequested(undefined)
      return queries.invalidateQueries({ queryKey: adminApi.admins.key() })
    },
  }
  const change = useSubmission({
    mutationFn: (next: Admin['role']) => adminClient.admins.update({ params, body: { role: next } }),
    onSuccess: ({ message }) => toast.success(message),
    ...done,
  })
  const reset = useSubmission({
    mutationFn: () => adminClient.admins.resetPassword({ params }),
    onSuccess: ({ password }) => onPassword({ email, password }),
    ...done,
  })
  const end = useSubmission({
    mutationFn: () => adminClient.admins.end({ params }),
    onSuccess: ({ message }) => toast.success(message),
    ...done,
  })
  return (
    <chakra.div display="flex" gap="1" alignItems="center" justifyContent="flex-end">
      <Select
        aria-label={`Role of ${email}`}
        w="auto"
        value={role}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.value as Admin['role'])}
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
        onClick={() => setRequested('reset')}
      >
        <Icon of={IconKey} />
      </IconButton>
      <IconButton
        compact
        color="fg.muted"
        _hover={{ color: 'danger.fg', bg: 'danger.subtle' }}
        aria-label={`End access of ${email}`}
        onClick={() => setRequested('end')}
      >
        <Icon of={IconTrash} />
      </IconButton>
      {requested && (
        <ConfirmDialog
          open
          title={requested === 'end' ? `End the access of ${email}?` : `Give ${email} a new password?`}
          confirmLabel={requested === 'end' ? 'End access' : 'Give a new password'}
          cancelLabel="Cancel"
          busy={end.isPending || reset.isPending}
          onConfirm={() => (requested === 'end' ? end.mutate() : reset.mutate())}
          onClose={() => setRequested(undefined)}
        >
          <p>This admin is logged out on all devices at once.</p>
        </ConfirmDialog>
      )}
    </chakra.div>
  )
}
