/** A link that led somebody to the store. It names no person; `fbclid` and `gclid` are the ids that Meta and Google gave the click. */
export type Touch = {
  source: string | null
  medium: string | null
  campaign: string | null
  content: string | null
  term: string | null
  /** Host of the page with the link; null where the browser names none. */
  referrer: string | null
  /** Path of the first page, without its parameters. */
  landing: string
  /** ISO 8601. */
  at: string
  fbclid?: string
  gclid?: string
  /** The code of the partner who has the link. */
  via?: string
}

/** `via`: links of partners, the newest first. `partner` brought a paid order. `mandate`: when a membership was joined, and which of its payments this is. */
export type Touches = {
  first: Touch | null
  last: Touch | null
  via?: { code: string; at: string }[]
  partner?: { id: string; code: string }
  mandate?: { at: string; payment: number }
}

export const VIA_CODE = /^[\w-]{3,32}$/
export const MOST_VIA = 5

/** The steps of a visit on its way to an order, in their order. */
export const VISIT_STEPS = ['visit', 'course', 'cart', 'checkout'] as const
export type VisitStep = (typeof VISIT_STEPS)[number]

/** A touch counts for so long. */
export const TOUCH_DAYS = 90
const LONGEST = 200

/** The id of a click, in its own case. Its owner refuses an altered one: a longer one is none. */
export const CLICK_ID = /^[\w.~-]{1,500}$/

/** Parameters of a click, and the source that each proves. */
const clicks: Record<string, string> = {
  gclid: 'google',
  gbraid: 'google',
  wbraid: 'google',
  fbclid: 'facebook',
  igshid: 'instagram',
  msclkid: 'bing',
  ttclid: 'tiktok',
  li_fat_id: 'linkedin',
  via: 'affiliate',
  ref: 'referral',
}

/** Names of the parameters that mark a link, as a pattern. */
export const MARKS = `utm_\\w+|${Object.keys(clicks).join('|')}`

/** Apps name themselves by their package, and some sites pass links through a host of their own. */
const sites: readonly [RegExp, string][] = [
  [/^com\.instagram\.|(^|\.)instagram\.com$/, 'instagram.com'],
  [/^com\.facebook\.|(^|\.)(facebook\.com|fb\.com|fb\.me)$/, 'facebook.com'],
  [/^com\.whatsapp|(^|\.)(whatsapp\.com|wa\.me)$/, 'whatsapp.com'],
  [/^com\.google\.android\.(apps\.)?youtube|(^|\.)(youtube\.com|youtu\.be)$/, 'youtube.com'],
  [/^org\.telegram\.|(^|\.)(telegram\.org|t\.me)$/, 'telegram.org'],
  [/^com\.linkedin\.|(^|\.)(linkedin\.com|lnkd\.in)$/, 'linkedin.com'],
  [/^com\.twitter\.|(^|\.)(twitter\.com|x\.com|t\.co)$/, 'x.com'],
  [/^com\.google\.android\.googlequicksearchbox$|(^|\.)google\.[a-z.]{2,6}$/, 'google.com'],
]

/**
 * Hosts that a visitor passes through on the way back to the store: payment gateways, banks and their second step, UPI apps, logins, and the
 * mailboxes in which an address is confirmed.
 */
const PASSED_THROUGH = new RegExp(
  [
    String.raw`(^|\.)(razorpay\.(com|in)|rzp\.io|npci\.org\.in|phonepe\.com|paytm\.(com|in)|billdesk\.com|payu\.in|juspay\.in|wibmo\.com|wibmo\.co`,
    String.raw`enstage-sas\.com|cardinalcommerce\.com|arcot\.com|sbi\.co\.in|onlinesbi\.(com|sbi)|hdfcbank\.(com|net)|kotak\.com|axisbank\.co\.in`,
    String.raw`bobibanking\.com|pnbindia\.in|canarabank\.in|visa\.com|mastercard\.com|americanexpress\.com|rupay\.co\.in`,
    String.raw`accounts\.google\.(com|co\.in)|appleid\.apple\.com|login\.(microsoftonline|live)\.com|mail\.google\.com|outlook\.(live|office)\.com`,
    String.raw`mail\.yahoo\.com|mail\.zoho\.(in|com)|mail\.rediff\.com|mail\.proton\.me)$`,
    String.raw`bank\.(com|in|co\.in|net|net\.in)$`,
    String.raw`\.bank\.in$`,
    String.raw`(^|[.-])(acs\d*|3ds?\d*|3dsecure\d*|secureacs|netbanking)[.-]`,
    String.raw`^(com\.phonepe|net\.one97|com\.google\.android\.(gm|apps\.nbu)|in\.org\.npci|in\.amazon\.|com\.dreamplug|com\.microsoft\.office)`,
  ].join('|'),
)

/** A parameter, cut to its length; null when it is absent or empty. */
const trimmed = (text: string | null): string | null => text?.trim().slice(0, LONGEST) || null
const small = (text: string | null): string | null => trimmed(text)?.toLowerCase() ?? null

/**
 * Reads the link that led to an address. Undefined for a direct visit, and for a return from the shop's own pages, the payment, a bank,
 * a login or a mailbox, unless the address itself names its source.
 */
export function readTouch(address: string, referrer: string, at: Date): Touch | undefined {
  const { searchParams, hostname, pathname } = new URL(address)
  const from = referrer && URL.canParse(referrer) ? new URL(referrer).hostname.toLowerCase().replace(/^www\./, '') : ''
  const isOwn = from === hostname.toLowerCase().replace(/^www\./, '')
  const host = from && !isOwn && !PASSED_THROUGH.test(from) ? nameOf(from) : null
  const utm = (name: string) => searchParams.get(`utm_${name}`)
  const click = Object.keys(clicks).find((name) => searchParams.get(name))
  // Instagram and Facebook mark their links alike.
  const clicked = click === 'fbclid' && host === 'instagram.com' ? 'instagram' : click && clicks[click]
  const campaign = trimmed(utm('campaign') ?? utm('id'))
  const source = small(utm('source')) ?? clicked ?? host?.replace(/\.(com|org)$/, '') ?? null
  if (!source && !campaign) return undefined
  const ids = Object.fromEntries(
    ['fbclid', 'gclid'].map((id) => [id, searchParams.get(id) ?? '']).filter(([, id = '']) => CLICK_ID.test(id)),
  )
  const via = searchParams.get('via') ?? ''
  return {
    source,
    medium: small(utm('medium')),
    campaign,
    content: trimmed(utm('content')),
    term: trimmed(utm('term')),
    referrer: host,
    landing: pathname.slice(0, LONGEST),
    at: at.toISOString(),
    ...ids,
    ...(VIA_CODE.test(via) && { via }),
  }
}

/** The site behind a host or an app. */
function nameOf(host: string): string {
  return (sites.find(([form]) => form.test(host))?.[1] ?? host).slice(0, LONGEST)
}

/** Adds a touch to those of the last 90 days. A direct visit, which is none, overwrites nothing. */
export function withTouch({ first, last, via = [] }: Touches, touch: Touch | undefined, now: Date): Touches {
  const lives = <One extends { at: string }>(one: One | null) =>
    one && now.getTime() - Date.parse(one.at) < TOUCH_DAYS * 86_400_000 ? one : null
  const newest = touch ?? lives(last)
  const links = [...(touch?.via ? [{ code: touch.via, at: touch.at }] : []), ...via].filter(lives).slice(0, MOST_VIA)
  return { first: lives(first) ?? newest, last: newest, ...(links.length > 0 && { via: links }) }
}
