import { useForm } from 'react-hook-form'
import { useSubmission } from '../api/use-submission.ts'
import { useBrand } from '../content/brand.ts'
import { t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { Field } from '../ui/Field.tsx'
import { TextLink } from '../ui/text.tsx'
import { toast } from '../ui/toaster.ts'
import { logIn, loginProblem } from './log-in.ts'
import { PasswordField } from './PasswordField.tsx'
import { Problem } from './Problem.tsx'

/** The check browsers make of `type="email"`; the server knows the rest. */
const BROWSER_EMAIL = /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*$/

type LoginFormProps = {
  /** To begin with. */
  email?: string
  /** The session stands; `mustChangePassword` after a login with a mailed password. */
  onSignedIn: (how: { mustChangePassword: boolean }) => void
  /** The link to the forgotten password leads away: a dialog closes on it. */
  onLeave?: () => void
}

/** Email, password, Remember me. Used by the login page, the header's dialog and checkout. */
export function LoginForm({ email = '', onSignedIn, onLeave }: LoginFormProps) {
  const { name } = useBrand()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email, password: '', remember: true },
  })
  const { errors } = formState
  const login = useSubmission({
    mutationFn: logIn,
    onSuccess: (how) => {
      toast.success(t('Login successful'), { description: t('Welcome back to {shop}!', { shop: name }) })
      onSignedIn(how)
    },
    onError: (error) => toast.error(t('Login failed'), { description: messageOf(error), id: 'login-failed' }),
  })
  const submit = handleSubmit((values) => login.mutate({ ...values, email: values.email.trim() }))
  return (
    <chakra.form display="grid" gap="18px" noValidate onSubmit={submit}>
      {login.isError && <Problem>{messageOf(login.error)}</Problem>}
      <Field
        label={t('Email')}
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email', {
          validate: (value) => {
            if (value.trim() === '') return t('Email is required')
            return BROWSER_EMAIL.test(value.trim()) || t('Invalid email address')
          },
        })}
      />
      <PasswordField
        label={t('Password')}
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password', { required: t('Password is required') })}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" columnGap="4">
        <chakra.label display="inline-flex" gap="2.5" alignItems="center" minH="11" cursor="pointer" userSelect="none">
          <input type="checkbox" defaultChecked {...register('remember')} />
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
