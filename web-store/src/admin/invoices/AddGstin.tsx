import { Recipient } from 'contract/documents'
import { isBuyerGstin, tidyGstin } from 'contract/gst'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { area, text, tick } from '../kit/fields.tsx'
import { GstinField } from './GstinField.tsx'

type Made = { document_id: string; serial: string }

const fields = {
  gstin: {
    ...text('GSTIN'),
    sent: tidyGstin,
    draw: ({
      name,
      value,
      put,
      error,
    }: {
      name: string
      value: string
      put: (typed: string) => void
      error?: string | undefined
    }) => (
      <GstinField
        isValid={isBuyerGstin}
        name={name}
        value={value}
        error={error}
        onChange={({ target }) => put(target.value)}
      />
    ),
  },
  legal_name: text('Legal name', { maxLength: 200 }),
  address: area('Address', { rows: 3, maxLength: 500 }),
  place: text('City or town', { unmarked: true, maxLength: 50 }),
  pin: text('PIN code', {
    unmarked: true,
    maxLength: 7,
    inputMode: 'numeric',
    help: 'With the town, for an e-invoice.',
  }),
  sez: tick('Unit or developer in a Special Economic Zone: IGST'),
}

/** Makes an invoice to a consumer out anew to a business. */
export default actionDialog({
  title: ({ serial }: Made) => `Add a GSTIN to ${serial}`,
  call: adminApi.documents.addGstin,
  of: ({ document_id }) => ({ params: { document_id } }),
  draft: ({ document_id }) => `gstin:${document_id}`,
  schema: Recipient,
  fields,
  layout: (_, { serial }) => [
    'gstin',
    'legal_name',
    'address',
    ['place', 'pin'],
    'sez',
    <Help key="what">
      {serial} stays as it is. A credit note cancels it in full, and a new invoice has the GSTIN. No money moves.
    </Help>,
  ],
  save: 'Issue new invoice',
  busyText: 'Issuing...',
  failed: ({ serial }) => `New invoice for ${serial} not confirmed`,
  done: ({ message, document }) => [message, `${document.serial} goes to the buyer with the credit note.`],
})
