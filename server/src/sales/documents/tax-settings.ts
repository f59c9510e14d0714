import type { ShownTax } from 'contract/added-tax'
import type { TaxSettings } from 'contract/documents'
import { indianDay } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { findCoursesForSale } from '../../courses/courses/courses.queries.ts'
import { plainError } from '../../errors.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { findAllTaxSettings, findTaxSettings, insertTaxSettings } from './documents.queries.ts'
import type { TaxSettingsRow } from './tax-settings-row.ts'

/** So many days with settings of their own are shown. */
const SHOWN = 100

/** The tax that holds at a moment: what an order of then is priced by; undefined while there are no invoices. */
export const taxAt = async (db: Db, now: Date): Promise<TaxSettingsRow | undefined> =>
  whileOn(await findTaxSettings(db, indianDay(now)))

/** Returns the settings of a day unless they end invoices. */
export const whileOn = (settings: TaxSettingsRow | null | undefined): TaxSettingsRow | undefined =>
  settings?.enabled ? settings : undefined

/** The same as everybody may know it; null while there are no invoices. */
export async function shownTax(db: Db, now: Date): Promise<ShownTax | null> {
  const held = await taxAt(db, now)
  if (!held) return null
  const shown = { rate: held.rate_basis_points / 100, prices: held.prices }
  if (!held.rates) return shown
  const sold = await findCoursesForSale(db, Object.keys(held.rates), now)
  const rates = sold.flatMap(({ course_id }) => [[course_id, held.rates?.[course_id] ?? 0] as const])
  return rates.length > 0 ? { ...shown, rates: Object.fromEntries(rates) } : shown
}

export async function readTaxSettings(ctx: Pick<Context, 'db' | 'now'>) {
  const [current, all] = await Promise.all([
    findTaxSettings(ctx.db, indianDay(ctx.now())),
    findAllTaxSettings(ctx.db, SHOWN),
  ])
  return { current: current ? toWire(current) : null, all: all.map(toWire) }
}

/**
 * Adds settings from a day on, at the earliest today: issued invoices stay unchanged. Counts as a change of the
 * catalogue, for pages show the added tax beside prices.
 */
export async function addTaxSettings(ctx: Context, { rate, ...given }: TaxSettings): Promise<void> {
  if (given.valid_from < indianDay(ctx.now())) {
    throw plainError('invalid', 'Please choose today or a later day', {
      errors: [{ path: 'valid_from', message: 'Please choose today or a later day' }],
    })
  }
  await writeCatalogue(ctx.db, async (trx) => {
    const before = await findTaxSettings(trx, given.valid_from)
    await insertTaxSettings(trx, {
      ...given,
      rate_basis_points: Math.round(rate * 100),
      created_at: ctx.now().toISOString(),
    })
    const changed = changedFields(before ? toWire(before) : {}, { ...given, rate })
    await noteChange(trx, { kind: 'settings', id: 'tax', name: 'Tax', ...changed })
  })
  ctx.log.info({ valid_from: given.valid_from, enabled: given.enabled }, 'tax settings changed')
}

function toWire({ id: _, rates: __, sacs: ___, rate_basis_points, ...row }: TaxSettingsRow): TaxSettings {
  return { ...row, state_code: row.state_code as TaxSettings['state_code'], rate: rate_basis_points / 100 }
}
