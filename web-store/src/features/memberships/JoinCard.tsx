import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayStart } from 'contract/indian-time'
import type { ShownMembership } from 'contract/memberships/memberships'
import { useContext } from 'react'
import { api, errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { TaxContext } from '../../content/tax.ts'
import { plural, t } from '../../language/text.ts'
import BillingFields from '../../shared/billing/BillingFields.tsx'
import { type BillingDetails, type BillingToSend, NO_BILLING } from '../../shared/billing/billing-details.ts'
import { billingProblems, billingToSend } from '../../shared/billing/check-billing.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { LoadProblem } from '../../shared/LoadProblem.tsx'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { Problem } from '../../shared/Problem.tsx'
import { storage } from '../../stores/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { H2 } from '../../ui/text.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { rhythmText } from './rhythm.ts'

const Terms = chakra('ul', {
  base: { display: 'grid', gap: '1', ps: '5', listStyleType: 'disc', color: 'fg.muted', lineHeight: '1.45' },
})

/** Shows the terms of a membership, and the press that leads to the bank. */
export default function JoinCard({ membershipId, paidUntil }: { membershipId: string; paidUntil: string | null }) {
  const { data, isError, isFetching, refetch } = useQuery(api.memberships.shown.queryOptions({ input: {} }))
  if (!data)
    return isError && <LoadProblem title={t('Something went wrong')} busy={isFetching} onRetry={() => void refetch()} />
  const shown = data.find(({ membership_id }) => membership_id === membershipId)
  if (shown) return <Join shown={shown} paidUntil={paidUntil} />
  return (
    <chakra.div mb="6">
      <Problem>{t('This membership is not available.')}</Problem>
    </chakra.div>
  )
}

function Join({ shown, paidUntil }: { shown: ShownMembership; paidUntil: string | null }) {
  const { membership_id, name, price, period, cycles, most, next_debit_on } = shown
  const queries = useQueryClient()
  const billing = useFields<BillingDetails>(NO_BILLING, billingProblems)
  useDraft('billing', NO_BILLING, billing)
  const start = useSubmission(
    api.memberships.start.mutationOptions({
      onSuccess: ({ subscription_link }) => {
        const address = payableAddress(subscription_link, window.location)
        if (address) window.location.assign(address)
      },
      // The card shows the new price, which the next press agrees on.
      onError: (failure) => {
        if (!isApiError(failure)) return undefined
        if (failure.code === 'invalid')
          billing.fail([{ field: 'billing_state', message: t('Please choose your state') }], { focus: true })
        return failure.code === 'price_changed'
          ? queries.invalidateQueries({ queryKey: api.memberships.shown.key() })
          : undefined
      },
    }),
  )
  const isTaxed = Boolean(useContext(TaxContext))
  const lacksState = isApiError(start.error) && start.error.code === 'invalid'
  const busy = start.isPending || start.isSuccess
  const join = () => {
    // The details of the last order count where nothing is typed.
    const isSilent = Object.values(billing.values).every((value) => value === '')
    const problems = isSilent ? [] : billingProblems(billing.values)
    billing.fail(problems, { focus: true })
    if (problems.length > 0) return
    const { billing_sez, ...details }: BillingToSend = isSilent ? {} : billingToSend(billing.values)
    start.mutate({
      membership_id,
      expected_price: price,
      touches: JSON.stringify(storage.read('touches')),
      ...details,
      ...(billing_sez ? { billing_sez: true } : {}),
    })
  }
  const amount = rupeesText(most)
  return (
    <Card asChild>
      <chakra.section aria-labelledby="join" display="grid" gap="3.5" px={{ base: '4', md: '5' }} py="4.5" mb="6">
        <H2 id="join" overflowWrap="anywhere">
          {t('Join {name}', { name })}
        </H2>
        <chakra.p fontWeight="600">{rhythmText(period, rupeesText(price))}</chakra.p>
        <Terms>
          <li>
            {paidUntil
              ? t('You pay first on {day}, when what you paid ends, and never more than {amount} at once.', {
                  day: dateText(new Date(paidUntil)),
                  amount,
                })
              : t('You pay today, then on {day}, and never more than {amount} at once.', {
                  day: dateText(new Date(dayStart(next_debit_on))),
                  amount,
                })}
          </li>
          {cycles !== null && (
            <li>
              {plural(cycles, { one: 'It ends after {count} payment.', other: 'It ends after {count} payments.' })}
            </li>
          )}
          <li>
            {t('Your bank or UPI app asks for your approval once, and tells you a day before each later payment.')}
          </li>
          <li>
            {t(
              'Cancel here in two taps, or in your UPI app. You keep access until the end of the period you paid for.',
            )}
          </li>
        </Terms>
        {(isTaxed || lacksState) && <BillingFields form={billing} known readOnly={busy} />}
        {start.error && !lacksState && (
          <Problem>{errorText(start.error, t('The payment page could not be opened. Please try again.'))}</Problem>
        )}
        <Button variant="buy" size="lg" justifySelf={{ md: 'start' }} busy={busy} onClick={join}>
          {paidUntil ? t('Approve autopay') : t('Approve and pay {amount}', { amount: rupeesText(price) })}
        </Button>
      </chakra.section>
    </Card>
  )
}
