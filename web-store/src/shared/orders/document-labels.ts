import type { DocumentKind } from 'contract/documents'
import { t } from '../../language/text.ts'

export const documentLabels: Record<DocumentKind, string> = {
  receipt: t('Receipt'),
  invoice: t('Invoice'),
  bill_of_supply: t('Bill of supply'),
  credit_note: t('Credit note'),
  debit_note: t('Debit note'),
  refund_receipt: t('Refund receipt'),
}
