import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { InvoicePrefix, NextInvoice } from 'contract/invoice-numbers'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help, Two } from '../forms/form-parts.tsx'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { Mono } from '../lists/table-parts.tsx'

const Values = z.object({ prefix: InvoicePrefix, next_number: NextInvoice })

type InvoiceNumbersProps = { prefix: string; next: string; next_number: number }

/** What the numbers of invoices begin with and where they go on, and what a change does. */
export function InvoiceNumbers({ prefix, next, next_number }: InvoiceNumbersProps) {
  const queries = useQueryClient()
  const form = useForm({ defaultValues: { prefix, next_number }, resolver: zodResolver(Values) })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isDirty, dirtyFields } = formState
  const { sending } = useTypedForm('invoice-numbers', form)
  const save = useSubmission({
    // The number of one prefix is not that of another: untouched, the server finds it.
    mutationFn: (typed: z.output<typeof Values>) =>
      adminClient.documents.setInvoicePrefix({
        body: { prefix: typed.prefix, ...(dirtyFields.next_number && { next: typed.next_number }) },
      }),
    onMutate: sending,
    onSuccess: ({ message, next: first }, _, settle) => {
      settle()
      toast.success(message, { description: `Your next invoice is ${first}.` })
      return queries.invalidateQueries({ queryKey: adminApi.documents.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      if (isApiError(error) && error.message.includes('next number')) {
        return setError('next_number', { message: error.message }, { shouldFocus: true })
      }
      toast.error('Failed to save the invoice numbers', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form noValidate onSubmit={handleSubmit((typed) => save.mutate(typed))} aria-labelledby="invoice-numbers">
        <div>
          <chakra.h2 id="invoice-numbers" textStyle="h3" fontSize="1.375rem">
            Invoice numbers
          </chakra.h2>
          <Help>
            Your next invoice is <Mono color="fg">{next}</Mono>
          </Help>
        </div>
        <Two>
          <Field
            label="Prefix"
            required
            maxLength={3}
            fontFamily="mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            help="Up to 3 letters or digits. GST allows 16 characters in a number."
            error={errors.prefix?.message}
            {...register('prefix')}
          />
          <Field
            label="Next number"
            required
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            help="It can only go up. Each financial year starts at 1."
            error={errors.next_number?.message}
            {...register('next_number', { valueAsNumber: true })}
          />
        </Two>
        {dirtyFields.prefix && (
          <Help>
            The new prefix starts with your next invoice. Invoices already issued keep their numbers. If you used this
            prefix earlier in the financial year, its numbers continue where they stopped.
          </Help>
        )}
        {dirtyFields.next_number && (
          <Help>Skipped numbers cannot be used later. Your GSTR-1 lists them as a new run.</Help>
        )}
        <Button
          type="submit"
          variant="outline"
          justifySelf="start"
          disabled={!isDirty}
          busy={save.isPending}
          busyText="Saving..."
        >
          Save numbers
        </Button>
      </form>
    </Card>
  )
}
