import { useQuery } from '@tanstack/react-query'
import { dayStart } from 'contract/indian-time'
import type { Plan, PlanPart } from 'contract/parts/parts'
import { Link } from 'react-router-dom'
import { api, client, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { rich } from '../../language/rich.tsx'
import { plural, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { usePayment } from '../../shared/orders/use-payment.ts'
import { Button } from '../../ui/Button.tsx'
import { IconLock } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Head } from '../../ui/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { IconCheck } from '../../ui/icons.ts'
import { Card, Row, Skeleton, Stack, Tag } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { IconArrowLeft } from '../../ui/secondary-icons.ts'
import { H1, H2, Text, TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { RequestDate } from './RequestDate.tsx'

const IconHand = outline(
  'M8 13v-7.5a1.5 1.5 0 0 1 3 0v6.5M11 5.5v-2a1.5 1.5 0 1 1 3 0v8.5M14 5.5a1.5 1.5 0 0 1 3 0v6.5M17 7.5a1.5 1.5 0 0 1 3 0v8.5a6 6 0 0 1 -6 6h-2h.208a6 6 0 0 1 -5.012 -2.7a69.74 69.74 0 0 1 -.196 -.3c-.312 -.479 -1.407 -2.388 -3.286 -5.728a1.5 1.5 0 0 1 .536 -2.022a1.867 1.867 0 0 1 2.28 .28l1.47 1.47',
)
const IconPause = outline(
  'M6 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12M14 6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1l0 -12',
)

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
    gap: { base: '4', lg: '7' },
    alignItems: 'start',
    mt: '6',
  },
})

const Line = chakra('ol', {
  base: {
    listStyleType: 'none',
    px: { base: '4', md: '6' },
    py: '2',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: '36px minmax(0, 1fr) auto',
      columnGap: { base: '3', md: '4' },
      rowGap: '1',
      alignItems: 'center',
      py: '4.5',
    },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& > li > b': { fontSize: '1.25rem', fontWeight: '750', fontStretch: '86%' },
  },
})

const Place = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    alignSelf: 'start',
    w: '9',
    h: '9',
    borderRadius: 'full',
    fontWeight: '700',
    bg: 'bg.muted',
    color: 'fg.muted',
    '[data-state=paid] > &': { bg: 'success.subtle', color: 'success.fg' },
    '[data-state=due] > &': { bg: 'action.solid', color: 'white' },
  },
})

const Sums = chakra('dl', {
  base: {
    display: 'grid',
    gap: '1.5',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
    '& dt': { color: 'fg.muted' },
    '& [data-sum]': { borderTopWidth: '1px', borderColor: 'border', pt: '2', fontWeight: '600' },
    '& [data-sum] dt': { color: 'fg' },
  },
})

const Points = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    listStyleType: 'none',
    '& > li': { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', columnGap: '2.5', lineHeight: '1.45' },
    '& svg': { color: 'action.fg' },
  },
})

const day = (text: string) => dateText(new Date(dayStart(text)))

