import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { RedeemBody } from 'contract/gifts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { api, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { said, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { longDateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { IconGift } from '../../ui/secondary-icons.ts'
import { H3, Text, TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { FormProblem } from './FormProblem.tsx'
import { problemOf } from './use-profile.ts'

/** Fragment of addresses that lead to this form. */
const TITLE_ID = 'redeem-gift'

/** Returns true when the code itself is the reason, which its field shows. */
const isRefusal = (error: unknown) => isApiError(error) && error.status < 500

/** Returns the question before a code that makes an access longer is used up; undefined for any other failure. */
function extension(error: unknown): string | undefined {
  if (!isApiError(error) || error.code !== 'extends_access') return undefined
  const { ends_at, extends_to } = error.data as { ends_at: string; extends_to: string | null }
  const until = longDateText(new Date(ends_at))
  return extends_to
    ? t('You have this course until {until}. Use this code to extend it to {day}?', {
        until,
        day: longDateText(new Date(extends_to)),
      })
    : t('You have this course until {until}. Use this code to keep it forever?', { until })
}

/** A gift code turns into a course of one's own. */
export function RedeemGift() {
  const queries = useQueryClient()
  const { hash } = useLocation()
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm({
    resolver: zodResolver(RedeemBody),
    defaultValues: { code: '', extend: false },
  })
  useEffect(() => {
    // After the page has taken the focus for itself, as it does on arrival.
    if (hash === `#${TITLE_ID}`) requestAnimationFrame(() => setFocus('code'))
  }, [hash, setFocus])
  const redeem = useSubmission(
    api.gifts.redeem.mutationOptions({
      onSuccess: ({ message, course_id, course_name }) => {
        toast.success(said(message), {
          description: course_name,
          action: { label: t('Go to course'), to: paths.learn(course_id) },
        })
        void queries.invalidateQueries({ queryKey: api.account.key() })
        void queries.invalidateQueries({ queryKey: api.orders.key() })
        void queries.invalidateQueries({ queryKey: api.learning.key() })
        reset()
      },
      onError: (error) => {
        if (extension(error)) return
        const message = problemOf(error)
        if (isRefusal(error)) setError('code', { message }, { shouldFocus: true })
        else toast.error(t('Gift code not redeemed'), { description: message })
      },
    }),
  )
  const { data: gift } = redeem
  const longer = redeem.isPending ? undefined : extension(redeem.error)
  return (
    <Card padded>
      <form noValidate onSubmit={handleSubmit((values) => redeem.mutate(values))} aria-labelledby={TITLE_ID}>
        <Stack gap="5">
          <Row gap="2.5" color="action.fg">
            <Icon of={IconGift} />
            <H3 as="h2" id={TITLE_ID} color="fg">
              {t('Redeem a gift code')}
            </H3>
          </Row>
          <Field
            label={t('Gift code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            help={t('12 letters and digits, from the person who gave you the course.')}
            error={formState.errors.code?.message}
            {...register('code')}
          />
          {longer && (
            <Stack gap="3" role="alert">
              <Text>{longer}</Text>
              <Row gap="2" flexWrap="wrap">
                <Button onClick={handleSubmit(({ code }) => redeem.mutate({ code, extend: true }))}>
                  {t('Extend access')}
                </Button>
                <Button variant="outline" onClick={() => redeem.reset()}>
                  {t('Not now')}
                </Button>
              </Row>
            </Stack>
          )}
          {!isRefusal(redeem.error) && <FormProblem error={redeem.error} fields={[]} />}
          {!longer && (
            <Button
              type="submit"
              variant="outline"
              justifySelf="start"
              busy={redeem.isPending}
              busyText={t('Redeeming...')}
            >
              {t('Redeem')}
            </Button>
          )}
          {gift && (
            <Text role="status">
              {t('{course} is yours now.', { course: gift.course_name })}{' '}
              <TextLink to={paths.learn(gift.course_id)}>{t('Go to course')}</TextLink>
            </Text>
          )}
        </Stack>
      </form>
    </Card>
  )
}
