/**
 * Whose console this page is, for what the browser keeps. A browser keeps by origin, which in a tab is the shop's own, so that nothing need be
 * said; the desktop app has one origin for all shops, and says the shop's address here before anything is read.
 */
let shop: string | undefined

export const setShopHere = (address: string | undefined): void => {
  shop = address
}

export const shopHere = (): string | undefined => shop

/** A name under which something of this shop is kept. */
export const nameHere = (name: string): string => (shop ? `${shop} ${name}` : name)
