import { measurePairs } from '../pairs.ts'
import { type Figure, rate } from '../report.ts'
import type { Stand } from '../stand.ts'
import { loadOf } from './catalogue.ts'

/** Measures the first page of a catalogue of 20,000 courses against that of one of 20. */
export async function scaleFigures(stand: Stand): Promise<Figure[]> {
  const large = await stand.shop(await stand.database(20_000))
  const small = await stand.shop(await stand.database(20))
  try {
    const path = '/api/go/courses?limit=20'
    const ours = loadOf(stand, large, path)
    const reference = loadOf(stand, small, path)
    await ours()
    await reference()
    const pairs = await measurePairs(ours, reference)
    return [
      {
        figure: 'First page at 20,000 courses against that at 20',
        ...{ ours: rate(pairs.ours), reference: rate(pairs.reference), ratio: pairs.ratio },
        ...{ bound: 'at least 0.8, no error', ok: pairs.ratio >= 0.8 && pairs.errors === 0 },
      },
    ]
  } finally {
    await large.kill()
    await small.kill()
  }
}
