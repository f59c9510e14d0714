import { useQuery } from '@tanstack/react-query'
import { dayStart } from 'contract/indian-time'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Text } from '../../ui/text.tsx'

/** Shows what is left of a plan of parts, and when; nothing once all is paid. */
export default function PlanRest({ planId }: { planId: string }) {
  const { data: plan } = useQuery(api.parts.get.queryOptions({ input: { plan_id: planId } }))
  const due = plan?.parts.find(({ state }) => state === 'due')
  if (!plan || !due) return null
  const amount = rupeesText(due.amount)
  return (
    <Text textStyle="sm" color={plan.paused ? 'danger.fg' : 'fg.muted'}>
      {plan.paused
        ? t('Paused. Pay {amount} to open it again.', { amount })
        : t('Left to pay: {open}. Next part: {amount} on {day}.', {
            open: rupeesText(plan.open),
            amount,
            day: dateText(new Date(dayStart(due.due_on))),
          })}
    </Text>
  )
}
