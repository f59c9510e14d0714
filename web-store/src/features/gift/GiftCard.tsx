import { useQueryClient } from '@tanstack/react-query'
import type { Gift } from 'contract/gifts'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { api, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { accessText } from '../../shared/courses/access-text.ts'
import { GiftShare } from '../../shared/orders/GiftShare.tsx'
import { Problem } from '../../shared/Problem.tsx'
import { useSession } from '../../stores/session.ts'
import { Awning } from '../../ui/Awning.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { longDateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { inPlace, later } from '../../ui/later.tsx'
import { Card, Stack } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { IconGift } from '../../ui/secondary-icons.ts'
import { Text } from '../../ui/text.tsx'

const LogInForGift = later(() => import('./LogInForGift.tsx'), {
  waiting: <Loading minH="420px" />,
  failed: inPlace,
})

const Kicker = chakra('p', {
  base: { display: 'flex', alignItems: 'center', gap: '2', color: 'buy.fg', fontWeight: '600' },
})

type Props = {
  gift: Gift
  code: string
  signedIn: boolean
  /** True while the effect for this student loads. */
  checking: boolean
  onChanged: () => void
}

/** Shows the course of a gift, and the one press that adds it; or why there is none. */
export function GiftCard({ gift, code, signedIn, checking, onChanged }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [arrivedSignedIn] = useState(signedIn)
  // A login removes the form with the focus.
  useEffect(() => {
    if (signedIn && !arrivedSignedIn) heading.current?.focus()
  }, [signedIn, arrivedSignedIn])
  return (
    <Stack gap="5">
      <Card overflow="hidden" borderTopRadius="4px">
        <Awning css={{ '--w': '18px' }} mb="-14px" position="relative" zIndex="1" />
        <Picture place="half" src={gift.course_banner} alt="" label={gift.course_name} eager />
        <Stack p={{ base: '5', md: '6' }} gap="4" justifyItems="stretch">
          <div>
            <Kicker>
              <Icon of={IconGift} size={20} />
              {t('A gift for you')}
            </Kicker>
            <chakra.h1 ref={heading} tabIndex={-1} outline="0" textStyle="h2" mt="1" overflowWrap="anywhere">
              {gift.course_name}
            </chakra.h1>
            {gift.access_period && <Text color="fg.muted">{accessText(gift.access_period)}</Text>}
          </div>
          <Press gift={gift} code={code} signedIn={signedIn} checking={checking} onChanged={onChanged} />
        </Stack>
      </Card>
      {!signedIn && gift.state === 'open' && (
        <Card padded>
          <LogInForGift />
        </Card>
      )}
    </Stack>
  )
}

function Press({ gift, code, signedIn, checking, onChanged }: Props) {
  const queries = useQueryClient()
  const email = useSession(({ user }) => user?.email)
  const redeem = useSubmission(
    api.gifts.redeem.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries({ queryKey: api.account.key() })
        void queries.invalidateQueries({ queryKey: api.orders.key() })
        void queries.invalidateQueries({ queryKey: api.learning.key() })
      },
      // The card shows an outdated state: `onChanged` reads the present one.
      onError: (error) => isApiError(error) && [404, 409].includes(error.status) && onChanged(),
    }),
  )
  const done = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (redeem.isSuccess) done.current?.focus()
  }, [redeem.isSuccess])
  const toCourse = (label: string) => (
    <Button asChild size="lg" full>
      <Link to={paths.learn(gift.course_id)}>{label}</Link>
    </Button>
  )
  if (redeem.isSuccess) {
    return (
      <>
        <chakra.p ref={done} tabIndex={-1} role="status" outline="0" fontWeight="600">
          {t('{course} is yours now.', { course: gift.course_name })}
        </chakra.p>
        {toCourse(t('Start course'))}
      </>
    )
  }
  if (gift.state === 'yours') {
    return (
      <>
        <Text>{t('You have added this gift to your courses.')}</Text>
        {toCourse(t('Go to course'))}
      </>
    )
  }
  if (gift.state === 'owned') {
    return (
      <>
        <Text>{t('You have this course already, so this gift is not used up. Pass it on to somebody else.')}</Text>
        {toCourse(t('Go to course'))}
        <GiftShare code={code} course={gift.course_name} />
      </>
    )
  }
  if (gift.state === 'redeemed' || gift.state === 'ended') {
    return (
      <>
        <Text>
          {gift.state === 'redeemed'
            ? t(
                'This gift has been used: it opens the course for one person. Was it not you? Ask the person who sent it.',
              )
            : t('This gift no longer works: it was replaced or refunded. Ask the person who sent it.')}
        </Text>
        <Button asChild variant="outline" full>
          <Link to={paths.course(gift.course_id)}>{t('See the course')}</Link>
        </Button>
      </>
    )
  }
  if (!signedIn) {
    return (
      <Text>{t('Somebody bought this course for you. Log in or create an account, then add it with one press.')}</Text>
    )
  }
  const { ends_at, extends_to } = gift
  const until = ends_at && longDateText(new Date(ends_at))
  const extend = gift.state === 'extends'
  return (
    <>
      {until && (
        <Text>
          {extends_to
            ? t('You have this course until {until}. Use this code to extend it to {day}?', {
                until,
                day: longDateText(new Date(extends_to)),
              })
            : t('You have this course until {until}. Use this code to keep it forever?', { until })}
        </Text>
      )}
      {redeem.isError && <Problem>{errorText(redeem.error, t('Please check your connection and try again.'))}</Problem>}
      <Button
        size="lg"
        full
        busy={redeem.isPending || checking}
        busyText={redeem.isPending ? t('Adding...') : t('Checking...')}
        onClick={() => redeem.mutate({ code, extend })}
      >
        {extend ? t('Extend access') : t('Add to my courses')}
      </Button>
      <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {t('For your account {email}', { email: email ?? '' })}
      </Text>
    </>
  )
}
