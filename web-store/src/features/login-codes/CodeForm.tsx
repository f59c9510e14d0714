import { CODE_MINUTES, CODE_WAIT } from 'contract/mailed-codes'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { useBrand } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { EmailField } from '../../shared/forms/EmailField.tsx'
import { loginProblem, openSession } from '../../shared/login/log-in.ts'
import { codeProblem, digitsOf, useSecondsLeft, withAnyOf, withChallenge } from '../../shared/mailed-code.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { useFields } from '../../ui/use-fields.ts'

type CodeFormProps = {
  email: string
  onSignedIn: (how: { mustChangePassword: boolean }) => void
}

/** Sends a code to an email, then logs in by it. The challenge stays in this form: in another browser the code does nothing. */
export default function CodeForm({ email, onSignedIn }: CodeFormProps) {
  const [sent, setSent] = useState<{ to: string; challenges: readonly string[]; at: number }>()
  const send = useSubmission({
    mutationFn: async (to: string) => ({ to, ...(await client.loginCodes.send({ email: to })), at: Date.now() }),
    onSuccess: ({ challenge, ...now }) => setSent({ ...now, challenges: withChallenge(challenge, sent?.challenges) }),
  })
  if (sent) {
    return (
      <TypedCode
        key={sent.challenges[0]}
        {...sent}
        problem={send.isError ? send.error : undefined}
        sending={send.isPending}
        onAgain={() => send.mutate(sent.to)}
        onSignedIn={onSignedIn}
      />
    )
  }
  return (
    <Address email={email} problem={send.isError ? send.error : undefined} busy={send.isPending} onSend={send.mutate} />
  )
}

const addressProblems = ({ email }: { email: string }) =>
  email.trim() === '' ? [{ field: 'email' as const, message: t('Email is required') }] : []

type AddressProps = { email: string; problem: unknown; busy: boolean; onSend: (email: string) => void }

function Address({ email, problem, busy, onSend }: AddressProps) {
  const { field, submit, change } = useFields<{ email: string }>({ email }, addressProblems)
  return (
    <chakra.form
      method="post"
      display="grid"
      gap="18px"
      noValidate
      onSubmit={submit((values) => onSend(values.email.trim()))}
    >
      {problem !== undefined && <Problem>{messageOf(problem)}</Problem>}
      <EmailField autoComplete="username" put={(address) => change({ email: address })} {...field('email')} />
      <Button type="submit" size="lg" full busy={busy} busyText={t('Sending...')}>
        {t('Send the code')}
      </Button>
    </chakra.form>
  )
}

type TypedCodeProps = {
  to: string
  challenges: readonly string[]
  at: number
  problem: unknown
  sending: boolean
  onAgain: () => void
  onSignedIn: CodeFormProps['onSignedIn']
}

function TypedCode({ to, challenges, at, problem, sending, onAgain, onSignedIn }: TypedCodeProps) {
  const { name } = useBrand()
  const seconds = useSecondsLeft(at + CODE_WAIT * 1000)
  const { field, submit, change } = useFields<{ code: string }>({ code: '' }, codeProblems)
  const login = useSubmission({
    mutationFn: async (code: string) =>
      openSession(
        await withAnyOf(challenges, (challenge) => client.loginCodes.verify({ challenge, code: digitsOf(code) })),
        true,
      ),
    onSuccess: (how) => {
      toast.success(t('Login successful'), { description: t('Welcome back to {shop}!', { shop: name }) })
      onSignedIn(how)
    },
    onError: () => change({ code: '' }),
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <chakra.form
      method="post"
      ref={form}
      display="grid"
      gap="18px"
      noValidate
      onSubmit={submit(({ code }) => login.mutate(code))}
    >
      <chakra.p role="status" overflowWrap="anywhere">
        {t('If {email} has an account, a code is on its way. Look under Promotions and Spam too.', { email: to })}
      </chakra.p>
      {login.isError && <Problem>{messageOf(login.error)}</Problem>}
      {!login.isError && problem !== undefined && <Problem>{messageOf(problem)}</Problem>}
      <Field
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        translate="no"
        maxLength={9}
        required
        help={t('Six digits. It works for {minutes} minutes, in this browser.', { minutes: CODE_MINUTES })}
        {...field('code')}
      />
      <Button type="submit" size="lg" full busy={login.isPending} busyText={t('Logging in...')}>
        {t('Log in')}
      </Button>
      <Button
        type="button"
        variant="ghost"
        disabled={seconds > 0}
        busy={sending}
        busyText={t('Sending...')}
        onClick={onAgain}
      >
        {seconds > 0 ? t('Send again in {seconds} s', { seconds }) : t('Send again')}
      </Button>
    </chakra.form>
  )
}

const codeProblems = ({ code }: { code: string }) => {
  const message = codeProblem(code)
  return message ? [{ field: 'code' as const, message }] : []
}

const messageOf = (error: unknown) => loginProblem(error) ?? t('Please try again.')
