import type { SheetInput, SheetState } from 'contract/sheet'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { readServiceAccount } from './google-sheets.ts'
import {
  countWaiting,
  deleteConfig,
  deleteWaiting,
  findConfig,
  noteConfig,
  openAccount,
  type SheetConfig,
  saveConfig,
  sealAccount,
} from './sheet.queries.ts'
import { openSheet, writeHeadings } from './write-rows.ts'

const noSheet = () => plainError('not_found', 'No sheet is connected')

export async function readState(ctx: Context): Promise<SheetState> {
  const config = await findConfig(ctx.db)
  const readable = openAccount(config, ctx.config.encryptionKeys) !== undefined
  return {
    service_account: config && readable ? config.service_account : null,
    spreadsheet_id: config?.spreadsheet_id ?? '',
    sheet: config?.sheet ?? '',
    rows: config?.rows ?? 'orders',
    connected: config !== undefined,
    waiting: await countWaiting(ctx.db),
    last_written_at: config?.last_written_at ?? null,
    problem: config?.problem ?? null,
  }
}

/** Returns the fields that the activity shows: never the key. */
const noted = ({ service_account, spreadsheet_id, sheet, rows }: SheetConfig) => ({
  service_account,
  spreadsheet_id,
  sheet,
  rows,
})

/** Saves the sheet with a sealed key. Another sheet, or rows of another kind, begins with what happens from now on. */
export async function saveSheet(
  ctx: Context,
  { service_account: typed, spreadsheet_id, sheet, rows }: z.output<typeof SheetInput>,
): Promise<SheetState> {
  const { encryptionKeys } = ctx.config
  await ctx.db.transaction(async (trx) => {
    const before = await findConfig(trx)
    const text = typed || openAccount(before, encryptionKeys)
    const account = text === undefined ? undefined : readServiceAccount(text)
    if (text === undefined || !account) {
      const message = typed ? 'This is no key file of a service account' : 'The key file is required'
      throw plainError('invalid', message, { errors: [{ path: 'service_account', message }] })
    }
    if (before && (before.spreadsheet_id !== spreadsheet_id || before.sheet !== sheet || before.rows !== rows))
      await deleteWaiting(trx)
    const after = { service_account: account.email, spreadsheet_id, sheet, rows }
    await saveConfig(trx, {
      ...after,
      service_account_sealed: sealAccount(text, encryptionKeys),
      attempts: 0,
      next_at: null,
      problem: null,
    })
    const change = changedFields(before ? noted(before) : {}, after)
    await noteChange(trx, { kind: 'settings', id: 'sheet', name: 'Google sheet', ...change })
  })
  return readState(ctx)
}

export async function removeSheet(ctx: Context): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const before = await findConfig(trx)
    await deleteConfig(trx)
    await noteChange(trx, {
      kind: 'settings',
      id: 'sheet',
      name: 'Google sheet',
      ...(before && { before: noted(before) }),
      after: null,
    })
  })
}

/** Opens the sheet at Google, and writes the headings if it is empty; a test that passes lets waiting rows go at once. */
export async function testSheet(ctx: Context): Promise<{ works: boolean; problem: string | null }> {
  const config = await findConfig(ctx.db)
  if (!config) throw noSheet()
  const opened = await openSheet(ctx, config)
  const answer = opened.kind === 'done' ? await writeHeadings(opened.value, config.rows) : opened
  if (answer.kind !== 'done') return { works: false, problem: answer.problem }
  await noteConfig(ctx.db, { problem: null, next_at: null, attempts: 0 })
  return { works: true, problem: null }
}
