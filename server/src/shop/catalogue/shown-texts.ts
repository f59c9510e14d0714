import type { Db } from '../../context.ts'
import { callHooks } from '../../platform/features/hooks.ts'

/** The kinds of texts of the owner that visitors read. */
export type ShownPlace = 'shop' | 'course' | 'page' | 'offer'

/**
 * Prepares texts of the owner for visitors: what a feature may not show is left out. Every public answer with such texts passes here, once for
 * each version of the catalogue where it is cached.
 */
export async function shownTexts(db: Db): Promise<<Value>(place: ShownPlace, value: Value) => Value> {
  const filters = (await callHooks('textsShown', db)).filter((filter) => filter !== undefined)
  return (place, value) => filters.reduce((shown, filter) => filter(place, shown), value)
}
