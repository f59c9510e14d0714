import { createContext, useContext } from 'react'
import { brandDefaults, switchDefaults } from 'server/contract/shop-brand'
import type { PageShop } from 'server/contract/shop-defaults'

/** What the owner changed of what the shop says of itself, as the page came with it; undefined when nothing. */
export const ShopChangesContext = createContext<PageShop | undefined>(undefined)

/** Name, logo text, line and description of the shop. */
export function useBrand() {
  return { ...brandDefaults, ...useContext(ShopChangesContext)?.brand }
}

/** What the owner shows on sales pages. */
export function useSwitches() {
  return { ...switchDefaults, ...useContext(ShopChangesContext)?.switches }
}
