/** Measurements of each pair. */
export const ROUNDS = 5

/** One measurement; NaN where it does not apply. */
export type Sample = { value: number; cpuMs?: number; errors?: number }

export type Pairs = { ours: Sample; reference: Sample; ratio: number; errors: number }

/**
 * Measures both in turn, so that other work of the machine affects both; returns the medians of the rounds, and the
 * median of their ratios.
 */
export async function measurePairs(ours: () => Promise<Sample>, reference: () => Promise<Sample>): Promise<Pairs> {
  const rounds: { ours: Sample; reference: Sample }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) rounds.push({ reference: await reference(), ours: await ours() })
    else rounds.push({ ours: await ours(), reference: await reference() })
  }
  const middle = (side: 'ours' | 'reference'): Sample => ({
    value: median(rounds.map((round) => round[side].value)),
    cpuMs: median(rounds.map((round) => round[side].cpuMs ?? Number.NaN)),
  })
  const errors = rounds.reduce((sum, round) => sum + (round.ours.errors ?? 0) + (round.reference.errors ?? 0), 0)
  const ratio = median(rounds.map((round) => round.ours.value / round.reference.value))
  return { ours: middle('ours'), reference: middle('reference'), ratio, errors }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
