import { brandDefaults, GUARANTEE_DAYS, switchDefaults } from 'contract/shop-brand'
import type { PageShop, ShopSettings } from 'contract/shop-defaults'
import { createContext, useContext } from 'react'
import { said } from '../language/text.ts'

/** What the owner changed of what the shop says of itself, as the page came with it; undefined when nothing. */
export const ShopChangesContext = createContext<PageShop | undefined>(undefined)

/** One group of what the shop says of itself: its defaults, which come with the screen, with what the owner changed. */
export function useShop<Group extends keyof ShopSettings>(
  group: Group,
  defaults: ShopSettings[Group],
): ShopSettings[Group] {
  const given = useContext(ShopChangesContext)?.[group]
  if (!given) return defaults
  return (Array.isArray(given) ? given : { ...defaults, ...given }) as ShopSettings[Group]
}

const brand = {
  ...brandDefaults,
  // When it is asked for: the sentences of a language come a moment after this file.
  get description() {
    return said(brandDefaults.description)
  },
}

/** Name, logo text, line and description of the shop. */
export const useBrand = () => useShop('brand', brand)

/** For how many days buyers may have their money back; 0 where the shop gives no guarantee, and nothing may speak of one. */
export const useGuaranteeDays = () => useContext(ShopChangesContext)?.guarantee?.days ?? GUARANTEE_DAYS

/** What the owner shows on sales pages. */
export const useSwitches = () => useShop('switches', switchDefaults)
