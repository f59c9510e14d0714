import { useState } from 'react'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { NoticeLine } from '../../shared/NoticeLine.tsx'
import { Problem } from '../../shared/Problem.tsx'
import { useIsPreview } from '../../shared/sales/preview.ts'
import type { ShownCourse } from '../../shared/sales/shown-course.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { type FieldProblem, useFields } from '../../ui/use-fields.ts'

type Values = { name: string; email: string }

const problemsOf = ({ name, email }: Values): FieldProblem<Values>[] => [
  ...(/.@./.test(email) ? [] : [{ field: 'email' as const, message: t('Invalid email address') }]),
  ...(name.trim().length === 1
    ? [{ field: 'name' as const, message: filled('Name must be at least 2 characters') }]
    : []),
]

/** Takes the place of price and button while a course is coming soon: an email address, which a link confirms. */
export default function ComingSoonPart({ course: { course_id } }: { course: ShownCourse }) {
  const preview = useIsPreview()
  const { field, submit } = useFields<Values>({ name: '', email: '' }, problemsOf)
  const [asked, setAsked] = useState(false)
  const request = useSubmission({
    mutationFn: ({ name, email }: Values) => client.interest.ask({ course_id, name: name.trim(), email: email.trim() }),
    onSuccess: () => setAsked(true),
  })
  return (
    <Card
      as="aside"
      aria-label={t('Coming soon')}
      display="grid"
      alignContent="center"
      gap="4"
      p={{ base: '4', md: '6' }}
      color="fg"
    >
      <H2>{t('Coming soon')}</H2>
      {asked ? (
        <p role="status">{t('We emailed you a link. Open it to join the list.')}</p>
      ) : (
        <chakra.form
          method="post"
          display="grid"
          gap="4"
          noValidate
          onSubmit={submit((values) => (preview ? undefined : request.mutate(values)))}
        >
          <chakra.p color="fg.muted">{t('Leave your email and we will write when it goes on sale.')}</chakra.p>
          {request.isError && <Problem>{errorText(request.error, t('Something went wrong'))}</Problem>}
          <Field label={t('Email')} type="email" autoComplete="email" required {...field('email')} />
          <Field label={t('Name')} autoComplete="name" optional maxLength={100} {...field('name')} />
          <Button type="submit" size="lg" full busy={request.isPending}>
            {t('Email me once')}
          </Button>
          <chakra.p textStyle="sm" color="fg.muted">
            {t('One email, nothing else. We delete your address after it, or after 180 days.')}
          </chakra.p>
          <NoticeLine />
        </chakra.form>
      )}
    </Card>
  )
}
