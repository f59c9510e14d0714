import { CODE_MINUTES, CODE_WAIT } from 'contract/mailed-codes'
import type { StoredRequest } from 'contract/privacy/requests'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { useSecretForm } from '../../shared/forms/use-action-form.ts'
import { codeProblem, useSecondsLeft, withAnyOf } from '../../shared/mailed-code.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import type { Wish } from './request-words.ts'

type CodeStepProps = {
  to: string
  challenges: readonly string[]
  at: number
  wish: Wish
  onSent: (again: { challenge: string; at: number }) => void
  onDone: (request: StoredRequest) => void
  onBack: () => void
}

/** Takes the code of the email, and makes the request with it. The challenge stays here: in another browser the code does nothing. */
export function CodeStep({ to, challenges, at, wish, onSent, onDone, onBack }: CodeStepProps) {
  const seconds = useSecondsLeft(at + CODE_WAIT * 1000)
  const again = useSubmission({
    mutationFn: async () => ({ ...(await client.privacy.sendCode({ email: to })), at: Date.now() }),
    onSuccess: onSent,
  })
  const form = useSecretForm({
    begun: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code) }),
    send: ({ code }) => withAnyOf(challenges, (challenge) => client.privacy.ask({ challenge, code, ...wish })),
    fallback: t('Please try again.'),
    onDone,
  })
  return (
    <Card padded asChild>
      <chakra.form
        method="post"
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        gap="4.5"
        noValidate
        onSubmit={form.submit}
      >
        <H3 as="h2">{t('Enter the code')}</H3>
        <chakra.p role="status" overflowWrap="anywhere">
          {t('If {email} is known here, six digits are on the way. Look under Promotions and Spam too.', { email: to })}
        </chakra.p>
        <Field
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          translate="no"
          maxLength={9}
          required
          autoFocus
          help={t('It works for {minutes} minutes, in this browser.', { minutes: CODE_MINUTES })}
          {...form.field('code')}
        />
        {form.problem && <Problem>{form.problem}</Problem>}
        {again.isError && <Problem>{errorText(again.error, t('Please try again.'))}</Problem>}
        <chakra.div display="flex" flexWrap="wrap" gap="2.5">
          <Button type="submit" size="lg" busy={form.isPending} busyText={t('Sending...')}>
            {t('Send request')}
          </Button>
          <Button
            type="button"
            variant="ghost"
            disabled={seconds > 0}
            busy={again.isPending}
            busyText={t('Sending...')}
            onClick={() => again.mutate()}
          >
            {seconds > 0 ? t('Send a new one in {seconds} s', { seconds }) : t('Send a new one')}
          </Button>
          <Button type="button" variant="ghost" onClick={onBack}>
            {t('Back')}
          </Button>
        </chakra.div>
      </chakra.form>
    </Card>
  )
}
