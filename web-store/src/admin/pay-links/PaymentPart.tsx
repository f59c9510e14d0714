import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PayLinkSettings } from 'contract/pay-links'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Choice, FieldProblem, Help } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

/** Switches pay links on, and limits how much support may take off. */
export default function PaymentPart() {
  const { data, error, refetch } = useQuery(adminApi.payLinks.settings.queryOptions())
  if (error && !data)
    return <ErrorState title="Failed to load the pay links" error={error} onRetry={() => void refetch()} />
  return (
    <Card asChild padded display="grid" gap="4">
      <section aria-labelledby="pay-links">
        <chakra.h2 id="pay-links" textStyle="h3" fontSize="1.375rem">
          Pay links
        </chakra.h2>
        {data ? <SettingsForm settings={data} /> : <Skeleton h="120px" />}
      </section>
    </Card>
  )
}

function SettingsForm({ settings }: { settings: PayLinkSettings }) {
  const queries = useQueryClient()
  const asTyped = ({ on, support_percent }: PayLinkSettings) => ({ on, support_percent: String(support_percent) })
  const form = useActionForm({
    name: 'pay-link-settings',
    begun: asTyped(settings),
    parse: ({ on, support_percent }) =>
      PayLinkSettings.safeParse({ on, support_percent: Number(support_percent || NaN) }),
    send: (body) => adminClient.payLinks.saveSettings(body),
    stored: (answer) => asTyped(answer.settings),
    failed: 'Failed to save the pay links',
    fallback: 'Please try again.',
    onDone: ({ message }) => {
      toast.success(message)
      // The menu has the tab from now on, or no more.
      void queries.invalidateQueries({ queryKey: adminApi.admins.me.key() })
      return queries.invalidateQueries({ queryKey: adminApi.payLinks.key() })
    },
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <Choice>
        <input type="checkbox" {...form.box('on')} />
        <span>
          Make pay links
          <Help>One person’s price for courses, by a link. Links that are out stay good when you switch this off.</Help>
        </span>
      </Choice>
      <Field
        label="Support may take off at most (%)"
        type="number"
        inputMode="numeric"
        min={0}
        max={100}
        help="Of the list price. Owners are not limited."
        {...form.field('support_percent')}
      />
      {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      <div>
        <WaitingButton
          type="submit"
          waitsFor={!form.isChanged && 'Change something first'}
          busy={form.isPending}
          busyText="Saving..."
        >
          Save pay links
        </WaitingButton>
      </div>
    </chakra.form>
  )
}
