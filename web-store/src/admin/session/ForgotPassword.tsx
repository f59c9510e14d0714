import { zodResolver } from '@hookform/resolvers/zod'
import { ForgetAdminPasswordBody } from 'contract/auth'
import { useForm } from 'react-hook-form'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { adminClient } from '../host/admin-api.ts'

/** Asks for the link that sets a new password. The answer is the same for everybody. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgetAdminPasswordBody),
    defaultValues: { email: '' },
  })
  const request = useSubmission({ mutationFn: (body: { email: string }) => adminClient.auth.forgetAdminPassword(body) })
  return (
    <chakra.form display="grid" gap="5" noValidate onSubmit={handleSubmit((values) => request.mutate(values))}>
      <chakra.h1 textStyle="h2">Forgot password</chakra.h1>
      {request.data ? (
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
            error={
              formState.errors.email?.message ??
              (request.error ? errorText(request.error, 'Please try again.') : undefined)
            }
            {...register('email')}
          />
          <Button type="submit" size="lg" busy={request.isPending} busyText="Sending...">
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
