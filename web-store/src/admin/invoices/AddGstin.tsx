import { useQueryClient } from '@tanstack/react-query'
import { Recipient } from 'contract/documents'
import { isBuyerGstin, tidyGstin } from 'contract/gst'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Two } from '../forms/form-parts.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { GstinField } from './GstinField.tsx'

type AddGstinProps = { document: { document_id: string; serial: string }; onClose: () => void }

/** Makes an invoice to a consumer out anew to a business. */
export default function AddGstin({ document: { document_id, serial }, onClose }: AddGstinProps) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: `gstin:${document_id}`,
    begun: { gstin: '', legal_name: '', address: '', place: '', pin: '', sez: false },
    parse: (typed) => Recipient.safeParse({ ...typed, gstin: tidyGstin(typed.gstin) }),
    send: (body) => adminClient.documents.addGstin({ params: { document_id }, body }),
    failed: `New invoice for ${serial} not confirmed`,
    fallback: 'Please try again.',
    onDone: ({ message, document }, { here }) => {
      toast.success(message, { description: `${document.serial} goes to the buyer with the credit note.` })
      if (here) onClose()
      return queries.invalidateQueries({ queryKey: adminApi.documents.key() })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add a GSTIN to ${serial}`}
      footer={
        <Button type="submit" form="add-gstin" busy={form.isPending} busyText="Issuing...">
          Issue new invoice
        </Button>
      }
    >
      <chakra.form method="post" id="add-gstin" noValidate display="grid" gap="4" onSubmit={form.submit}>
        <GstinField isValid={isBuyerGstin} {...form.field('gstin')} />
        <Field label="Legal name" required maxLength={200} {...form.field('legal_name')} />
        <Field as="textarea" label="Address" required rows={3} maxLength={500} {...form.field('address')} />
        <Two>
          <Field label="City or town" maxLength={50} {...form.field('place')} />
          <Field
            label="PIN code"
            maxLength={7}
            inputMode="numeric"
            help="With the town, for an e-invoice."
            {...form.field('pin')}
          />
        </Two>
        <chakra.label display="flex" gap="2.5" alignItems="center" minH="11" cursor="pointer">
          <input type="checkbox" {...form.box('sez')} />
          Unit or developer in a Special Economic Zone: IGST
        </chakra.label>
        <chakra.p textStyle="sm" color="fg.muted">
          {serial} stays as it is. A credit note cancels it in full, and a new invoice has the GSTIN. No money moves.
        </chakra.p>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
