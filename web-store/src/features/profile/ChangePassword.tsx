import { ChangePasswordBody } from 'contract/account'
import { useLocation, useNavigate } from 'react-router-dom'
import { client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { fieldErrors, useSecretForm } from '../../shared/forms/use-action-form.ts'
import { PasswordPair } from '../../shared/login/PasswordPair.tsx'
import { Problem } from '../../shared/Problem.tsx'
import { session, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { IconKey } from '../../ui/secondary-icons.ts'
import { H3 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { Notice } from './Notice.tsx'
import { problemOf } from './use-profile.ts'

const fields = ['current_password', 'new_password'] as const
const codes = { wrong_password: 'current_password', common_password: 'new_password' } as const

/** Returns true after a login with a mailed password, which is valid once and for an hour. */
function mustChange(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'mustChangePassword' in state && state.mustChangePassword === true
  )
}

/** Sets a new password: every other session of the student ends, this one continues with a new token. */
export function ChangePassword() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const email = useSession(({ user }) => user?.email ?? '')
  const userId = useSession(({ user }) => user?.user_id ?? '')
  const mailed = mustChange(state)
  // This browser has the password that checkout made.
  const made = useSession(({ user }) => user?.password)
  const proven = mailed || made !== undefined
  const form = useSecretForm({
    begun: { current_password: '', new_password: '' },
    parse: ({ new_password, ...typed }) =>
      proven
        ? ChangePasswordBody.safeParse({ new_password })
        : ChangePasswordBody.required().safeParse({ ...typed, new_password }),
    send: (body) => client.account.changePassword({ ...body, ...(made && { current_password: made }) }),
    failed: t('Password not changed'),
    toasts: true,
    fallback: '',
    say: problemOf,
    fieldsOf: (error) => fieldErrors(error, fields, codes),
    onDone: ({ access_token, token_type }) => {
      if (!session.isOf(userId)) return
      session.replaceToken(access_token, token_type)
      session.updateUser({ password: undefined, password_kept_at: undefined })
      toast.success(t('Password changed'), { description: t('You are logged out everywhere else.') })
      if (mailed) navigate(paths.settings, { replace: true })
    },
  })
  return (
    <Card padded>
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="change-password">
        <Stack gap="5" gridTemplateColumns="minmax(0, 1fr)">
          <Row gap="2.5" color="action.fg">
            <Icon of={IconKey} />
            <H3 as="h2" id="change-password" color="fg">
              {t('Change password')}
            </H3>
          </Row>
          {mailed && (
            <Notice icon={IconAlertCircle}>
              {t('You logged in with the password from our email, which works only once. Please choose a new one now.')}
            </Notice>
          )}
          <PasswordPair email={email} field={form.field} proven={proven} help={t('At least 8 characters.')} />
          {form.problem && <Problem>{form.problem}</Problem>}
          <Button type="submit" variant="outline" justifySelf="start" busy={form.isPending} busyText={t('Changing...')}>
            {t('Change password')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
