/** The CDN host of public files (`MEDIA_CDN_URL`), without a trailing slash; empty if the shop serves them. */
let host =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name=media-host]')?.content ?? '')

/** Sets the host on the server, which has no document, before a page is rendered. */
export function setMediaHost(input: string): void {
  host = input
}

const PUBLIC = /^\/media\/[^?]+$/

/** Returns the address of a file: a public, unsigned file of ours loads from the CDN host, if set. */
export const fetchedFrom = (address: string): string => (PUBLIC.test(address) ? host + address : address)
