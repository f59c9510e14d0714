import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayStart } from 'contract/indian-time'
import type { OwnMembership } from 'contract/memberships/memberships'
import { useEffect, useRef, useState } from 'react'
import { api, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { DashboardLine } from '../../shared/DashboardLine.tsx'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { dateText, rupeesText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { Text, VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { rhythmText } from './rhythm.ts'

const ConfirmDialog = later(() => import('../../ui/ConfirmDialog.tsx'))
const JoinCard = later(() => import('./JoinCard.tsx'), { failed: () => null })

const ASK_MS = 5_000

/** Own memberships in a line each: what is paid, the next debit, and how to end it. */
export default function Memberships({ join }: { join: string | undefined }) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...api.memberships.mine.queryOptions({ input: {} }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'starting') ? ASK_MS : false),
  })
  const queries = useQueryClient()
  const begun = data?.flatMap(({ state }) => (state === 'starting' ? [] : state)).join()
  // The first answer after joining may have the debit already.
  const before = useRef(join === undefined ? begun : '')
  // The first debit opens courses that the dashboard does not list yet, and a late one shows the end of theirs.
  useEffect(() => {
    if (begun === undefined) return
    if (before.current !== undefined && before.current !== begun)
      void queries.invalidateQueries({ queryKey: api.account.key() })
    before.current = begun
  }, [begun, queries])
  if (!data)
    return (
      join !== undefined &&
      isError && <LoadProblem title={t('Something went wrong')} busy={isFetching} onRetry={() => void refetch()} />
    )
  // Nobody joins twice. Who cancelled may: the first payment is at the end of what is paid.
  const joined = data.find((one) => one.membership_id === join && isLive(one))
  const left = data.find((one) => one.membership_id === join && isPaid(one))
  return (
    <>
      {join && !joined && <JoinCard membershipId={join} paidUntil={left?.paid_until ?? null} />}
      {data.map((one) => (
        <Membership key={one.id} membership={one} />
      ))}
    </>
  )
}

const isLive = ({ state }: OwnMembership) => state !== 'cancelled' && state !== 'ended'
const isPaid = ({ paid_until }: OwnMembership) => paid_until !== null && new Date(paid_until) > shopNow()

const day = (moment: string) => dateText(new Date(moment))

/** Describes the state of a membership, a sentence each. */
function standing({ state, paid_until, access_until, next_debit_on }: OwnMembership): string[] {
  if (state === 'starting') return [t('It begins with the first payment. Approve it in your UPI app or at your bank.')]
  if (state === 'active' && next_debit_on) return [t('Next payment on {day}.', { day: day(dayStart(next_debit_on)) })]
  if (state === 'active')
    return [paid_until ? t('Paid until {day}.', { day: day(paid_until) }) : t('Your last payment was refunded.')]
  const open =
    access_until && new Date(access_until) > shopNow()
      ? t('Your courses are open until {day}.', { day: day(access_until) })
      : t('Your courses are closed.')
  if (state === 'late') return [t('Your last payment failed. Your bank will try again.'), open]
  if (state === 'stopped') return [t('Payments have stopped: autopay is paused, or every attempt failed.'), open]
  return [t('You will not be charged again.'), open]
}

function Membership({ membership }: { membership: OwnMembership }) {
  const { id, name, state, price, period, subscription_link } = membership
  const [asked, setAsked] = useState(false)
  const queries = useQueryClient()
  const cancel = useSubmission(
    api.memberships.cancel.mutationOptions({
      onSuccess: () => {
        setAsked(false)
        toast.success(t('Your membership is cancelled'))
        // Without days of grace the courses end earlier.
        return Promise.all(
          [api.memberships.key(), api.account.key()].map((queryKey) => queries.invalidateQueries({ queryKey })),
        )
      },
      onError: (failure) => toast.error(errorText(failure, t('The membership could not be cancelled'))),
    }),
  )
  const link = subscription_link && payableAddress(subscription_link, window.location)
  const tag = {
    late: t('Payment late'),
    stopped: t('Stopped'),
    cancelled: t('Membership cancelled'),
    ended: t('All payments made'),
    starting: t('Starting'),
  }
  return (
    <DashboardLine
      label={t('Membership: {name}', { name })}
      words={
        <>
          <Text fontWeight="600">
            {name} {state !== 'active' && <Tag>{tag[state]}</Tag>}
          </Text>
          <Text textStyle="sm" color="fg.muted">
            {isLive(membership) && `${rhythmText(period, rupeesText(price))}. `}
            {standing(membership).join(' ')}
          </Text>
        </>
      }
    >
      {link && (
        <Button asChild>
          <a href={link}>
            {state === 'starting' ? t('Approve and pay') : t('Pay or change card')}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </a>
        </Button>
      )}
      {isLive(membership) && (
        <Button variant="outline" onClick={() => setAsked(true)}>
          {t('Cancel membership')}
          <VisuallyHidden>: {name}</VisuallyHidden>
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          open
          title={t('Cancel {name}?', { name })}
          confirmLabel={t('Cancel membership')}
          cancelLabel={t('Stay a member')}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate({ params: { id } })}
          onClose={() => setAsked(false)}
        >
          {t('You will not be charged again.')}{' '}
          {membership.paid_until && t('Your courses stay open until {day}.', { day: day(membership.paid_until) })}
        </ConfirmDialog>
      )}
    </DashboardLine>
  )
}
