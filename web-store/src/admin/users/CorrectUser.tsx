import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { CorrectUserBody } from 'contract/users'
import { useForm } from 'react-hook-form'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toaster.ts'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconSend } from '../shell/admin-icons.ts'
import { nameOf, type User } from './user.ts'

const CODES = { email_taken: 'email', phone_taken: 'phone' } as const

/** What is not sent keeps its value; and who may correct a name may not change an address. */
const onlyChanged = (body: Record<string, string | undefined>, user: User) =>
  Object.fromEntries(Object.entries(body).filter(([field, value]) => value && value !== user[field as keyof User]))

/** Puts right what a buyer mistyped, and sends the access mail again. */
export default function CorrectUser({ user, onClose }: { user: User; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(CorrectUserBody),
    defaultValues: { name: user.name, email: user.email, phone: user.phone },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isDirty } = formState
  const { sending, forget } = useTypedForm(`user:${user.user_id}`, form)
  const correct = useSubmission({
    mutationFn: (body: { name?: string | undefined; email?: string | undefined; phone?: string | undefined }) =>
      adminClient.users.update({ params: { id: user.user_id }, body: onlyChanged(body, user) }),
    onMutate: sending,
    onSuccess: ({ message, user: changed }, _, settle) => {
      settle({ name: changed.name, email: changed.email, phone: changed.phone })
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.users.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      const field = isApiError(error) ? CODES[error.code as keyof typeof CODES] : undefined
      if (field) return setError(field, { message: errorText(error, '') }, { shouldFocus: true })
      toast.error('Changes not saved', { description: errorText(error, 'Please try again.') })
    },
  })
  const send = useSubmission({
    mutationFn: () => adminClient.users.sendAccess({ params: { id: user.user_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      if (!isAuthError(error)) toast.error('Email not sent', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${nameOf(user)}’s details`}
      footer={
        <>
          <Button
            variant="outline"
            me="auto"
            disabled={isDirty}
            busy={send.isPending}
            busyText="Sending..."
            onClick={() => send.mutate()}
          >
            <Icon of={IconSend} />
            Send access email
          </Button>
          {isDirty && !correct.isPending && (
            <Button
              variant="outline"
              onClick={() => {
                forget()
                onClose()
              }}
            >
              Cancel
            </Button>
          )}
          <Button type="submit" form="correct-user" disabled={!isDirty} busy={correct.isPending} busyText="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <chakra.form
        id="correct-user"
        noValidate
        display="grid"
        gap="4"
        onSubmit={handleSubmit((values) => correct.mutate(values))}
      >
        <Field label="Name" maxLength={100} error={errors.name?.message} {...register('name')} />
        <Field label="Email" type="email" required error={errors.email?.message} {...register('email')} />
        <Field label="Phone" type="tel" required error={errors.phone?.message} {...register('phone')} />
        <chakra.p textStyle="sm" color="fg.muted">
          We tell the old address about the change. The access email has a password that works once, within 60 minutes.
        </chakra.p>
      </chakra.form>
    </Dialog>
  )
}
