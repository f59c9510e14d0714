import { withChanges } from 'contract/shop-defaults'
import type { Context } from '../context.ts'
import { type Letter, type MailShop, oneLine } from '../mail/letter.ts'
import type { Mail } from '../mail/mailer.ts'
import { findShop } from '../settings/settings.queries.ts'

export type Envelope = Pick<Mail, 'to' | 'attachments' | 'messageId'>

/** Sends what `write` makes of the shop as the settings name it now, in its name. Throws when the mail could not be handed over. */
export async function sendLetter(ctx: Context, envelope: Envelope, write: (shop: MailShop) => Letter): Promise<void> {
  const shop = await mailShop(ctx)
  await ctx.mailer.send({ ...write(shop), ...envelope, fromName: shop.shopName })
}

/** What a mail that leaves now says of the shop. */
async function mailShop({ db, config }: Pick<Context, 'db' | 'config'>): Promise<MailShop> {
  const { brand } = withChanges((await findShop(db)).changes)
  return { shopName: oneLine(brand.name), storeUrl: config.storeUrl, logoUrl: logoUrl(brand.logo, config.storeUrl) }
}

/** Many mail programs show no WebP and nothing of a plain address. */
const SHOWN = /\.(png|jpe?g|gif)$/i

function logoUrl(logo: string, storeUrl: string): string | undefined {
  if (!SHOWN.test(logo) || !URL.canParse(logo, storeUrl)) return undefined
  const { protocol, href } = new URL(logo, storeUrl)
  return protocol === 'https:' ? href : undefined
}
