import type { Language } from 'contract/languages'
import type { ShopChanges } from 'contract/shop/defaults'
import texts from './built-in-texts.json' with { type: 'json' }

const words = new Map(Object.entries(texts))

/**
 * Translates the texts that the demo, and every shop of before 2026-11-26, began with. The owner's own are in the
 * owner's language on every page.
 */
export function inOwnWords(changes: ShopChanges, language: Language): ShopChanges {
  if (language === 'en') return changes
  const show = (text: string) => words.get(text)?.[language] ?? text
  const { brand, home } = changes
  return {
    ...changes,
    ...(brand?.description && { brand: { ...brand, description: show(brand.description) } }),
    ...(home && {
      home: {
        ...home,
        ...(home.headline && { headline: show(home.headline) }),
        ...(home.text && { text: show(home.text) }),
        ...(home.steps_heading && { steps_heading: show(home.steps_heading) }),
        ...(home.steps && { steps: home.steps.map(({ title, text }) => ({ title: show(title), text: show(text) })) }),
        ...(home.trust && { trust: home.trust.map(show) }),
      },
    }),
  }
}
