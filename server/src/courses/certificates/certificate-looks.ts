import type { CertificateLook } from 'contract/certificates'
import type { Language } from 'contract/languages'
import type { Context } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { unprintableLetters } from '../../platform/pdf/pdf-runs.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { findFileFacts } from '../media/media.queries.ts'
import { readStored } from '../media/stored-picture.ts'
import { checkAddress } from './certificate-code.ts'
import { findLook, insertLook } from './certificate-looks.queries.ts'
import { certificateFileName, drawCertificate } from './certificate-pdf.ts'
import { logoOf } from './shop-logo.ts'
import { inkOf } from './signature-ink.ts'

const shownOf = ({ layout, signatory, signatory_title, signature }: CertificateLook): CertificateLook => ({
  layout,
  signatory,
  signatory_title,
  signature,
})

export async function readLook(ctx: Context): Promise<{ look: CertificateLook | null }> {
  const found = await findLook(ctx.db)
  return { look: found ? shownOf(found) : null }
}

/** Reads the signature as PNG: from the look in force if that has the same image, so that it survives the library's. 422. */
async function readInk(
  ctx: Context,
  { signature, signatory, signatory_title }: CertificateLook,
): Promise<Buffer | null> {
  for (const [path, text] of Object.entries({ signatory, signatory_title })) {
    const message = 'Use letters of an Indian script, or Latin ones'
    if (unprintableLetters(text).length > 0) throw invalidField(path, message)
  }
  if (signature === '') return null
  const nameless = 'Enter the name of who signs beside the signature'
  if (signatory === '') throw invalidField('signatory', nameless)
  const present = await findLook(ctx.db)
  if (present?.signature === signature && present.signature_ink) return present.signature_ink
  const file = (await findFileFacts(ctx.db, [signature])).get(signature)
  const bytes = file?.kind === 'image' ? await readStored(ctx, signature) : undefined
  const ink = bytes && (await inkOf(bytes))
  const message = 'Choose a readable image of your library'
  if (!ink) throw invalidField('signature', message)
  return ink
}

/** Makes it the look of the next certificates. 422 for a signature that is no image of the library. */
export async function changeLook(ctx: Context, look: CertificateLook): Promise<{ look: CertificateLook }> {
  const signature_ink = await readInk(ctx, look)
  return ctx.db.transaction(async (trx) => {
    const before = await findLook(trx)
    await insertLook(trx, { ...look, signature_ink }, ctx.now())
    await noteChange(trx, {
      kind: 'settings',
      id: 'certificates',
      name: 'Certificates',
      before: before ? shownOf(before) : null,
      after: shownOf(look),
    })
    return { look }
  })
}

const CODE = '0'.repeat(26)

/** Draws the certificate of an invented student in this look; stores nothing. */
export async function drawSample(
  ctx: Context,
  { language = 'en', ...look }: CertificateLook & { language?: Language | undefined },
): Promise<File> {
  const [ink, logo, shop] = await Promise.all([readInk(ctx, look), logoOf(ctx), readShop(ctx.db)])
  const row = {
    code: CODE,
    name: language === 'en' ? 'Priya Shrivastava' : 'प्रिया श्रीवास्तव',
    course_name: 'Your course',
    shop_name: shop.brand.name,
    language,
    issued_at: ctx.now().toISOString(),
    layout: look.layout,
    signatory: look.signatory || 'Teacher of the course',
    signatory_title: look.signatory ? look.signatory_title : null,
  }
  const bytes = await drawCertificate(row, { address: checkAddress(ctx.config, CODE), logo, ink: ink ?? undefined })
  return new File([new Uint8Array(bytes)], certificateFileName('sample'), { type: 'application/pdf' })
}
