import { zodResolver } from '@hookform/resolvers/zod'
import { ChangePasswordBody } from 'contract/account'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PasswordPair } from '../../shared/login/PasswordPair.tsx'
import { session, useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { IconKey } from '../../ui/secondary-icons.ts'
import { H3 } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { FormProblem } from './FormProblem.tsx'
import { showFieldErrors } from './form-errors.ts'
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
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(proven ? ChangePasswordBody : ChangePasswordBody.required()),
    defaultValues: { ...(!proven && { current_password: '' }), new_password: '' },
  })
  const { errors } = formState
  const change = useSubmission(
    api.account.changePassword.mutationOptions({
      onSuccess: ({ access_token, token_type }) => {
        if (!session.isOf(userId)) return
        session.replaceToken(access_token, token_type)
        session.updateUser({ password: undefined, password_kept_at: undefined })
        toast.success(t('Password changed'), { description: t('You are logged out everywhere else.') })
        reset()
        if (mailed) navigate(paths.settings, { replace: true })
      },
      onError: (error) => {
        if (showFieldErrors(error, setError, fields, codes)) return
        toast.error(t('Password not changed'), {
          description: problemOf(error),
        })
      },
    }),
  )
  return (
    <Card padded>
      <form
        noValidate
        onSubmit={handleSubmit((values) => change.mutate({ ...values, ...(made && { current_password: made }) }))}
        aria-labelledby="change-password"
      >
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
          <PasswordPair
            email={email}
            register={register}
            errors={errors}
            proven={proven}
            help={t('At least 8 characters.')}
          />
          <FormProblem error={change.error} fields={fields} codes={codes} />
          <Button
            type="submit"
            variant="outline"
            justifySelf="start"
            busy={change.isPending}
            busyText={t('Changing...')}
          >
            {t('Change password')}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
