import { type Language, languagePath } from 'contract/languages'
import type { Context } from '../../context.ts'
import { type MailShop, oneLine } from '../../platform/mail/email.ts'
import { readShop } from './settings.queries.ts'

/** Reads the shop's details for an email that leaves now, and the address for answers. */
export async function mailShop(
  { db, config }: Pick<Context, 'db' | 'config'>,
  language: Language,
): Promise<MailShop & { contact: string }> {
  const { brand, contact, legal, guarantee, payments } = await readShop(db)
  const storeUrl = config.storeUrl + languagePath(language)
  const logo = logoUrl(brand.logo, config.storeUrl)
  const { legal_name, legal_address, grievance_officer } = legal
  const { email, phone, hours } = contact
  const people = {
    person: grievance_officer.name,
    email,
    phone,
    hours,
    legal_name,
    legal_address,
    guarantee_days: guarantee.days,
  }
  return {
    shopName: oneLine(brand.name),
    storeUrl,
    logoUrl: logo,
    language,
    people,
    contact: email,
    test: payments.test,
  }
}

/** Many mail programs show no WebP and nothing of a plain address. */
const SHOWN = /\.(png|jpe?g|gif)$/i

function logoUrl(logo: string, storeUrl: string): string | undefined {
  if (!SHOWN.test(logo) || !URL.canParse(logo, storeUrl)) return undefined
  const { protocol, href } = new URL(logo, storeUrl)
  return protocol === 'https:' ? href : undefined
}
