import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { client, errorText, isApiError, isNoAnswer } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { session } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { type FieldProblem, useFields } from '../../ui/use-fields.ts'
import { EmailField } from '../forms/EmailField.tsx'
import { NoticeLine } from '../NoticeLine.tsx'
import { Problem } from '../Problem.tsx'
import { NETWORK_PROBLEM } from './log-in.ts'
import { PasswordField } from './PasswordField.tsx'

const fieldOfCode: Record<string, string> = {
  email_taken: 'email',
  invalid_referral_code: 'reffered_by',
  common_password: 'password',
}

/** Describes a failed registration, as a whole and by field of the form. */
function registrationProblem(error: unknown): { message: string; byField: Record<string, string> } {
  if (isNoAnswer(error)) return { message: NETWORK_PROBLEM, byField: {} }
  if (!isApiError(error)) return { message: t('An unexpected error occurred'), byField: {} }
  const message = errorText(error, t('Registration request failed'))
  const field = fieldOfCode[error.code]
  if (field) return { message, byField: { [field]: message } }
  const listed = (error.data?.errors ?? []).toReversed().map(({ path, message }) => [path, filled(message)])
  return { message, byField: Object.fromEntries(listed) }
}

type Values = { email: string; phone: string; password: string; reffered_by: string }
const EMPTY: Values = { email: '', phone: '', password: '', reffered_by: '' }
const fields = ['email', 'phone', 'password', 'reffered_by'] as const

const fetchRules = () => import('./register-rules.ts')

/** Checks the values before they are sent. Without the rules the server checks them. */
async function checked(values: Values): Promise<{ body: Values } | { problems: FieldProblem<Values>[] }> {
  const rules = await fetchRules().catch(() => undefined)
  const found = rules?.checkRegistration(values)
  if (!found) return { body: values }
  if (found.success) return { body: { ...found.data, reffered_by: found.data.reffered_by ?? '' } }
  return { problems: found.error.issues.map(({ path, message }) => ({ field: path[0] as keyof Values, message })) }
}

/** Makes the account and keeps its session. For what it throws see `registrationProblem`. */
async function signUpWith({ email, phone, password, reffered_by, news }: Values & { news: boolean }) {
  const { user, token, token_type: tokenType } = await client.auth.register({ email, phone, password, reffered_by })
  if (!user?.user_id || !token) throw new Error('An account without a session')
  const { user_id, name } = user
  session.signIn({ user: { user_id, name, email: user.email, phone: user.phone }, token, tokenType })
  // A consent that is not saved is none; the account is made anyway.
  if (news) await agreeToNews().catch(() => undefined)
}

const agreeToNews = () =>
  client.consents.change({ params: { purpose: 'news_email' }, body: { agreed: true, at: 'register' } })

/** Registers with email, phone, password and, after a friend's link, a referral code. `onRegistered` runs with a session. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const [search] = useSearchParams()
  const { values, field, change, fail } = useFields<Values>(EMPTY)
  const [news, setNews] = useState(false)
  const friend = search.get('ref')?.slice(0, 40) ?? ''
  useEffect(() => change({ reffered_by: friend }), [friend, change])
  const signUp = useSubmission({
    mutationFn: signUpWith,
    onSuccess: () => {
      toast.success(t('Registration successful'), { description: t('Your account has been created successfully.') })
      onRegistered()
    },
    onError: (error) => {
      const { message, byField } = registrationProblem(error)
      fail(fields.flatMap((name) => (byField[name] ? [{ field: name, message: byField[name] }] : [])))
      toast.error(t('Registration failed'), { description: message, id: 'registration-failed' })
    },
  })
  const problem = signUp.isError ? registrationProblem(signUp.error) : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const known = await checked(values)
    fail('problems' in known ? known.problems : [])
    if ('body' in known) signUp.mutate({ ...known.body, news })
  }
  return (
    <chakra.form
      method="post"
      display="grid"
      gap="18px"
      noValidate
      onFocus={() => void fetchRules().catch(() => undefined)}
      onSubmit={submit}
    >
      {problem && Object.keys(problem.byField).length === 0 && <Problem>{problem.message}</Problem>}
      <EmailField autoComplete="username" put={(email) => change({ email })} {...field('email')} />
      <Field label={t('Phone')} type="tel" inputMode="tel" autoComplete="tel" required {...field('phone')} />
      <PasswordField
        label={t('Password')}
        autoComplete="new-password"
        required
        help={t('At least 8 characters.')}
        {...field('password')}
      />
      <Field
        label={t('Referral code')}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        {...field('reffered_by')}
      />
      <chakra.label display="flex" gap="3" alignItems="start" minH="11" py="1.5" cursor="pointer">
        <chakra.input type="checkbox" mt="1" checked={news} onChange={({ target }) => setNews(target.checked)} />
        {t('Send me news and offers by email')}
      </chakra.label>
      <NoticeLine />
      <Button type="submit" size="lg" full busy={signUp.isPending} busyText={t('Registering...')}>
        {t('Register')}
      </Button>
    </chakra.form>
  )
}
