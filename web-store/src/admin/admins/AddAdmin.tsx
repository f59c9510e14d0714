import { NewAdminBody } from 'contract/admins'
import { adminApi } from '../host/admin-api.ts'
import { choice, email, text } from '../kit/fields.tsx'
import { FormCard, SaveButton, useForm } from '../kit/form.tsx'
import { roles } from '../shell/role-labels.ts'

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
export function AddAdmin({ onMade }: { onMade: (made: { email: string; password: string }) => void }) {
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
