import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { NewAdminBody } from 'contract/admins'
import type { AdminRole } from 'contract/define-call'
import { useForm } from 'react-hook-form'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { roles } from './role-labels.ts'

type NewAdmin = { email: string; role: AdminRole; name?: string | null | undefined }
const defaults: NewAdmin = { email: '', role: 'editor', name: '' }

/** Makes an admin, who gets a one-time password. */
export function AddAdmin({ onMade }: { onMade: (made: { email: string; password: string }) => void }) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(NewAdminBody), defaultValues: defaults })
  const { register, handleSubmit, setError, watch, formState } = form
  const { sending } = useTypedForm('admin:new', form)
  const role = watch('role')
  const add = useSubmission({
    mutationFn: (body: NewAdmin) => adminClient.admins.create(body),
    onMutate: sending,
    onSuccess: ({ message, admin, password }, _, settle) => {
      settle(defaults)
      toast.success(message)
      onMade({ email: admin.email, password })
      return queries.invalidateQueries({ queryKey: adminApi.admins.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      if (isApiError(error) && error.code === 'email_taken') return setError('email', { message: error.message })
      toast.error('Admin not added', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form noValidate onSubmit={handleSubmit((body) => add.mutate(body))} aria-labelledby="add-admin">
        <chakra.h2 id="add-admin" textStyle="h3" fontSize="1.375rem">
          Add admin
        </chakra.h2>
        <Field label="Email" type="email" required error={formState.errors.email?.message} {...register('email')} />
        <Field label="Name" optional maxLength={100} error={formState.errors.name?.message} {...register('name')} />
        <Field as="select" label="Role" help={`May see and change ${roles[role][1]}.`} {...register('role')}>
          {Object.entries(roles).map(([value, [name]]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Field>
        <Button type="submit" busy={add.isPending} busyText="Adding...">
          Add admin
        </Button>
      </form>
    </Card>
  )
}
