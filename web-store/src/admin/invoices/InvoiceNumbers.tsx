import { InvoicePrefix, NextInvoice } from 'contract/invoice-numbers'
import { z } from 'zod'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { number, text } from '../kit/fields.tsx'
import { FormCard, SaveButton, useForm } from '../kit/form.tsx'
import { Mono } from '../lists/table-parts.tsx'

const fields = {
  prefix: text('Prefix', {
    maxLength: 3,
    code: true,
    help: 'Up to 3 letters or digits. GST allows 16 characters in a number.',
  }),
  next: number('Next number', { min: 1, help: 'It can only go up. Each financial year starts at 1.' }),
}

const NumbersBody = z.object({ prefix: InvoicePrefix, next: NextInvoice })

type InvoiceNumbersProps = { prefix: string; next: string; next_number: number }

/** Edits the prefix and the next number of invoices, and explains the effect. */
export function InvoiceNumbers({ prefix, next, next_number }: InvoiceNumbersProps) {
  const form = useForm(adminApi.documents.setInvoicePrefix, fields, {
    draft: 'invoice-numbers',
    begun: { prefix, next: next_number },
    of: {},
    schema: NumbersBody,
    // The number of one prefix is not that of another: untouched, the server finds it.
    sends: ['next'],
    stored: (saved) => ({ prefix: saved.prefix, next: saved.next_number }),
    done: ({ message, next: first }) => [message, `Your next invoice is ${first}.`],
    failed: 'Failed to save the invoice numbers',
    toasts: true,
  })
  const { prefix: changesPrefix, next: changesNumber } = form.changed
  return (
    <FormCard
      form={form}
      title="Invoice numbers"
      below={
        <>
          Your next invoice is <Mono color="fg">{next}</Mono>
        </>
      }
      layout={[['prefix', 'next']]}
    >
      {changesPrefix !== undefined && (
        <Help>
          The new prefix starts with your next invoice. Invoices already issued keep their numbers. If you used this
          prefix earlier in the financial year, its numbers continue where they stopped.
        </Help>
      )}
      {changesNumber !== undefined && (
        <Help>Skipped numbers cannot be used later. Your GSTR-1 lists them as a new run.</Help>
      )}
      <SaveButton of={form} variant="outline" justifySelf="start" waitsFor="Change the prefix or the number first">
        Save numbers
      </SaveButton>
    </FormCard>
  )
}
