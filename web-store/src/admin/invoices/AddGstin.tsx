import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Recipient } from 'contract/documents'
import { tidyGstin } from 'contract/gst'
import { useForm } from 'react-hook-form'
import { errorText, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { useTypedForm } from '../forms/use-typed-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { GstinField } from './GstinField.tsx'

type AddGstinProps = { document: { document_id: string; serial: string }; onClose: () => void }

/** Makes an invoice to a consumer out anew to a business. */
export default function AddGstin({ document: { document_id, serial }, onClose }: AddGstinProps) {
  const queries = useQueryClient()
  const form = useForm({
    defaultValues: { gstin: '', legal_name: '', address: '' },
    resolver: (values, context, options) =>
      zodResolver(Recipient)({ ...values, gstin: tidyGstin(values.gstin) }, context, options as never) as never,
  })
  const { register, handleSubmit, watch, formState } = form
  const { errors } = formState
  const { forget } = useTypedForm(`gstin:${document_id}`, form)
  const add = useSubmission({
    mutationFn: (body: Recipient) => adminClient.documents.addGstin({ params: { document_id }, body }),
    onSuccess: ({ message, document }) => {
      toast.success(message, { description: `${document.serial} goes to the buyer with the credit note.` })
      forget()
      onClose()
      return queries.invalidateQueries({ queryKey: adminApi.documents.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add a GSTIN to ${serial}`}
      footer={
        <Button type="submit" form="add-gstin" busy={add.isPending} busyText="Issuing...">
          Issue new invoice
        </Button>
      }
    >
      <chakra.form
        id="add-gstin"
        noValidate
        display="grid"
        gap="4"
        onSubmit={handleSubmit((values) => add.mutate(values))}
      >
        <GstinField typed={watch('gstin')} problem={errors.gstin?.message} {...register('gstin')} />
        <Field
          label="Legal name"
          required
          maxLength={200}
          error={errors.legal_name?.message}
          {...register('legal_name')}
        />
        <Field
          as="textarea"
          label="Address"
          required
          rows={3}
          maxLength={500}
          error={errors.address?.message}
          {...register('address')}
        />
        <chakra.p textStyle="sm" color="fg.muted">
          {serial} stays as it is. A credit note cancels it in full, and a new invoice has the GSTIN. No money moves.
        </chakra.p>
        {add.error && !isAuthError(add.error) && (
          <FieldProblem>{errorText(add.error, 'Please try again.')}</FieldProblem>
        )}
      </chakra.form>
    </Dialog>
  )
}
