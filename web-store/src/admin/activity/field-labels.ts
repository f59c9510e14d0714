import { amountText, dateText, dateTimeText } from '../../ui/format.ts'

/** Names the fields of an entry as the console's own screens do, where the field's name does not suffice. */
const labels: Record<string, string> = {
  DEMO_REELS_VIDEOS: 'demo reels',
  CUSTOMER_REVIEWS: 'customer reviews',
  additional_infobanners: 'info banners',
  benefits_samples: 'results',
  product_content_samples: 'sample content',
  exclusive_bonuses: 'exclusive bonuses',
  bonuses_worth: 'worth of the bonuses',
  buy_now_text: 'button text',
  faq: 'questions and answers',
  header_below: 'line below the heading',
  header_text: 'heading',
  long_description: 'sales page text',
  offer_text: 'offer',
  who_is_this_for: 'who it is for',
  where_can_i_upload: 'where to upload',
  how_to_make_money: 'how to make money',
  how_to_get_started: 'how to get started',
  legal_disclaimer: 'disclaimer',
  place: 'place in the catalogue',
  courses: 'number of courses',
  max_discount: 'maximum discount',
  max_uses: 'limit of uses',
  max_uses_per_buyer: 'limit per buyer',
  max_seats: 'copies per use',
  min_subtotal: 'minimum order',
  expiry_date: 'last day',
  start_date: 'first day',
  must_change_password: 'new password at the next login',
  reward_coins: 'referral reward',
  api_key: 'API key',
  api_secret: 'API secret',
  gstin: 'GSTIN',
  cin: 'CIN',
  next_invoice: 'next invoice number',
  sac: 'SAC',
  enabled: 'GST',
  valid_from: 'start of GST',
  prices_include: 'prices include GST',
  state_code: 'state',
  'home.headline': 'headline of the home page',
  'home.text': 'text of the home page',
  'home.steps_heading': 'heading of the steps',
  'home.steps': 'steps of the home page',
  'home.trust': 'trust lines',
  'look.icon': 'icon',
  'look.buy': 'colour of buy buttons',
  'look.action': 'colour of buttons and links',
  'look.dark': 'ground of the dark theme',
  'look.radius': 'corners',
  'look.type': 'fonts',
  'brand.line': 'line below the shop name',
  'brand.name': 'shop name',
  'about.paragraphs': 'about text',
  'legal.privacy': 'privacy policy',
  'legal.cookies': 'cookie policy',
  'legal.refund': 'refund policy',
  'legal.delivery': 'delivery policy',
  'legal.cancellation': 'cancellation policy',
  countdown: 'countdown clock',
  testimonials: 'testimonials',
  not_ok: 'links with a problem',
  document_mailed: 'document sent by email',
}

/** A field in words: `place in the catalogue`, `contact phone`. */
export const fieldLabel = (field: string): string => labels[field] ?? field.replaceAll(/[._]/g, ' ')

/** `₹499`, and with paise where there are some: `₹349.50`; `currency` where it is not one of rupees. */
export const moneyText = (amount: number, currency?: unknown): string =>
  amountText(amount, typeof currency === 'string' ? currency : undefined).replace(/\.00\b/, '')

const MONEY = /^(price|refund|amount|total|min_subtotal|minimum_order|max_discount)$/
const PER_CENT = /^(discount|rate)$/

/** Formats the value of a field for a person: no keys, no brackets. */
export function valueText(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') {
    if (MONEY.test(field)) return moneyText(value)
    return PER_CENT.test(field) ? `${value}%` : value.toLocaleString('en-IN')
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'nothing' : value.map((entry) => valueText(field, entry)).join('; ')
  }
  if (typeof value === 'object') {
    const known = Object.values(value).filter((entry) => entry !== null && entry !== '')
    return known.map((entry) => valueText('', entry)).join(', ') || 'nothing'
  }
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dateText(new Date(`${text}T00:00:00+05:30`))
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return dateTimeText(text)
  if (/^[a-z]+(_[a-z]+)+$/.test(text)) return text.replaceAll('_', ' ')
  return text
}
