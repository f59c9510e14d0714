import { PaidBody, type PartnerPayout } from 'contract/partners/partners'
import { rupeesText } from '../../ui/format.ts'
import { Text } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { text } from '../kit/fields.tsx'

/** Notes the transfer of a statement, and emails the partner. */
export default actionDialog({
  title: ({ name, pay }: PartnerPayout) => `Paid ${rupeesText(pay)} to ${name ?? 'the partner'}?`,
  call: adminApi.partners.paid,
  of: ({ statement_id }) => ({ params: { statement_id } }),
  draft: ({ statement_id }) => `partner-paid:${statement_id}`,
  fields: {
    reference: text('Reference of the transfer', { maxLength: 60, help: 'The UTR, or the ID of the UPI payment.' }),
  },
  schema: PaidBody,
  layout: () => [
    <Text key="what" color="fg.muted">
      This notes a transfer that you made at your bank. It cannot be taken back, and the partner gets an email.
    </Text>,
    'reference',
  ],
  save: 'Mark as paid',
  failed: 'The payment was not noted',
})
