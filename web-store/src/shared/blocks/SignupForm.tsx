import { useState } from 'react'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { type FieldProblem, useFields } from '../../ui/use-fields.ts'
import { NoticeLine } from '../NoticeLine.tsx'
import { Problem } from '../Problem.tsx'
import { useIsPreview } from '../sales/preview.ts'

type Values = { name: string; email: string; news: boolean }

const problemsOf = ({ name, email, news }: Values): FieldProblem<Values>[] => [
  ...(name.trim().length === 1
    ? [{ field: 'name' as const, message: filled('Name must be at least 2 characters') }]
    : []),
  ...(/.@./.test(email) ? [] : [{ field: 'email' as const, message: t('Invalid email address') }]),
  ...(news ? [] : [{ field: 'news' as const, message: t('Tick the box to get news by email') }]),
]

/** Requests news by email: an address, a box that nothing ticks beforehand, and a link that confirms it. */
export default function SignupForm({ label }: { label: string }) {
  const preview = useIsPreview()
  const [tried, setTried] = useState(false)
  const { values, field, box, submit } = useFields<Values>({ name: '', email: '', news: false }, problemsOf)
  const request = useSubmission({
    mutationFn: ({ name, email }: Values) => client.signups.ask({ name: name.trim(), email: email.trim(), news: true }),
  })
  const problem = tried && !values.news ? t('Tick the box to get news by email') : undefined
  return (
    <Card padded color="fg">
      {request.isSuccess ? (
        <p role="status">{t('We emailed you a link. Open it to confirm.')}</p>
      ) : (
        <chakra.form
          method="post"
          display="grid"
          gap="4"
          noValidate
          onSubmit={(event) => {
            setTried(true)
            submit((entered) => (preview ? undefined : request.mutate(entered)))(event)
          }}
        >
          {request.isError && <Problem>{errorText(request.error, t('Something went wrong'))}</Problem>}
          <Field label={t('Email')} type="email" autoComplete="email" required {...field('email')} />
          <Field label={t('Name')} autoComplete="name" optional maxLength={100} {...field('name')} />
          <chakra.label display="flex" gap="2.5" alignItems="center" minH="11" cursor="pointer">
            <input type="checkbox" required aria-invalid={problem !== undefined} {...box('news')} />
            {t('Send me news and offers by email')}
          </chakra.label>
          {problem && <Problem>{problem}</Problem>}
          <NoticeLine />
          <Button
            type="submit"
            variant="outline"
            size="lg"
            full
            busy={request.isPending}
            // The card is no dark ground, also where the block is on one.
            css={{ '[data-stage] &&': { color: 'fg', borderColor: 'border.emphasized', _hover: { bg: 'bg.muted' } } }}
          >
            {label || t('Sign up')}
          </Button>
        </chakra.form>
      )}
    </Card>
  )
}
