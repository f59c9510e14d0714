/** Pixels of the picture that is shown where a page is shared, as Open Graph asks for it. */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630

/** The picture of the shop, for pages that are about no one course. */
export const SHOP_SHARE_PATH = '/og.jpg'

type Shown = {
  course_id: string
  name: string
  price: number
  banner: string
  coming_soon?: boolean | null | undefined
}

/**
 * Address of the picture of a course. Those who show it keep it for weeks under its address, so the address changes with
 * what is on it. `addedTax` is the text beside the price, where there is one.
 */
export function sharePath({ course_id, name, price, banner, coming_soon: soon }: Shown, addedTax = ''): string {
  return `/og/${encodeURIComponent(course_id)}.jpg?v=${shortHash(`${name}\n${soon ? '' : price}${addedTax}\n${banner}`)}`
}

/** FNV-1a: tells texts apart, keeps no secret. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
