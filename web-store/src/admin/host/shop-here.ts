/**
 * Names the shop of this page for everything that the browser stores. A browser stores by origin, which in a tab is the shop's own; the desktop
 * app has one origin for all shops, and sets the shop's address here before anything is read.
 */
let shop: string | undefined

export const setShopHere = (address: string | undefined): void => {
  shop = address
}

export const shopHere = (): string | undefined => shop

/** Returns a storage key of this shop. */
export const nameHere = (name: string): string => (shop ? `${shop} ${name}` : name)
