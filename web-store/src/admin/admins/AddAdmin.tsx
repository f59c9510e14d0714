import { useQueryClient } from '@tanstack/react-query'
import { NewAdminBody } from 'contract/admins'
import type { AdminRole } from 'contract/define-call'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { roles } from '../shell/role-labels.ts'

const begun = { email: '', role: 'editor' as AdminRole, name: '' }

/** Makes an admin, who gets a one-time password. */
export function AddAdmin({ onMade }: { onMade: (made: { email: string; password: string }) => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: 'admin:new',
    begun,
    parse: (typed) => NewAdminBody.safeParse(typed),
    send: (body) => adminClient.admins.create(body),
    failed: 'Admin not added',
    fallback: 'Please try again.',
    toasts: true,
    fieldsOf: (error) => (isApiError(error) && error.code === 'email_taken' ? { email: error.message } : undefined),
    onDone: ({ message, admin, password }) => {
      toast.success(message)
      onMade({ email: admin.email, password })
      return queries.invalidateQueries({ queryKey: adminApi.admins.key() })
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="add-admin">
        <chakra.h2 id="add-admin" textStyle="h3" fontSize="1.375rem">
          Add admin
        </chakra.h2>
        <Field label="Email" type="email" required {...form.field('email')} />
        <Field label="Name" optional maxLength={100} {...form.field('name')} />
        <Field
          as="select"
          label="Role"
          help={`Can see and change: ${roles[form.values.role][1]}.`}
          {...form.field('role')}
        >
          {Object.entries(roles).map(([value, [name]]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Field>
        <Button type="submit" busy={form.isPending} busyText="Adding...">
          Add admin
        </Button>
      </form>
    </Card>
  )
}
