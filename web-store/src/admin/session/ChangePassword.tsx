import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ChangeAdminPasswordBody } from 'contract/admins'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { PasswordPair } from '../../shared/login/PasswordPair.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { adminSession, useAdminSession } from '../host/admin-session.ts'
import { useMe } from '../host/me.queries.ts'

const CODES = { wrong_password: 'current_password', common_password: 'new_password' } as const

/** Changes the admin's own password; after a one-time one it precedes everything else. */
export function ChangePassword() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: me } = useMe()
  const email = useAdminSession(({ session }) => session?.email ?? '')
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(ChangeAdminPasswordBody),
    defaultValues: { current_password: '', new_password: '' },
  })
  const { errors } = formState
  const change = useSubmission({
    mutationFn: (body: { current_password: string; new_password: string }) => adminClient.admins.changePassword(body),
    onSuccess: async ({ message, access_token, token_type }) => {
      adminSession.signIn({ email, token: access_token, tokenType: token_type })
      toast.success(message)
      await queries.invalidateQueries({ queryKey: adminApi.key() })
      navigate(adminPaths.home)
    },
    onError: (error) => {
      const field = isApiError(error) ? CODES[error.code as keyof typeof CODES] : undefined
      if (field) return setError(field, { message: errorText(error, '') }, { shouldFocus: true })
      toast.error('Password not changed', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form noValidate onSubmit={handleSubmit((body) => change.mutate(body))} aria-labelledby="own-password">
        <chakra.h2 id="own-password" textStyle="h3">
          Change password
        </chakra.h2>
        {me?.must_change_password && (
          <p role="status">You logged in with a one-time password. Choose your own password to continue.</p>
        )}
        <PasswordPair
          email={email}
          register={register}
          errors={errors}
          help="At least 8 characters. You will be logged out on all other devices."
        />
        <Button type="submit" busy={change.isPending} busyText="Changing...">
          Change password
        </Button>
      </form>
    </Card>
  )
}
