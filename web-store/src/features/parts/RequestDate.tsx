import { useQueryClient } from '@tanstack/react-query'
import type { Plan, PlanPart } from 'contract/parts/parts'
import { api, client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { useActionForm } from '../../shared/forms/use-action-form.ts'
import { studentDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'

/** Asks the shop for another date of the part that is due; the shop decides. */
export function RequestDate({ plan, due }: { plan: Plan; due: PlanPart }) {
  const queries = useQueryClient()
  const { move } = plan
  const form = useActionForm({
    drafts: studentDrafts,
    name: `part date ${plan.plan_id} ${due.part}`,
    begun: { due_on: due.wished_on ?? '' },
    check: ({ due_on }) => ({ due_on: due_on ? undefined : t('Choose a day') }),
    send: (body) => client.parts.wish({ params: { plan_id: plan.plan_id }, body }),
    failed: t('Your request was not sent. Please try again.'),
    fallback: t('Your request was not sent. Please try again.'),
    onDone: () => {
      toast.success(t('Your request is with the shop'), { id: 'part-date' })
      return queries.invalidateQueries({ queryKey: api.parts.key() })
    },
  })
  if (!move || move.from > move.to) return null
  return (
    <Disclosure small label={t('Tight month? Ask for a later date')}>
      <chakra.form method="post" display="grid" gap="2.5" pt="2" noValidate onSubmit={form.submit}>
        <Field
          type="date"
          label={t('Another date')}
          required
          min={move.from}
          max={move.to}
          {...form.field('due_on')}
          error={form.errorOf('due_on') ?? form.problem}
        />
        <Button type="submit" variant="outline" size="sm" busy={form.isPending} busyText={t('Sending...')}>
          {t('Ask for this date')}
        </Button>
      </chakra.form>
    </Disclosure>
  )
}
