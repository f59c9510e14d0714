import { brandDefaults, switchDefaults } from 'contract/shop/brand'
import type { PageShop, ShopSettings } from 'contract/shop/defaults'
import { createContext, useContext } from 'react'

/** The owner's changes to the shop's texts, as served with the page; undefined without any. */
export const ShopChangesContext = createContext<PageShop | undefined>(undefined)

/**
 * Returns one group of the shop's settings: its defaults, which load with the screen, merged with the owner's changes.
 */
export function useShop<Group extends keyof ShopSettings>(
  group: Group,
  defaults: ShopSettings[Group],
): ShopSettings[Group] {
  const input = useContext(ShopChangesContext)?.[group]
  if (!input) return defaults
  return (Array.isArray(input) ? input : { ...defaults, ...input }) as ShopSettings[Group]
}

/** Returns name, logo text, line and description of the shop. */
export const useBrand = () => useShop('brand', brandDefaults)

/** Returns the days of the money-back guarantee; 0 without one, and no text may mention it. */
export const useGuaranteeDays = () => useContext(ShopChangesContext)?.guarantee?.days ?? 0

/** Filters the About link out of `links` while the About page is empty. */
export function useWritten<Links extends readonly (readonly [string, string])[]>(links: Links) {
  const { about, claims, replaced } = useContext(ShopChangesContext) ?? {}
  return links.filter(([, to]) => to !== '/about' || about || claims || replaced?.includes(to))
}

/** Returns the owner's switches for sales pages. */
export const useSwitches = () => useShop('switches', switchDefaults)
