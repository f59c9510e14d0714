import { useQueryClient } from '@tanstack/react-query'
import { InvoicePrefix, NextInvoice } from 'contract/invoice-numbers'
import { z } from 'zod'
import { isApiError } from '../../api/client.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { Help, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { Mono } from '../lists/table-parts.tsx'

const Values = z.object({ prefix: InvoicePrefix, next_number: NextInvoice })

type InvoiceNumbersProps = { prefix: string; next: string; next_number: number }

/** Edits the prefix and the next number of invoices, and explains the effect. */
export function InvoiceNumbers({ prefix, next, next_number }: InvoiceNumbersProps) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: 'invoice-numbers',
    begun: { prefix, next_number: String(next_number) },
    parse: (typed) => Values.safeParse({ ...typed, next_number: Number(typed.next_number || Number.NaN) }),
    // The number of one prefix is not that of another: untouched, the server finds it.
    send: (body, { changed }) =>
      adminClient.documents.setInvoicePrefix({
        body: { prefix: body.prefix, ...(changed.next_number !== undefined && { next: body.next_number }) },
      }),
    stored: (_, sent) => sent,
    failed: 'Failed to save the invoice numbers',
    fallback: 'Please try again.',
    toasts: true,
    fieldsOf: (error) =>
      isApiError(error) && error.message.includes('next number') ? { next_number: error.message } : undefined,
    onDone: ({ message, next: first }) => {
      toast.success(message, { description: `Your next invoice is ${first}.` })
      return queries.invalidateQueries({ queryKey: adminApi.documents.key() })
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form method="post" noValidate onSubmit={form.submit} aria-labelledby="invoice-numbers">
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
            {...form.field('prefix')}
          />
          <Field
            label="Next number"
            required
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            help="It can only go up. Each financial year starts at 1."
            {...form.field('next_number')}
          />
        </Two>
        {form.changed.prefix !== undefined && (
          <Help>
            The new prefix starts with your next invoice. Invoices already issued keep their numbers. If you used this
            prefix earlier in the financial year, its numbers continue where they stopped.
          </Help>
        )}
        {form.changed.next_number !== undefined && (
          <Help>Skipped numbers cannot be used later. Your GSTR-1 lists them as a new run.</Help>
        )}
        <WaitingButton
          type="submit"
          variant="outline"
          justifySelf="start"
          waitsFor={!form.isChanged && 'Change the prefix or the number first'}
          busy={form.isPending}
          busyText="Saving..."
        >
          Save numbers
        </WaitingButton>
      </form>
    </Card>
  )
}
