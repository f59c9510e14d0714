import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findConfig, insertRow, resealAccount } from './sheet.queries.ts'

type SheetHooks = Hooks<Pick<Context, 'config' | 'db'>>

export const factStored: SheetHooks['factStored'] = async (trx, fact) => {
  if (fact.event === 'order.paid' || fact.event === 'student.registered') await insertRow(trx, fact)
}

export const secretsSealed: SheetHooks['secretsSealed'] = ({ db, config }) => resealAccount(db, config.encryptionKeys)

export const processorsUsed: SheetHooks['processorsUsed'] = async ({ db }) =>
  (await findConfig(db)) ? [{ name: 'Google Sheets', use: 'table' }] : []

export const consentsUsed: SheetHooks['consentsUsed'] = async ({ db }) => ((await findConfig(db)) ? ['tools'] : [])
