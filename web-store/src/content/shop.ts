import { useContext, useMemo } from 'react'
import { type ShopSettings, withChanges } from 'server/contract/shop-defaults'
import { ShopChangesContext } from './brand.ts'

/** Everything the shop says of itself: the defaults with what the owner changed under Settings. */
export function useShop(): ShopSettings {
  const changes = useContext(ShopChangesContext)
  return useMemo(() => withChanges(changes), [changes])
}
