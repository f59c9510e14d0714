const collator = new Intl.Collator('en-IN', { numeric: true, sensitivity: 'base' })

/** Names as people number them: 2 before 10, whatever zeros stand before; equal ones by their letters, so that the order is steady. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a.normalize('NFC'), b.normalize('NFC')) || (a < b ? -1 : a > b ? 1 : 0)
}
