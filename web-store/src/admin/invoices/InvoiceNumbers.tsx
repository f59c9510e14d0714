import { chakra } from '@chakra-ui/react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { InvoicePrefix } from 'contract/documents'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../admin-api.ts'
import { Help } from '../components/form-parts.tsx'
import { Mono } from '../components/table-parts.tsx'

const Values = z.object({ prefix: InvoicePrefix })

/** What the numbers of invoices begin with, and what a change does. */
export function InvoiceNumbers({ prefix, next }: { prefix: string; next: string }) {
  const queries = useQueryClient()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { prefix }, resolver: zodResolver(Values) })
  const save = useSubmission({
    mutationFn: (body: { prefix: string }) => adminClient.documents.setInvoicePrefix({ body }),
    onSuccess: ({ message, next: first }) => {
      toast.success(message, { description: `Your next invoice is ${first}.` })
      return queries.invalidateQueries({ queryKey: adminApi.documents.key() })
    },
    onError: (error) => {
      if (isAuthError(error)) return
      toast.error('Failed to save the invoice prefix', { description: errorText(error, 'Please try again.') })
    },
  })
  return (
    <Card asChild padded display="grid" gap="4.5">
      <form noValidate onSubmit={handleSubmit((body) => save.mutate(body))} aria-labelledby="invoice-numbers">
        <div>
          <chakra.h2 id="invoice-numbers" textStyle="h3" fontSize="1.375rem">
            Invoice numbers
          </chakra.h2>
          <Help>
            Your next invoice is <Mono color="fg">{next}</Mono>
          </Help>
        </div>
        <chakra.div maxW="260px">
          <Field
            label="Prefix"
            required
            maxLength={3}
            fontFamily="mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            help="Up to 3 letters or digits. GST allows 16 characters in a number."
            error={formState.errors.prefix?.message}
            {...register('prefix')}
          />
        </chakra.div>
        {formState.isDirty && (
          <Help>
            The new prefix starts with your next invoice. Invoices already issued keep their numbers. If you used this
            prefix earlier in the financial year, its numbers continue where they stopped.
          </Help>
        )}
        <Button
          type="submit"
          variant="outline"
          justifySelf="start"
          disabled={!formState.isDirty}
          busy={save.isPending}
          busyText="Saving..."
        >
          Save prefix
        </Button>
      </form>
    </Card>
  )
}
