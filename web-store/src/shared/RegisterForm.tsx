import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { client } from '../api/client.ts'
import { useSubmission } from '../api/use-submission.ts'
import { t } from '../language/text.ts'
import { session } from '../stores/session.ts'
import { Button } from '../ui/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toaster.ts'
import { PasswordField } from './PasswordField.tsx'
import { Problem } from './Problem.tsx'
import type { registerRules } from './register-rules.ts'
import { registrationProblem } from './registration-problem.ts'

const fields = ['email', 'phone', 'password', 'reffered_by'] as const

const fetchRules = () => import('./register-rules.ts')

/** Where the rules do not come the server says what is wrong. */
const rules: typeof registerRules = async (values, ...given) => {
  const known = await fetchRules().catch(() => undefined)
  return known
    ? known.registerRules(values, ...given)
    : { values: { reffered_by: null, name: null, ...values }, errors: {} }
}

/** Makes the account and keeps its session. For what it throws see `registrationProblem`. */
async function signUpWith(values: { email: string; phone: string; password: string; reffered_by: string }) {
  const { user, token, token_type: tokenType } = await client.auth.register(values)
  if (!user?.user_id || !token) throw new Error('An account without a session')
  const { user_id, name, email, phone } = user
  session.signIn({ user: { user_id, name, email, phone }, token, tokenType })
}

/** Email, phone, password and, for who was sent by a friend, a referral code. `onRegistered`: the session stands. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const [search] = useSearchParams()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: rules,
    defaultValues: { email: '', phone: '', password: '', reffered_by: search.get('ref')?.slice(0, 40) ?? '' },
  })
  const { errors } = formState
  const signUp = useSubmission({
    mutationFn: signUpWith,
    onSuccess: () => {
      toast.success(t('Registration successful'), { description: t('Your account has been created successfully.') })
      onRegistered()
    },
    onError: (error) => {
      const { message, byField } = registrationProblem(error)
      for (const [index, name] of fields.filter((field) => byField[field]).entries()) {
        setError(name, { message: byField[name] ?? message }, { shouldFocus: index === 0 })
      }
      toast.error(t('Registration failed'), { description: message, id: 'registration-failed' })
    },
  })
  const problem = signUp.isError ? registrationProblem(signUp.error) : undefined
  const submit = handleSubmit(({ email, phone, password, reffered_by }) =>
    signUp.mutate({ email, phone, password, reffered_by: reffered_by ?? '' }),
  )
  return (
    <chakra.form
      display="grid"
      gap="18px"
      noValidate
      onFocus={() => void fetchRules().catch(() => undefined)}
      onSubmit={submit}
    >
      {problem && Object.keys(problem.byField).length === 0 && <Problem>{problem.message}</Problem>}
      <Field
        label={t('Email')}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label={t('Phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        error={errors.phone?.message}
        {...register('phone')}
      />
      <PasswordField
        label={t('Password')}
        autoComplete="new-password"
        required
        help={t('At least 8 characters.')}
        error={errors.password?.message}
        {...register('password')}
      />
      <Field
        label={t('Referral code')}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        error={errors.reffered_by?.message}
        {...register('reffered_by')}
      />
      <Button type="submit" size="lg" full busy={signUp.isPending} busyText={t('Registering...')}>
        {t('Register')}
      </Button>
    </chakra.form>
  )
}
