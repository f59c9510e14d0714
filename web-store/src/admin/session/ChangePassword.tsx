import { useQueryClient } from '@tanstack/react-query'
import { ChangeAdminPasswordBody } from 'contract/admins'
import { useNavigate } from 'react-router-dom'
import { fieldErrors, useSecretForm } from '../../shared/forms/use-action-form.ts'
import { PasswordPair } from '../../shared/login/PasswordPair.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { adminSession, useAdminSession } from '../host/admin-session.ts'
import { useMe } from '../host/me.queries.ts'

const CODES = { wrong_password: 'current_password', common_password: 'new_password' }

/** Changes the admin's own password; after a one-time one it precedes everything else. */
export function ChangePassword() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { data: me } = useMe()
  const email = useAdminSession(({ session }) => session?.email ?? '')
  const form = useSecretForm({
    begun: { current_password: '', new_password: '' },
    parse: (typed) => ChangeAdminPasswordBody.safeParse(typed),
    send: (body) => adminClient.admins.changePassword(body),
    failed: 'Password not changed',
    toasts: true,
    fallback: 'Please try again.',
    fieldsOf: (error) => fieldErrors(error, Object.values(CODES), CODES),
    onDone: async ({ message, access_token, token_type }) => {
      adminSession.signIn({ email, token: access_token, tokenType: token_type })
      toast.success(message)
      await queries.invalidateQueries({ queryKey: adminApi.key() })
      navigate(adminPaths.home)
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="own-password">
        <H3 as="h2" id="own-password">
          Change password
        </H3>
        {me?.must_change_password && (
          <p role="status">You logged in with a one-time password. Choose your own password to continue.</p>
        )}
        <PasswordPair
          email={email}
          field={form.field}
          help="At least 8 characters. You will be logged out on all other devices."
        />
        <Button
          type="submit"
          justifySelf="start"
          variant={me?.must_change_password ? 'solid' : 'outline'}
          busy={form.isPending}
          busyText="Changing..."
        >
          Change password
        </Button>
      </form>
    </Card>
  )
}
