import type { ShownTax } from '../added-tax.ts'
import type { CheckoutQuestion } from '../checkout-questions/checkout-questions.ts'
import {
  brandDefaults,
  bundleDefaults,
  childrenDefaults,
  deliveryDefaults,
  guaranteeDefaults,
  paymentDefaults,
  switchDefaults,
} from './brand.ts'
import {
  type Claims,
  type Contact,
  claimDefaults,
  contactDefaults,
  type Home,
  homeDefaults,
  type Testimonial,
  testimonialDefaults,
} from './home.ts'
import { type Look, lookDefaults, type Social, socialDefaults } from './look.ts'
import { type About, aboutDefaults, LEGAL_TEXTS, type Legal, type LegalText, legalDefaults } from './people.ts'

/** Everything the shop says of itself; all of it is public. */
export type ShopSettings = {
  brand: typeof brandDefaults
  look: Look
  home: Home
  contact: Contact
  social: Social
  /** Shown as they stand, plus sign included. */
  claims: Claims
  testimonials: Testimonial[]
  about: About
  legal: Legal
  guarantee: typeof guaranteeDefaults
  switches: typeof switchDefaults
  delivery: typeof deliveryDefaults
  bundles: typeof bundleDefaults
  /** Null while coins buy nothing. */
  coins: { rupees: number; at_most_percent: number } | null
  checkout_questions: CheckoutQuestion[]
  children: typeof childrenDefaults
  payments: typeof paymentDefaults
}

/** Differences from the defaults: whole fields of groups, and whole lists. */
export type ShopChanges = {
  [Group in keyof ShopSettings]?: ShopSettings[Group] extends unknown[]
    ? ShopSettings[Group]
    : Partial<ShopSettings[Group]>
}

/**
 * The changes on a page: of the long texts its own alone, and a list of the others. With the tax of its day, absent
 * where there is none, `unknown` where it could not be read. `replaced` are the paths of screens in whose place a page of an optional feature
 * is shown; absent without any.
 */
export type PageShop = ShopChanges & { own_texts?: LegalText[]; tax?: ShownTax | 'unknown'; replaced?: string[] }

/** Selects the changes for the page at this path; undefined with only defaults and no tax. */
export function shopForPage(input: ShopChanges, pathname: string, tax: ShownTax | null = null): PageShop | undefined {
  const changes: PageShop = tax ? { ...input, tax } : input
  if (Object.keys(changes).length === 0) return undefined
  const own = LEGAL_TEXTS.filter((name) => changes.legal?.[name])
  if (own.length === 0) return changes
  const stored = Object.entries(changes.legal ?? {}).filter(
    ([name]) => !own.some((text) => text === name) || pathname === `/${name}`,
  )
  return { ...changes, legal: Object.fromEntries(stored), own_texts: own }
}

export const shopDefaults: ShopSettings = {
  brand: brandDefaults,
  look: lookDefaults,
  home: homeDefaults,
  claims: claimDefaults,
  testimonials: testimonialDefaults,
  about: aboutDefaults,
  contact: contactDefaults,
  social: socialDefaults,
  legal: legalDefaults,
  guarantee: guaranteeDefaults,
  switches: switchDefaults,
  delivery: deliveryDefaults,
  bundles: bundleDefaults,
  coins: null,
  checkout_questions: [],
  children: childrenDefaults,
  payments: paymentDefaults,
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The settings in force: the defaults, or others, with what was changed. */
export function withChanges(changes: ShopChanges | undefined, from: ShopSettings = shopDefaults): ShopSettings {
  const settings: Record<string, unknown> = { ...from }
  for (const [group, value] of Object.entries(changes ?? {})) {
    const base = settings[group]
    if (value !== undefined) settings[group] = isGroup(base) && isGroup(value) ? { ...base, ...value } : value
  }
  return settings as ShopSettings
}

/** Returns the settings that differ from the defaults. */
export function changesOf(settings: ShopSettings): ShopChanges {
  const changes: Record<string, unknown> = {}
  const defaults: Record<string, unknown> = shopDefaults
  for (const [group, base] of Object.entries(defaults)) {
    const value: unknown = settings[group as keyof ShopSettings]
    if (!isGroup(base) || !isGroup(value)) {
      if (!same(base, value)) changes[group] = value
      continue
    }
    const fields = Object.entries(value).filter(([field, entry]) => !same(entry, base[field]))
    if (fields.length > 0) changes[group] = Object.fromEntries(fields)
  }
  return changes as ShopChanges
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
