/** The CDN host of public files (`MEDIA_CDN_URL`), without a slash at its end; empty where they come from the shop itself. */
let host =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name=media-host]')?.content ?? '')

/** On the server, which has no document, before a page is rendered. */
export function setMediaHost(given: string): void {
  host = given
}

const PUBLIC = /^\/media\/[^?]+$/

/** Where a file is fetched from: one of ours that is public, which has no signature, from the CDN host where there is one. */
export const fetchedFrom = (address: string): string => (PUBLIC.test(address) ? host + address : address)
