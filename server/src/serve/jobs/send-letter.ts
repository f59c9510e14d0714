import { type Language, languagePath } from 'contract/languages'
import { withChanges } from 'contract/shop-defaults'
import type { Context } from '../../context.ts'
import { type Letter, type MailShop, oneLine } from '../../platform/mail/letter.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { findShop } from '../../shop/settings/settings.queries.ts'

/** `language` is that of the reader. */
export type Envelope = Pick<Mail, 'to' | 'attachments' | 'messageId'> & { language: Language }

/** Sends what `write` makes of the shop as the settings name it now, in its name. Throws when the mail could not be handed over. */
export async function sendLetter(
  ctx: Context,
  { language, ...envelope }: Envelope,
  write: (shop: MailShop) => Letter,
): Promise<void> {
  const shop = await mailShop(ctx, language)
  await ctx.mailer.send({ ...write(shop), ...envelope, fromName: shop.shopName })
}

/** What a mail that leaves now says of the shop. */
async function mailShop({ db, config }: Pick<Context, 'db' | 'config'>, language: Language): Promise<MailShop> {
  const { brand } = withChanges((await findShop(db)).changes)
  const storeUrl = config.storeUrl + languagePath(language)
  return { shopName: oneLine(brand.name), storeUrl, logoUrl: logoUrl(brand.logo, config.storeUrl), language }
}

/** Many mail programs show no WebP and nothing of a plain address. */
const SHOWN = /\.(png|jpe?g|gif)$/i

function logoUrl(logo: string, storeUrl: string): string | undefined {
  if (!SHOWN.test(logo) || !URL.canParse(logo, storeUrl)) return undefined
  const { protocol, href } = new URL(logo, storeUrl)
  return protocol === 'https:' ? href : undefined
}
