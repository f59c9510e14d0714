import { useState } from 'react'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { isComingSoon } from '../../shared/courses/use-owned.ts'
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

/** An email address, which a link confirms: in the place of the price while a course is coming soon, and below dates that are full. */
export default function ComingSoonPart({ course }: { course: ShownCourse }) {
  const { course_id } = course
  const soon = isComingSoon(course)
  const title = soon ? t('Coming soon') : t('No seat is free now')
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
      aria-label={title}
      display="grid"
      alignContent="center"
      gap="4"
      p={{ base: '4', md: '6' }}
      color="fg"
      data-within={soon ? undefined : ''}
      css={{
        '&[data-within]': { p: '0', borderWidth: '0', boxShadow: 'none', bg: 'transparent', textAlign: 'start' },
      }}
    >
      <H2>{title}</H2>
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
          <chakra.p color="fg.muted">
            {soon
              ? t('Leave your email and we will write when it goes on sale.')
              : t('Leave your email and we will write when a seat is free, in the order of the list.')}
          </chakra.p>
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
