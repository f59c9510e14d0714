import createCache, { type EmotionCache } from '@emotion/cache'

/** Where a page names the rules that came with it. */
export const RULES = 'data-rules'

/**
 * Emotion's memory of the rules that a page has. Rules that came with the page are known by their names and stay where they
 * are; Emotion itself would move their element about, after which browsers lay out the whole page anew.
 */
export function browserStyles(): EmotionCache {
  const cache = createCache({ key: 'css' })
  const names = document.querySelector(`style[${RULES}]`)?.getAttribute(RULES)?.split(' ') ?? []
  for (const name of names) cache.inserted[name] = true
  return cache
}
