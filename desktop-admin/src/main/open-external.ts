/**
 * Allows https pages, pages of the chosen shop (which may be on this computer) and mailto for the system's browser,
 * nothing else.
 */
export function isOpenable(address: string, shop?: string): boolean {
  if (address.length > 2_000 || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password) return false
  if (shop && url.origin === shop && /^https?:$/.test(url.protocol)) return true
  // A mailto may only name recipients: some programs attach files from other parameters.
  return url.protocol === 'https:' || (url.protocol === 'mailto:' && url.search === '' && url.pathname.includes('@'))
}

/** Opens an address in the system; returns false if it is not allowed. */
export async function openExternal(
  address: string,
  open: (address: string) => Promise<void>,
  shop?: string,
): Promise<boolean> {
  if (!isOpenable(address, shop)) return false
  await open(new URL(address).href)
  return true
}
