import { indianDay } from 'contract/indian-time'
import { type ShopChanges, type ShopSettings, withChanges } from 'contract/shop/defaults'
import type { Db } from '../../../context.ts'
import { type CourseForSale, type ForSaleRow, withIncluded } from '../../../courses/courses/courses.queries.ts'
import { FOR_SALE } from '../../../courses/courses/courses.sql.ts'
import { prepared } from '../../../platform/db/knex.ts'
import { SHOP_CHANGES } from '../../../shop/settings/settings.sql.ts'
import { TAX_SETTINGS } from '../../documents/documents.queries.ts'
import { whileOn } from '../../documents/tax-settings.ts'
import type { TaxSettingsRow } from '../../documents/tax-settings-row.ts'

const queryPriceTables = prepared<{ sold: ForSaleRow[]; tax: TaxSettingsRow | null; changes: ShopChanges }>(
  'price tables',
  () => `select (select coalesce(jsonb_agg(c), '[]') from ${FOR_SALE} c) as sold,
    (select to_jsonb(t) from (${TAX_SETTINGS}) t) as tax, ${SHOP_CHANGES} as changes`,
)

/** Finds what a price is computed from, in one statement: those of `courseIds` that can be bought at `now`, the tax, and the settings. */
export async function findPriceTables(
  db: Db,
  courseIds: readonly string[],
  now: Date,
): Promise<{ sold: CourseForSale[]; tax: TaxSettingsRow | undefined; shop: ShopSettings }> {
  const values = { courseIds: JSON.stringify(courseIds), now, day: indianDay(now) }
  const [row] = await queryPriceTables(db, values)
  if (!row) throw new Error('A statement without conditions found no row')
  return { sold: await withIncluded(db, row.sold), tax: whileOn(row.tax), shop: withChanges(row.changes) }
}
