/** Opens in the system's browser: https pages, the chosen shop's (which may be on this computer), mail and nothing else. */
export function isOpenable(address: string, shop?: string): boolean {
  if (address.length > 2_000 || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password) return false
  if (shop && url.origin === shop && /^https?:$/.test(url.protocol)) return true
  // Of a mail only to whom: some programs take files from what else an address may say.
  return url.protocol === 'https:' || (url.protocol === 'mailto:' && url.search === '' && url.pathname.includes('@'))
}

/** Answers whether the address was handed to the system. */
export async function openExternal(
  address: string,
  open: (address: string) => Promise<void>,
  shop?: string,
): Promise<boolean> {
  if (!isOpenable(address, shop)) return false
  await open(new URL(address).href)
  return true
}
