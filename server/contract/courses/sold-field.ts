/** A field of a feature that changes what is paid for a course, or what the money buys. */
export type SoldField = {
  /** As a refusal names it: `its options`. */
  name: string
  /** The least price in rupees that a stored value asks for; null for a field without a price. */
  least: ((value: never) => number) | null
  /** Who may put a course with it on sale: an `editor`, or only an `owner` or finance. A copy may repeat what the original says. */
  publishedBy: 'editor' | 'owner'
}
