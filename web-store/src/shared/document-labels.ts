import type { DocumentKind } from 'contract/documents'

export const documentLabels: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  bill_of_supply: 'Bill of supply',
  credit_note: 'Credit note',
  refund_receipt: 'Refund receipt',
}
