import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefundLimit as Limit } from 'contract/orders/refund-requests'
import { isApiError } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

const FAILED = 'Failed to load the refund limit'

/** Above how much a refund needs a second person; empty: never. */
export function RefundLimit() {
  const { data, error, refetch } = useQuery({ ...adminApi.orders.refundLimit.queryOptions(), staleTime: 0 })
  if (error && !data) return <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
  return (
    <Card asChild padded display="grid" gap="4">
      <section aria-labelledby="refund-limit" aria-busy={!data || undefined}>
        <chakra.h2 id="refund-limit" textStyle="h3" fontSize="1.375rem">
          Refund limit
        </chakra.h2>
        {data ? <LimitForm limit={data.limit} approvers={data.approvers} /> : <Skeleton h="120px" />}
      </section>
    </Card>
  )
}

function LimitForm({ limit, approvers }: { limit: number | null; approvers: number }) {
  const queries = useQueryClient()
  const asTyped = (amount: number | null) => ({ limit: amount === null ? '' : String(amount) })
  const form = useActionForm({
    name: 'refund-limit',
    begun: asTyped(limit),
    parse: (typed) => Limit.safeParse({ limit: typed.limit === '' ? null : Number(typed.limit) }),
    send: (body) => adminClient.orders.setRefundLimit(body),
    stored: ({ refund_limit }) => asTyped(refund_limit.limit),
    failed: 'Failed to save the refund limit',
    fallback: 'Please try again.',
    toasts: true,
    fieldsOf: (error) => (isApiError(error) && error.code === 'invalid' ? { limit: error.message } : undefined),
    onDone: ({ message }) => {
      toast.success(message)
      return queries.invalidateQueries({ queryKey: adminApi.orders.key() })
    },
  })
  return (
    <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={form.submit}>
      <Field
        label="Approval needed above (₹)"
        optional
        type="number"
        inputMode="decimal"
        min={1}
        step={0.01}
        help="What you refund of one order adds up. Above the limit, another owner or finance admin has to approve the refund first. Leave it empty for no limit."
        {...form.field('limit')}
      />
      {approvers < 2 && (
        <Help>You are the only one who may refund. Add another owner or a finance admin to set a limit.</Help>
      )}
      <div>
        <WaitingButton
          type="submit"
          waitsFor={!form.isChanged && 'Change the limit first'}
          busy={form.isPending}
          busyText="Saving..."
        >
          Save limit
        </WaitingButton>
      </div>
    </chakra.form>
  )
}
