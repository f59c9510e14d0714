/** `percent` of `paise`, a half paisa rounded up. */
export function percentOf(paise: number, percent: number): number {
  return Math.floor((paise * percent + 50) / 100)
}

/** Shares `amount` over `weights` by largest remainder, ties to the earlier; BigInt because weight × amount passes 2^53. */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights))
  if (whole === 0n || amount === 0) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(weight) * BigInt(amount))
  const shares = exact.map((value) => Number(value / whole))
  const left = amount - sum(shares)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1))
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
