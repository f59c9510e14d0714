import { withChanges } from '../../contract/shop-defaults.ts'
import type { Context } from '../context.ts'
import { type MailShop, oneLine } from '../mail/letter.ts'
import { findShop } from '../shop-settings.queries.ts'

/** What a mail that leaves now says of the shop. */
export async function mailShop({ db, config }: Pick<Context, 'db' | 'config'>): Promise<MailShop> {
  const { brand } = withChanges((await findShop(db)).changes)
  return { shopName: oneLine(brand.name), storeUrl: config.storeUrl }
}
