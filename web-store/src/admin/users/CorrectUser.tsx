import { useQueryClient } from '@tanstack/react-query'
import { CorrectUserBody } from 'contract/users'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toaster.ts'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconSend } from '../host/admin-icons.ts'
import { nameOf, type User } from './user.ts'

const CODES = { email_taken: 'email', phone_taken: 'phone' }

/** Unsent fields do not change; a role that may correct a name may not change an address. */
const onlyChanged = (body: Record<string, string | undefined>, user: User) =>
  Object.fromEntries(Object.entries(body).filter(([field, value]) => value && value !== user[field as keyof User]))

/** Puts right what a buyer mistyped, and sends the access mail again. */
export default function CorrectUser({ user, onClose }: { user: User; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: `user:${user.user_id}`,
    begun: { name: user.name, email: user.email, phone: user.phone },
    parse: (typed) => CorrectUserBody.safeParse(typed),
    send: (body) => adminClient.users.update({ params: { id: user.user_id }, body: onlyChanged(body, user) }),
    stored: ({ user: { name, email, phone } }) => ({ name, email, phone }),
    failed: 'Changes not saved',
    fallback: 'Please try again.',
    toasts: true,
    fieldsOf: (error) => fieldErrors(error, Object.values(CODES), CODES),
    onDone: ({ message }) => {
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.users.key() })
    },
  })
  const send = useSubmission({
    mutationFn: () => adminClient.users.sendAccess({ params: { id: user.user_id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      toast.error('Email not sent', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${nameOf(user)}’s details`}
      footer={
        <>
          <WaitingButton
            variant="outline"
            me="auto"
            waitsFor={form.isChanged && 'Save or cancel your changes first'}
            busy={send.isPending}
            busyText="Sending..."
            onClick={() => send.mutate()}
          >
            <Icon of={IconSend} />
            Send access email
          </WaitingButton>
          {form.isChanged && !form.isPending && (
            <Button variant="outline" onClick={() => form.cancel(onClose)}>
              Cancel
            </Button>
          )}
          <WaitingButton
            type="submit"
            form="correct-user"
            waitsFor={!form.isChanged && 'Change a detail first'}
            busy={form.isPending}
            busyText="Saving..."
          >
            Save changes
          </WaitingButton>
        </>
      }
    >
      <chakra.form method="post" id="correct-user" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <Field label="Name" maxLength={100} {...form.field('name')} />
        <Field label="Email" type="email" required {...form.field('email')} />
        <Field label="Phone" type="tel" required {...form.field('phone')} />
        <chakra.p textStyle="sm" color="fg.muted">
          We tell the old address about the change. The access email has a password that works once, within 60 minutes.
        </chakra.p>
      </chakra.form>
    </Dialog>
  )
}
