import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { resealWhatsapp } from '../../platform/whatsapp/whatsapp-keys.queries.ts'

export const secretsSealed: Hooks<Pick<Context, 'config' | 'db'>>['secretsSealed'] = ({ db, config }) =>
  resealWhatsapp(db, config.encryptionKeys)
