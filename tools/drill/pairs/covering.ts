import type { Random } from '../money/random.ts'

/** Factors with their values: the first value of each goes with every other one. */
export type Factors = Record<string, readonly [string, ...string[]]>
export type Row<F extends Factors> = { [K in keyof F]: F[K][number] }
type Pick = readonly [factor: string, value: string]

/**
 * Returns rows in which each combination of `strength` values of different factors occurs at least once, if its pairs may go together. Greedy:
 * each row begins with a combination that is still missing, and takes for every other factor the value that covers most.
 */
export function coveringRows<F extends Factors>(
  factors: F,
  strength: 2 | 3,
  { mayGo, random }: { mayGo: (one: Pick, other: Pick) => boolean; random: Random },
): Row<F>[] {
  const names = Object.keys(factors)
  const fits = (picks: readonly Pick[], next: Pick) =>
    picks.every((pick) => pick[0] === next[0] || (mayGo(pick, next) && mayGo(next, pick)))
  const missing = new Map<string, readonly Pick[]>()
  for (const picks of combinations(names, strength).flatMap((some) => valuesOf(factors, some)))
    if (picks.every((pick, at) => fits(picks.slice(0, at), pick))) missing.set(keyOf(picks), picks)
  const rows: Row<F>[] = []
  for (const [key, seed] of missing) {
    missing.delete(key)
    const row: Pick[] = [...seed]
    for (const name of names.filter((one) => !seed.some(([of]) => of === one))) {
      const covers = (pick: Pick) =>
        combinations(row, strength - 1).filter((some) => missing.has(keyOf([...some, pick]))).length
      const open = (factors[name] ?? []).map((value): Pick => [name, value]).filter((pick) => fits(row, pick))
      const most = Math.max(...open.map(covers))
      if (open.length > 0) row.push(random.pick(open.filter((pick) => covers(pick) === most)))
    }
    // No value of a third factor goes with both.
    if (row.length < names.length) continue
    for (const some of combinations(row, strength)) missing.delete(keyOf(some))
    rows.push(Object.fromEntries(row) as Row<F>)
  }
  return rows
}

const keyOf = (picks: readonly Pick[]) =>
  picks
    .map(([factor, value]) => `${factor}: ${value}`)
    .toSorted()
    .join(', ')

function combinations<T>(from: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return from.flatMap((one, at) => combinations(from.slice(at + 1), size - 1).map((rest) => [one, ...rest]))
}

const valuesOf = (factors: Factors, names: readonly string[]): Pick[][] =>
  names.reduce<Pick[][]>(
    (all, name) => all.flatMap((picks) => (factors[name] ?? []).map((value): Pick[] => [...picks, [name, value]])),
    [[]],
  )
