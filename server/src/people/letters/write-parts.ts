import { isExpired } from 'contract/expiry'
import type { Language } from 'contract/languages'
import type { Block } from 'contract/letter-blocks'
import type { LetterChannel } from 'contract/letters'
import { formatRupees } from 'contract/money'
import type { Context } from '../../context.ts'
import { findCoursesForSale } from '../../courses/courses/courses.queries.ts'
import { inLanguage } from '../../platform/language/language.ts'
import type { NewsPart } from '../../platform/mail/news-letters.ts'
import { findPromocode } from '../../sales/promocodes/promocodes.queries.ts'

type Writing = {
  blocks: readonly Block[]
  /** Courses that the reader has: their cards are left out. */
  owned: readonly string[]
  language: Language
  /** Makes the address of the link of the block at this place. */
  linkTo: (at: number) => string
}

/** Fills blocks with what the shop knows now; a course off sale and an ended code are left out. */
export async function writeParts(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { blocks, owned, language, linkTo }: Writing,
): Promise<NewsPart[]> {
  const ids = coursesOf(blocks)
  const courses = ids.length === 0 ? [] : await findCoursesForSale(ctx.db, ids, ctx.now())
  const whole = (address: string) => new URL(address, ctx.config.storeUrl).href
  const parts: NewsPart[] = []
  for (const [at, block] of blocks.entries()) {
    if ('text' in block) parts.push(block)
    else if ('image' in block) parts.push({ image: whole(block.image), alt: block.alt })
    else if ('button' in block) parts.push({ button: block.button.label, address: linkTo(at) })
    else if ('code' in block) parts.push(...(await codePart(ctx, block.code, language)))
    else {
      const course = courses.find(({ course_id }) => course_id === block.course && !owned.includes(course_id))
      if (!course) continue
      const { name, banner, price_paise } = course
      const price = formatRupees(price_paise).replace(/\.00$/, '')
      parts.push({ course: name, banner: banner && whole(banner), price, address: linkTo(at) })
    }
  }
  return parts
}

async function codePart(
  { db, now }: Pick<Context, 'db' | 'now'>,
  code: string,
  language: Language,
): Promise<NewsPart[]> {
  const found = await findPromocode(db, code)
  if (!found || found.paused || isExpired(found.expiry_date, now())) return []
  const off = found.amount_paise ? formatRupees(found.amount_paise).replace(/\.00$/, '') : `${found.discount} %`
  return [{ code, off, until: inLanguage(language).longDay(found.expires_at) }]
}

export const coursesOf = (blocks: readonly Block[]): string[] => [
  ...new Set(blocks.flatMap((block) => ('course' in block ? [block.course] : []))),
]

type Link = {
  blocks: readonly Block[]
  letter_id: string
  channel: LetterChannel
  language: Language
  storeUrl: string
  /** Path of what the letter is about: the cart of an unpaid order, a course, a live lesson. */
  own?: string | undefined
}

/** Names the link to what the letter is about, beside the places of blocks. */
export const OWN_LINK = 99

/**
 * Finds where the link of the block at a place leads: nowhere but where the letter says. Pages of the store learn the letter, as
 * `utm_…` where the address has none of its own, and its one promo code.
 */
export function targetOf(
  at: number,
  { blocks, own, letter_id, channel, language, storeUrl }: Link,
): string | undefined {
  const prefix = language === 'en' ? '' : `/${language}`
  const path = at === OWN_LINK ? own && `${prefix}${own}` : pathOf(blocks[at], prefix)
  if (path === undefined) return undefined
  const url = new URL(path, storeUrl)
  if (url.origin !== new URL(storeUrl).origin) return url.href
  const letter = { utm_source: 'letter', utm_medium: channel, utm_campaign: letter_id }
  for (const [name, value] of Object.entries(letter)) if (!url.searchParams.get(name)) url.searchParams.set(name, value)
  const codes = blocks.flatMap((one) => ('code' in one ? [one.code] : []))
  if (codes[0] && codes.length === 1 && !url.searchParams.get('code')) url.searchParams.set('code', codes[0])
  return url.href
}

function pathOf(block: Block | undefined, prefix: string): string | undefined {
  if (!block || !('course' in block || 'button' in block)) return undefined
  return 'course' in block ? `${prefix}/course/${encodeURIComponent(block.course)}` : block.button.url
}
