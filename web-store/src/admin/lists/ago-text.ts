import { shopNow } from '../../stores/shop-clock.ts'
import { countText } from '../../ui/format.ts'

/** `just now`, `2 minutes ago`, `3 hours ago`, `5 days ago`; what a wrong clock puts into the future is just now. */
export function agoText(moment: string, now = shopNow().getTime()): string {
  const minutes = Math.floor((now - Date.parse(moment)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${countText(minutes, 'minute')} ago`
  if (minutes < 48 * 60) return `${countText(Math.floor(minutes / 60), 'hour')} ago`
  return `${countText(Math.floor(minutes / (24 * 60)), 'day')} ago`
}
