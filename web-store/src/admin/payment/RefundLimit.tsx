import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefundLimit as Limit } from 'contract/refund-requests'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ErrorState } from '../shell/ErrorState.tsx'

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
  const form = useForm<z.output<typeof Limit>>({
    resolver: zodResolver(Limit),
    defaultValues: { limit },
    values: { limit },
    resetOptions: { keepDirtyValues: true },
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isDirty } = formState
  const { sending } = useTypedForm('refund-limit', form)
  const save = useSubmission({
    mutationFn: (body: z.output<typeof Limit>) => adminClient.orders.setRefundLimit(body),
    onMutate: sending,
    onSuccess: ({ message, refund_limit }, _, settle) => {
      toast.success(message)
      settle({ limit: refund_limit.limit })
      return queries.invalidateQueries({ queryKey: adminApi.orders.key() })
    },
    onError: (failure) => {
      if (isAuthError(failure)) return
      if (isApiError(failure) && failure.code === 'invalid') return setError('limit', { message: failure.message })
      toast.error('Failed to save the refund limit', { description: errorText(failure, 'Please try again.') })
    },
  })
  return (
    <chakra.form noValidate display="grid" gap="4" onSubmit={handleSubmit((body) => save.mutate(body))}>
      <Field
        label="Approval needed above (₹)"
        optional
        type="number"
        inputMode="decimal"
        min={1}
        step={0.01}
        help="What you refund of one order adds up. Above the limit, another owner or finance admin has to approve the refund first. Leave it empty for no limit."
        error={errors.limit?.message}
        {...register('limit', { setValueAs: (typed) => (typed === '' || typed === null ? null : Number(typed)) })}
      />
      {approvers < 2 && (
        <Help>You are the only one who may refund. Add another owner or a finance admin to set a limit.</Help>
      )}
      <div>
        <Button type="submit" disabled={!isDirty} busy={save.isPending} busyText="Saving...">
          Save limit
        </Button>
      </div>
    </chakra.form>
  )
}
