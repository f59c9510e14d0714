import type { Touch } from 'contract/sources/read-touch'
import { OTHER, type SourceCounts, type SourceRow, UNKNOWN } from 'contract/sources/sources'

/** Places to post a link in, by their `utm_source`, and the medium that goes with each. */
export const places: readonly (readonly [source: string, name: string, medium: string])[] = [
  ['instagram', 'Instagram', 'social'],
  ['youtube', 'YouTube', 'social'],
  ['whatsapp', 'WhatsApp', 'social'],
  ['telegram', 'Telegram', 'social'],
  ['facebook', 'Facebook', 'social'],
  ['linkedin', 'LinkedIn', 'social'],
  ['x', 'X', 'social'],
  ['google', 'Google', 'cpc'],
  ['poster', 'Poster or flyer', 'print'],
]

const names: Record<string, string> = {
  ...Object.fromEntries(places.map(([source, name]) => [source, name])),
  letter: 'Emails',
  affiliate: 'Affiliates',
  referral: 'Referrals',
  bing: 'Bing',
  tiktok: 'TikTok',
  membership: 'Memberships',
  upgrade: 'Upgrades',
  renewal: 'Renewals',
  part: 'Later parts',
  after_offer: 'Offers after paying',
  pay_link: 'Pay links',
  recorded: 'Recorded by hand',
  [UNKNOWN]: 'Direct',
  [OTHER]: 'All others',
}

/** `Instagram`, or the source as the link says it. */
export const sourceName = (source: string): string => names[source] ?? source

export type By = 'source' | 'campaign' | 'landing' | 'course'

/** Returns the name of a row for people. */
export function rowName({ key, name }: Pick<SourceRow, 'key' | 'name'>, by: By): string {
  if (by === 'source' || key === OTHER) return sourceName(key)
  if (key !== UNKNOWN) return name ?? key
  return by === 'campaign' ? 'No campaign' : by === 'course' ? 'No course' : sourceName(UNKNOWN)
}

/** `Instagram, Reel-Diwali`; undefined where no link is known. */
export function touchText(touch: Pick<Touch, 'source' | 'campaign'> | null | undefined): string | undefined {
  if (!touch) return undefined
  return [touch.source && sourceName(touch.source), touch.campaign].filter(Boolean).join(', ') || undefined
}

/** `1.2%`, below a thousandth `under 0.1%`; undefined where nothing is compared. */
export function shareText(part: number, whole: number): string | undefined {
  if (whole <= 0 || part > whole) return undefined
  const share = part / whole
  if (share > 0 && share < 0.001) return 'under 0.1%'
  return `${(share * 100).toLocaleString('en-IN', { maximumFractionDigits: share < 0.1 ? 1 : 0 })}%`
}

/** Returns the rupees that a visit brought, to the paisa; undefined without visits. */
export const worthOf = ({ revenue, visits }: Pick<SourceCounts, 'revenue' | 'visits'>): number | undefined =>
  visits > 0 ? Math.round((revenue * 100) / visits) / 100 : undefined

/** Makes the address of a page of the store, with what the link says of itself. */
export function linkOf(
  page: string,
  { source, medium, campaign }: { source: string; medium: string; campaign: string },
) {
  const address = new URL(page)
  address.searchParams.set('utm_source', source)
  address.searchParams.set('utm_medium', medium)
  const name = campaign.trim().toLowerCase().replace(/\s+/g, '-')
  if (name) address.searchParams.set('utm_campaign', name)
  return address.href
}
