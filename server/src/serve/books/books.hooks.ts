import { paperMarked } from '../../sales/documents/paper-mark.ts'
import { WAS_PAID } from '../../sales/orders/status.ts'
import { toolsOnce } from '../../shop/moments/moments.ts'
import { markOf } from './import-einvoices.ts'

export const joins = () => [
  paperMarked.by((db, documentId) => markOf(db, documentId)),
  toolsOnce(
    `select from orders where status in ('${WAS_PAID.join("', '")}') and exists (select from tax_settings where enabled)
    offset 9`,
    'month',
  ),
]
