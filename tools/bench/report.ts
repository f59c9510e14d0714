/** A line of the report. With `ok` undefined it has no bound. */
export type Figure = {
  figure: string
  ours: string
  reference: string
  ratio?: number
  bound: string
  aim?: string
  ok?: boolean
}

/** Prints the figures; returns true if every bound holds. */
export function report(figures: readonly Figure[]): boolean {
  console.table(
    figures.map(({ figure, ours, reference, ratio, bound, aim, ok }) => ({
      figure,
      ours,
      reference,
      ratio: ratio === undefined ? '' : ratio.toFixed(2),
      bound,
      aim: aim ?? '',
      verdict: ok === undefined ? '' : ok ? 'ok' : 'MISS',
    })),
  )
  return figures.every(({ ok }) => ok !== false)
}

/** Formats `4210/s, 0.11 ms CPU`. */
export function rate({ value, cpuMs }: { value: number; cpuMs?: number }): string {
  const cpu = cpuMs === undefined || Number.isNaN(cpuMs) ? '' : `, ${cpuMs.toFixed(2)} ms CPU`
  return `${value < 100 ? value.toFixed(1) : Math.round(value)}/s${cpu}`
}
