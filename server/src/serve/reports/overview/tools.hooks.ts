import { WAS_PAID } from '../../../sales/orders/status.ts'
import { toolsOnce } from '../../../shop/moments/moments.ts'

/** The tools of features that every shop has. */
export const joins = () => [
  toolsOnce("select from courses where kind = 'course' offset 1", 'bundles', 'media'),
  toolsOnce('select from reviews', 'reviews'),
  toolsOnce('select from offers', 'offers'),
  toolsOnce(`select from orders where status in ('${WAS_PAID.join("', '")}')`, 'sources', 'payouts', 'invoices'),
  toolsOnce('select from admins offset 1', 'admins', 'activity'),
]
