import { isSigned } from '../../shared/courses/lesson-source.ts'
import { shopNow } from '../../stores/shop-clock.ts'

export const pathOf = (address: string) => address.split('?')[0]

/** Returns the expiry of a signed address, seconds since 1970; infinite for an unsigned one. */
function endOf(address: string): number {
  if (!isSigned(address)) return Number.POSITIVE_INFINITY
  return Number(new URLSearchParams(address.split('?')[1]).get('until'))
}

export const isOver = (address: string, margin: number) => endOf(address) - margin < shopNow().getTime() / 1000
export const isNewer = (address: string, than: string) => endOf(address) > endOf(than)

/** The same file under the signature of another of its set. */
export function signedAs(address: string, like: string): string {
  const [, query] = like.split('?')
  return query ? `${pathOf(address)}?${query}` : address
}

/** The playlist of one quality, for that of all; `index` is all of them. */
export const playlistOf = (index: string, quality: string) => index.replace('/_index.m3u8', `/_${quality}.m3u8`)
