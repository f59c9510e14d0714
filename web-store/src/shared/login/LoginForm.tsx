import type { ReactNode } from 'react'
import { useSubmission } from '../../api/use-submission.ts'
import { useBrand } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { slot } from '../../ui/slot.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { type FieldProblem, useFields } from '../../ui/use-fields.ts'
import { EmailField } from '../forms/EmailField.tsx'
import { Problem } from '../Problem.tsx'
import { logIn, loginProblem } from './log-in.ts'
import { PasswordField } from './PasswordField.tsx'

/** The check browsers make of `type="email"`; the server knows the rest. */
const BROWSER_EMAIL = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$/

type Values = { email: string; password: string; remember: boolean }

function problemsOf({ email, password }: Values): FieldProblem<Values>[] {
  const typed = email.trim()
  return [
    ...(typed === '' ? [{ field: 'email' as const, message: t('Email is required') }] : []),
    ...(BROWSER_EMAIL.test(typed) ? [] : [{ field: 'email' as const, message: t('Invalid email address') }]),
    ...(password === '' ? [{ field: 'password' as const, message: t('Password is required') }] : []),
  ]
}

type LoginFormProps = {
  /** To begin with. */
  email?: string
  /** Runs after a login; `mustChangePassword` after one with a mailed password. */
  onSignedIn: (how: { mustChangePassword: boolean }) => void
  /** The link to the forgotten password leads away: a dialog closes on it. */
  onLeave?: () => void
}

/** Another way in beside the password, of an optional feature. */
export type OtherWay = { email: string; onSignedIn: LoginFormProps['onSignedIn']; children: ReactNode }
const Way = slot<OtherWay>(import.meta.glob('../../features/*/LoginPart.tsx', { eager: true }))

/** Email, password, Remember me. Used by the login page, the header's dialog and checkout. */
export function LoginForm(props: LoginFormProps) {
  const { email = '', onSignedIn } = props
  if (!Way.filled) return <PasswordForm {...props} />
  return (
    <Way email={email} onSignedIn={onSignedIn}>
      <PasswordForm {...props} />
    </Way>
  )
}

function PasswordForm({ email = '', onSignedIn, onLeave }: LoginFormProps) {
  const { name } = useBrand()
  const { field, box, submit, change } = useFields<Values>({ email, password: '', remember: true }, problemsOf)
  const login = useSubmission({
    mutationFn: logIn,
    onSuccess: (how) => {
      toast.success(t('Login successful'), { description: t('Welcome back to {shop}!', { shop: name }) })
      onSignedIn(how)
    },
    onError: (error) => toast.error(t('Login failed'), { description: messageOf(error), id: 'login-failed' }),
  })
  return (
    <chakra.form
      method="post"
      display="grid"
      gap="18px"
      noValidate
      onSubmit={submit((values) => login.mutate({ ...values, email: values.email.trim() }))}
    >
      {login.isError && <Problem>{messageOf(login.error)}</Problem>}
      <EmailField autoComplete="username" put={(address) => change({ email: address })} {...field('email')} />
      <PasswordField label={t('Password')} autoComplete="current-password" required {...field('password')} />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" columnGap="4">
        <chakra.label display="inline-flex" gap="2.5" alignItems="center" minH="11" cursor="pointer" userSelect="none">
          <input type="checkbox" {...box('remember')} />
          {t('Remember me')}
        </chakra.label>
        <TextLink to={paths.forgotPassword} onClick={() => onLeave?.()}>
          {t('Lost your password?')}
        </TextLink>
      </chakra.div>
      <Button type="submit" size="lg" full busy={login.isPending} busyText={t('Logging in...')}>
        {t('Log in')}
      </Button>
    </chakra.form>
  )
}

const messageOf = (error: unknown) => loginProblem(error) ?? t('Please check your credentials and try again.')
