import { useQuery } from '@tanstack/react-query'
import type { PageShop } from 'contract/shop/defaults'
import { api } from '../../api/client.ts'

export const taxQuery = () => api.documents.tax.queryOptions()

/**
 * The tax as the page came with it, and as cart and checkout hear of it later; asks for nothing itself. Undefined until it
 * is known, for a page that was made without the database.
 */
export function useKnownTax(shop: PageShop | undefined) {
  const given = shop?.tax ?? null
  return useQuery({ ...taxQuery(), enabled: false, initialData: given === 'unknown' ? undefined : { tax: given } }).data
    ?.tax
}
