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
  return `/og/course/${hexOf(course_id)}.jpg?v=${shortHash(`${name}\n${soon ? '' : price}${addedTax}\n${banner}`)}`
}

/** Address of the picture of an owner's page, as of its last change. */
export const pageSharePath = ({ slug, changed_at }: { slug: string; changed_at: string }): string =>
  `/og/page/${hexOf(slug)}.jpg?v=${Date.parse(changed_at).toString(36)}`

/** Content blockers refuse pictures that are called `banner-ad` or `300x250`, and a course may be. */
const hexOf = (id: string): string =>
  Array.from(new TextEncoder().encode(id), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The id in such an address. */
export const idOfHex = (hex: string): string =>
  new TextDecoder().decode(Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))

/** FNV-1a: tells texts apart, keeps no secret. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}
