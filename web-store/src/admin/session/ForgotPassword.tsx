import { ForgetAdminPasswordBody } from 'contract/auth'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { adminClient } from '../host/admin-api.ts'

/** Asks for the link that sets a new password. The answer is the same for everybody. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const form = useSecretForm({
    begun: { email: '' },
    parse: (typed) => ForgetAdminPasswordBody.safeParse(typed),
    send: (body) => adminClient.auth.forgetAdminPassword(body),
    fallback: 'Please try again.',
  })
  return (
    <chakra.form method="post" display="grid" gap="5" noValidate onSubmit={form.submit}>
      <chakra.h1 textStyle="h2">Forgot password</chakra.h1>
      {form.data ? (
        <p role="status">
          If there is an admin with this address, a link is on its way to it. It works once, within 60 minutes, and asks
          for your second step.
        </p>
      ) : (
        <>
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            {...form.field('email')}
            error={form.errorOf('email') ?? form.problem}
          />
          <Button type="submit" size="lg" busy={form.isPending} busyText="Sending...">
            Email me a link
          </Button>
        </>
      )}
      <Button variant="ghost" onClick={onBack}>
        Back to login
      </Button>
    </chakra.form>
  )
}
