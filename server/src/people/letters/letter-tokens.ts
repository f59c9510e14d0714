import type { ConsentPurpose } from 'contract/consents'
import type { Language } from 'contract/languages'
import type { Block } from 'contract/letter-blocks'
import type { LetterChannel } from 'contract/letters'
import type { SequenceTrigger } from 'contract/sequences'
import type { Context, Db } from '../../context.ts'
import { changeConsent } from '../../shop/consents/consents.service.ts'
import { isLiving } from '../../shop/users/users.queries.ts'
import type { Recipient } from './outbox.queries.ts'
import { findOwnWords } from './sequences/own-words.ts'
import { OWN_LINK, targetOf } from './write-parts.ts'

/** Form of the tokens in letters: nobody guesses 122 random bits. */
const TOKEN = /^[0-9a-f]{32}$/
/** Nobody reads a letter as fast as a scanner of its receiver opens every link. */
const SCANNED_MS = 2_000

type Unsubscribe = { token: string; language: Language; purpose: ConsentPurpose }

/** Returns the address that ends a purpose's letters. Only the token decides whose; the rest is for the page. */
export function unsubscribeAddress(
  config: Pick<Context['config'], 'storeUrl'>,
  { token, language, purpose }: Unsubscribe,
) {
  return `${config.storeUrl}/unsubscribe?t=${token}&for=${purpose}${language === 'en' ? '' : `&lang=${language}`}`
}

/** Takes the consent back to which a letter's token belongs, again and again. False for a token of no letter. */
export async function unsubscribe(ctx: Context, token: string): Promise<boolean> {
  const found = await findByToken(ctx.db, 'unsubscribe_token', token)
  if (!found) return false
  await withdraw(ctx, found.user_id, found.channel)
  await ctx
    .db('letter_recipients')
    .where({ recipient_id: found.recipient_id })
    .whereNull('unsubscribed_at')
    .update({ unsubscribed_at: ctx.now() })
  return true
}

/** Takes back the consent to letters of a channel, unless the account is gone. */
export async function withdraw(ctx: Context, userId: number, channel: LetterChannel): Promise<void> {
  if (await isLiving(ctx.db, userId))
    await changeConsent(
      ctx,
      userId,
      channel === 'email' ? 'news_email' : 'news_message',
      false,
      'link that stops letters',
    )
}

/** Finds the readers of a letter by one of their tokens. */
export async function findByToken(
  db: Db,
  column: 'token' | 'unsubscribe_token',
  token: string,
): Promise<
  | { recipient_id: number; letter_id: string; user_id: number; channel: LetterChannel; address: string | null }
  | undefined
> {
  if (!TOKEN.test(token)) return undefined
  return db('letter_recipients')
    .where({ [column]: token })
    .first('recipient_id', 'letter_id', 'user_id', 'channel', 'address')
}

type Linked = Pick<Recipient, 'occasion' | 'facts'> & {
  recipient_id: number
  letter_id: string
  channel: LetterChannel
  sent_at: string | null
  blocks: Block[]
  language: Language
  trigger: SequenceTrigger | null
}

/**
 * Finds where `/l/{id}` leads, and counts the first click of a reader on a link. Returns undefined for an id of no letter. `counts` is
 * false for a request that nobody reads.
 */
export async function followLink(ctx: Context, id: string, counts: boolean): Promise<string | undefined> {
  const [, token, place] = /^([0-9a-f]{32})-(\d{1,2})$/.exec(id) ?? []
  if (!token) return undefined
  const found: Linked | undefined = await ctx
    .db('letter_recipients as r')
    .join('letters as l', 'l.letter_id', 'r.letter_id')
    .join('users as u', 'u.id', 'r.user_id')
    .where({ token })
    .leftJoin('sequences as s', 's.sequence_id', 'l.sequence_id')
    .first(
      'r.recipient_id',
      'r.letter_id',
      'r.occasion',
      'r.facts',
      'r.channel',
      'r.sent_at',
      'l.blocks',
      'u.language',
      's.trigger',
    )
  const at = Number(place)
  if (!found) return undefined
  const cart = found.trigger === 'order_unpaid' ? `/cart?back=${token}&code=` : undefined
  const own = at === OWN_LINK ? (cart ?? (await findOwnWords(ctx.db, found))?.path) : undefined
  const target = targetOf(at, { ...found, own, storeUrl: ctx.config.storeUrl })
  if (!target) return undefined
  const now = ctx.now()
  const scanned = !found.sent_at || now.getTime() - Date.parse(found.sent_at) < SCANNED_MS
  if (counts && !scanned) {
    await ctx
      .db('letter_clicks')
      .insert({ recipient_id: found.recipient_id, link_no: at, clicked_at: now })
      .onConflict(['recipient_id', 'link_no'])
      .ignore()
  }
  return target
}
