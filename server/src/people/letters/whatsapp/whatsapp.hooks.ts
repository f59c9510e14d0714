import { findWhatsapp, resealWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'
import { consentsUsed, dayEnded, processorsUsed, secretsSealed } from '../../../shop/moments/moments.ts'

export const joins = () => [
  secretsSealed.by(({ db, config }) => resealWhatsapp(db, config.encryptionKeys)),
  /** Reads the templates once a day: an event of Meta may be lost, and a category that moved decides who gets a message. */
  dayEnded.by(async ({ db, queue }) => {
    if (await findWhatsapp(db)) await queue.send(db, 'whatsapp-templates', {}, { singletonKey: 'all' })
  }),
  processorsUsed.by(async ({ db }) => ((await findWhatsapp(db)) ? [{ name: 'WhatsApp (Meta)', use: 'messages' }] : [])),
  consentsUsed.by(async ({ db }) => ((await findWhatsapp(db)) ? ['whatsapp'] : [])),
]
