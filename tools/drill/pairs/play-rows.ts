import { indianDay } from 'contract/indian-time'
import { addTaxSettings } from '../../../server/src/sales/documents/tax-settings.ts'
import { startTestServer } from '../../../server/test/server.ts'
import { taxSettings } from '../../../server/test/tax-settings.ts'
import { createRandom } from '../money/random.ts'
import { coveringRows } from './covering.ts'
import { factors, type Life, mayGo, REFUSED } from './factors.ts'
import { playLife } from './life.ts'
import type { PairShop } from './steps.ts'

/** The rows in which every pair, or every triple, of values occurs. */
export const rowsOf = (strength: 2 | 3): Life[] => coveringRows(factors, strength, { mayGo, random: createRandom(1) })

/** A life for each purchase that the shop refuses whoever owns it already. */
export const refusedRows = (): Life[] =>
  Object.entries(REFUSED).flatMap(([sold, owners]) =>
    owners.map((owned) => ({
      ...(Object.fromEntries(Object.entries(factors).map(([factor, [first]]) => [factor, first])) as Life),
      sold: sold as Life['sold'],
      owned: owned as Life['owned'],
    })),
  )

const hasTax = ({ paid }: Life) => paid === 'tax on top' || paid === 'with a GSTIN'

async function openShop(taxed: boolean): Promise<PairShop> {
  const server = await startTestServer({ work: false, inTest: true, env: { PAY_PAGE: 'on' } })
  if (taxed) {
    const valid_from = indianDay(server.ctx.now())
    await addTaxSettings(server.ctx, taxSettings({ valid_from, prices: 'exclusive' }))
  }
  return { server, owner: '', lastEvent: 0, seen: new Set() }
}

/** Plays rows in one shop with taxes and one without; returns the lives that broke something, with all that happened in them, and what the shop refused to sell. */
export async function playRows(rows: readonly Life[]): Promise<{ broken: string[]; refused: Set<string> }> {
  const broken: string[] = []
  const refused = new Set<string>()
  for (const taxed of [false, true]) {
    const shop = await openShop(taxed)
    for (const row of rows.filter((one) => hasTax(one) === taxed)) {
      // A life sends its events by itself.
      await shop.server.gateway('control/faults/webhooks', { fault: 'lose', count: 10_000 })
      const {
        played,
        wrong,
        refused: codes,
      } = await playLife(shop, row).catch((error: Error) => ({
        played: [],
        refused: [],
        wrong: [String(error.stack)],
      }))
      if (codes.length > 0) refused.add(`${row.sold}, ${row.owned}`)
      if (wrong.length === 0) continue
      const named = Object.entries(row).map(([factor, value]) => `${factor}: ${value}`)
      broken.push(
        [named.join(' · '), ...played.map((step) => `    ${step}`), ...wrong.map((one) => `  ✗ ${one}`)].join('\n'),
      )
    }
    await shop.server.stop()
  }
  return { broken, refused }
}