/** The page of a plan: its parts with their invoices, what is due, and what happens after the date. */
export default function OrdersPlan({ planId }: { planId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...api.parts.get.queryOptions({ input: { plan_id: planId } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return (
    <>
      <Head title={t('Your plan')} />
      <chakra.span display="inline-flex" mb="2" color="fg.muted">
        <Link to={paths.orders}>
          <Row gap="1.5">
            <Icon of={IconArrowLeft} size={16} />
            {t('Orders')}
          </Row>
        </Link>
      </chakra.span>
      {data ? (
        <Shown plan={data} />
      ) : error ? (
        <LoadProblem
          level={1}
          title={
            isApiError(error) && error.status === 404 ? t('This plan does not exist') : t('Error loading your plan')
          }
          busy={isFetching}
          onRetry={() => void refetch()}
        >
          {errorText(error, t('Something went wrong. Please try again later.'))}
        </LoadProblem>
      ) : (
        <Stack gap="4" role="status">
          <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
          <Skeleton h="43px" maxW="420px" />
          <Skeleton h="280px" />
        </Stack>
      )}
    </>
  )
}

function Shown({ plan }: { plan: Plan }) {
  const due = plan.parts.find(({ state }) => state === 'due')
  const { data: progress } = useQuery({
    ...api.account.dashboard.queryOptions(),
    select: ({ orders }) => orders.find(({ course_id }) => course_id === plan.course_id),
    retry: false,
  })
  const lessons = progress?.lessons ?? 0
  return (
    <>
      <H1 overflowWrap="anywhere">
        {due
          ? t('Your plan, part {part} of {of}', { part: due.part, of: plan.parts.length })
          : plan.state === 'done'
            ? t('Your plan is paid')
            : t('Your plan has ended')}
      </H1>
      <Text color="fg.muted" overflowWrap="anywhere">
        {plan.course_name}
      </Text>
      {plan.owned && <Text mt="2">{t('You have this course another way, so nothing more is due.')}</Text>}
      <Columns>
        <Card as="section" aria-label={t('Parts')}>
          <Line>
            {plan.parts.map((part) => (
              <PartLine key={part.part} plan={plan} part={part} />
            ))}
          </Line>
        </Card>
        <chakra.aside display="grid" gap="4">
          <Card display="grid" gap="3.5" p="4.5">
            <chakra.div display="grid" gridTemplateColumns="72px minmax(0, 1fr)" columnGap="3.5" alignItems="center">
              <chakra.div borderRadius="l1" overflow="hidden">
                <Picture place="thumb" src={plan.course_banner} alt="" label="" />
              </chakra.div>
              <chakra.div lineHeight="1.3" minW="0" overflowWrap="anywhere">
                <b>
                  {lessons > 0
                    ? plural(
                        lessons,
                        { one: '{done} of {count} lesson', other: '{done} of {count} lessons' },
                        { done: progress?.lessons_done ?? 0 },
                      )
                    : plan.course_name}
                </b>
                {!plan.paused && (plan.state !== 'ended' || plan.owned) && (
                  <chakra.p textStyle="sm">
                    <TextLink to={paths.learn(plan.course_id)}>{t('Go to course')}</TextLink>
                  </chakra.p>
                )}
              </chakra.div>
            </chakra.div>
            <Sums>
              <div>
                <dt>{t('Paid')}</dt>
                <dd>{rupeesText(plan.paid)}</dd>
              </div>
              {plan.open > 0 && (
                <div>
                  <dt>{t('Left to pay')}</dt>
                  <dd>{rupeesText(plan.open)}</dd>
                </div>
              )}
              <div data-sum="">
                <dt>{t('Price')}</dt>
                <dd>{rupeesText(plan.price)}</dd>
              </div>
            </Sums>
          </Card>
          {due && <HowItWorks plan={plan} due={due} />}
        </chakra.aside>
      </Columns>
    </>
  )
}

function HowItWorks({ plan, due }: { plan: Plan; due: PlanPart }) {
  const until = plan.open_until ? dateText(new Date(plan.open_until)) : ''
  return (
    <Card as="section" display="grid" gap="3" p="4.5">
      <H2 textStyle="h3">{t('How it works')}</H2>
      <Points>
        <li>
          <Icon of={IconHand} size={20} />
          <span>{t('Nothing is charged automatically. You pay each part from its own link.')}</span>
        </li>
        {plan.paused ? (
          <li>
            <Icon of={IconPause} size={20} />
            <span>{t('Your lessons are paused since {day}. Notes and progress are there.', { day: until })}</span>
          </li>
        ) : (
          <li>
            <Icon of={IconLock} size={20} />
            <span>
              {rich('Your lessons stay open until {day}, {days} days after the date.', {
                day: <b>{until}</b>,
                days: String(plan.grace_days),
              })}
            </span>
          </li>
        )}
        <li>
          <Icon of={plan.paused ? IconLock : IconPause} size={20} />
          <span>
            {plan.paused
              ? t('Everything opens again when you pay.')
              : t('Then they pause. Notes and progress stay, and everything opens again when you pay.')}
          </span>
        </li>
      </Points>
      <RequestDate plan={plan} due={due} />
    </Card>
  )
}

function PartLine({ plan, part }: { plan: Plan; part: PlanPart }) {
  const { state, amount } = part
  const isLast = part.part === plan.parts.length
  return (
    <li data-state={state}>
      <Place aria-hidden>{state === 'paid' ? <Icon of={IconCheck} size={20} /> : part.part}</Place>
      <span>
        <chakra.b display="block" lineHeight="1.3">
          {isLast ? t('Part {part}, the last', { part: part.part }) : t('Part {part}', { part: part.part })}
        </chakra.b>
        <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {state === 'paid' || state === 'refunded' ? (
            <>
              {state === 'paid'
                ? t('Paid {day}, {order}.', {
                    day: dateText(new Date(part.paid_at ?? '')),
                    order: numberOf(part),
                  })
                : t('Refunded, {order}.', { order: numberOf(part) })}{' '}
              <Invoice part={part} />
            </>
          ) : state === 'ended' ? (
            t('No longer due')
          ) : (
            dueText(part)
          )}
        </chakra.span>
      </span>
      <b>{rupeesText(amount)}</b>
      {state === 'due' && <Pay plan={plan} part={part} isLast={isLast} />}
    </li>
  )
}

/** The number of its order, which no line breaks. */
const numberOf = ({ order }: PlanPart) => order?.order_no.replaceAll('-', '\u2011') ?? ''

const dueText = ({ due_on, wished_on }: PlanPart) =>
  wished_on
    ? t('Due on {day}. You asked for {wished}.', { day: day(due_on), wished: day(wished_on) })
    : t('Due on {day}', { day: day(due_on) })

function Invoice({ part }: { part: PlanPart }) {
  const document = part.order?.documents[0]
  const download = useSubmission({
    mutationFn: () => client.documents.mine({ document_id: document?.document_id ?? '' }),
    onSuccess: (file) => saveFile(file.name, file),
    onError: (error) => toast.error(t('Invoice not downloaded'), { description: errorText(error, ''), id: 'document' }),
  })
  if (!document) return null
  return (
    <chakra.button
      type="button"
      color="action.fg"
      fontWeight="600"
      textDecoration="underline"
      cursor="pointer"
      aria-busy={download.isPending || undefined}
      onClick={() => download.mutate()}
    >
      {t('Get the invoice')}
      <VisuallyHidden> {t('Part {part}', { part: part.part })}</VisuallyHidden>
    </chakra.button>
  )
}

function Pay({ plan, part, isLast }: { plan: Plan; part: PlanPart; isLast: boolean }) {
  const pay = usePayment(client.parts.pay)
  const after = isLast
    ? plan.access_period === null
      ? t('After this it is yours for good.')
      : t('After this nothing more is due.')
    : plan.paused
      ? t('Everything opens again when you pay.')
      : undefined
  return (
    <chakra.div
      gridColumn={{ base: '1 / -1', md: '2 / -1' }}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="4"
      rowGap="2.5"
      mt="2"
    >
      {plan.paused && (
        <Tag coloured colorPalette="danger">
          {t('Paused')}
        </Tag>
      )}
      <Button
        variant="buy"
        size="lg"
        w={{ base: 'full', md: 'auto' }}
        busy={pay.isPending}
        busyText={t('Processing...')}
        onClick={() => pay.mutate({ params: { plan_id: plan.plan_id }, body: {} })}
      >
        {t('Pay {amount}', { amount: rupeesText(part.amount) })}
      </Button>
      {after && (
        <chakra.span textStyle="sm" color="fg.muted">
          {after}
        </chakra.span>
      )}
    </chakra.div>
  )
}
