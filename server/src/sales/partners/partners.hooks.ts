import { secretsSealed, toolsOnce } from '../../shop/moments/moments.ts'
import { orderPaid, sharesBooked } from '../orders/moments.ts'
import { findBooked } from './partners.queries.ts'
import { resealPayees } from './payees.ts'
import { tieOrder } from './tie-order.ts'

export const joins = () => [
  orderPaid.by((ctx, trx, { order_id }) => tieOrder(ctx, trx, order_id)),
  secretsSealed.by(({ db, config }) => resealPayees(db, config.encryptionKeys)),
  sharesBooked.by(findBooked),
  toolsOnce('select from partners', 'partners'),
]
