import { useQuery } from '@tanstack/react-query'
import type { PageShop } from 'contract/shop/defaults'
import { api } from '../../api/client.ts'

export const taxQuery = () => api.documents.tax.queryOptions()

/**
 * Returns the tax that the page arrived with, or that cart and checkout loaded later; makes no request itself. Undefined until then, for a
 * page rendered without the database.
 */
export function useKnownTax(shop: PageShop | undefined) {
  const input = shop?.tax ?? null
  return useQuery({ ...taxQuery(), enabled: false, initialData: input === 'unknown' ? undefined : { tax: input } }).data
    ?.tax
}
