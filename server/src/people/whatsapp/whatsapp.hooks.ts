import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findWhatsapp, resealWhatsapp } from '../../platform/whatsapp/whatsapp-keys.queries.ts'

export const secretsSealed: Hooks<Pick<Context, 'config' | 'db'>>['secretsSealed'] = ({ db, config }) =>
  resealWhatsapp(db, config.encryptionKeys)

/** Reads the templates once a day: an event of Meta may be lost, and a category that moved decides who gets a message. */
export const dayEnded: Hooks<Pick<Context, 'db' | 'queue'>>['dayEnded'] = async ({ db, queue }) => {
  if (await findWhatsapp(db)) await queue.send(db, 'whatsapp-templates', {}, { singletonKey: 'all' })
}

export const processorsUsed: Hooks<Pick<Context, 'db'>>['processorsUsed'] = async ({ db }) =>
  (await findWhatsapp(db)) ? [{ name: 'WhatsApp (Meta)', use: 'messages' }] : []

export const consentsUsed: Hooks['consentsUsed'] = async ({ db }) => ((await findWhatsapp(db)) ? ['whatsapp'] : [])
