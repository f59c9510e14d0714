import { callName } from 'contract/call-name'
import { isNudge } from 'contract/sequences'
import type { Context } from '../../context.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { MailFailure } from '../../platform/mail/mail-failure.ts'
import { type NewsPart, newsLetter } from '../../platform/mail/news-letters.ts'
import { mailShop } from '../../shop/settings/mail-shop.ts'
import { markRefused } from '../../shop/users/refused-email.queries.ts'
import { reminderEnd } from '../../shop/users/reminders.queries.ts'
import type { Channel, Outcome } from './channel.ts'
import { unsubscribeAddress } from './letter-tokens.ts'
import { writeMoveLetter } from './move-letter.ts'
import { findSettings, type Recipient } from './outbox.queries.ts'
import { findOrderCart } from './sequences/order-cart.queries.ts'
import { fillPlaces, findOwnWords } from './sequences/own-words.ts'
import { OWN_LINK, writeParts } from './write-parts.ts'

/** Names the courses of an unpaid order, with the way back to its cart. */
async function cartParts(ctx: Context, { occasion, token, language }: Recipient): Promise<NewsPart[]> {
  const { courses } = (await findOrderCart(ctx.db, occasion)) ?? { courses: [] }
  const { t } = inLanguage(language)
  return [
    { text: courses.map(({ course_name }) => `• ${course_name}`).join('\n') },
    { button: t('Go to my cart'), address: `${ctx.config.storeUrl}/l/${token}-${OWN_LINK}` },
  ]
}

/** Letters by email, through the shop's mail server. */
export const emailChannel: Channel = {
  // A server that is away, or refuses the password, takes nobody's turn.
  ready: (ctx) => ctx.mailer.logIn(),
  async write(ctx, recipient) {
    const { token } = recipient
    const [shop, { bounce_domain }] = await Promise.all([mailShop(ctx, recipient.language), findSettings(ctx.db)])
    // Providers name it in their reports.
    const messageId = `letter.${token}`
    const mail = {
      ...(recipient.move_id === null ? await news(ctx, recipient, shop) : await writeMoveLetter(ctx, recipient, shop)),
      fromName: shop.shopName,
      messageId,
      ...(shop.contact && { replyTo: shop.contact }),
      ...(bounce_domain && { returnTo: `bounce+${token}@${bounce_domain}` }),
    }
    return async (begin) => {
      try {
        await ctx.mailer.send({ ...mail, to: recipient.email, beforeText: begin })
      } catch (error) {
        if (!(error instanceof MailFailure)) throw error
        return failed(ctx, error, recipient)
      }
      return { is: 'handed_over', message_id: messageId }
    }
  },
}

/** Writes a letter of news with the link that ends them; a notice has none. */
async function news(ctx: Context, recipient: Recipient, shop: Awaited<ReturnType<typeof mailShop>>) {
  if (recipient.trigger !== null && isNudge(recipient.trigger)) return nudge(ctx, recipient, shop)
  const { token, unsubscribe_token, language, subject, blocks, owned, notice } = recipient
  const linkTo = (at: number) => `${ctx.config.storeUrl}/l/${token}-${at}`
  const parts = await writeParts(ctx, { blocks, owned, language, linkTo })
  if (recipient.trigger === 'order_unpaid') parts.push(...(await cartParts(ctx, recipient)))
  const unsubscribe = unsubscribeAddress(ctx.config, { token: unsubscribe_token, language, purpose: 'news_email' })
  const name = callName(recipient)
  if (notice) return newsLetter({ subject, parts, name, unsubscribe: null })(shop)
  return {
    ...newsLetter({ subject, parts, name, unsubscribe })(shop),
    // One header with one address; a mail program posts to it without a login.
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Writes a nudge: a button leads to the course, and the link at its end turns reminders off. */
async function nudge(ctx: Context, recipient: Recipient, shop: Awaited<ReturnType<typeof mailShop>>) {
  const { token, reminder_token, language, subject, blocks } = recipient
  const { storeUrl } = ctx.config
  const { values } = (await findOwnWords(ctx.db, recipient)) ?? {}
  const written = blocks.map((block) => ('text' in block ? { text: fillPlaces(block.text, values) } : block))
  const linkTo = (at: number) => `${storeUrl}/l/${token}-${at}`
  const parts = await writeParts(ctx, { blocks: written, owned: [], language, linkTo })
  const { t } = inLanguage(language)
  parts.push({ button: t('Open the course'), address: linkTo(OWN_LINK) })
  const { end, headers } = reminderEnd(storeUrl, reminder_token)
  const name = callName(recipient)
  return { ...newsLetter({ subject: fillPlaces(subject, values), parts, name, reminderEnd: end })(shop), headers }
}

/** The server asks for less, or blames the sender's speed. */
const SLOW = /^421\b|\b4\.7\.\d/
/** Tries after which a server that refuses everybody is believed about this one. */
const MOST_REFUSALS = 5

async function failed(ctx: Context, failure: MailFailure, { email, tries }: Recipient): Promise<Outcome> {
  const error = failure.message
  const dead = { is: 'refused', reason: 'bad_address', error } as const
  if (failure.isDead) {
    await markRefused(ctx.db, { email, refusal: error, now: ctx.now() })
    return dead
  }
  switch (failure.kind) {
    case 'recipients':
      return tries + 1 < MOST_REFUSALS ? { is: 'later', error } : dead
    case 'recipient':
    case 'sender':
      if (failure.refusesSender) return { is: 'stop', reason: 'blocked', error }
      return tries + 1 < MOST_REFUSALS ? { is: 'blocked', error } : { is: 'refused', reason: 'gave_up', error }
    case 'login':
    case 'away':
    case 'connection':
      return { is: 'away', error }
    case 'later':
      if (!failure.unsent) return { is: 'unknown', error }
      return failure.away ? { is: 'away', error } : { is: 'later', error, slow: SLOW.test(error) }
  }
}
