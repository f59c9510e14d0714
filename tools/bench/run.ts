import { availableParallelism } from 'node:os'
import { catalogueFigures } from './figures/catalogue.ts'
import { memoryFigures } from './figures/memory.ts'
import { pageFigures } from './figures/pages.ts'
import { purchaseFigures } from './figures/purchase.ts'
import { startFigures } from './figures/start.ts'
import { tapFigures } from './figures/taps.ts'
import { videoFigures } from './figures/video.ts'
import { ROUNDS } from './pairs.ts'
import { type Figure, report } from './report.ts'
import { openStand, type Stand } from './stand.ts'

const parts: Record<string, (stand: Stand) => Promise<Figure[]>> = {
  start: startFigures,
  memory: memoryFigures,
  catalogue: catalogueFigures,
  purchase: purchaseFigures,
  video: videoFigures,
  lighthouse: pageFigures,
  taps: tapFigures,
}

// `npm run bench -- start memory` runs only these figures.
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
console.log(`Medians of ${ROUNDS}, each pair taken in turn; ${availableParallelism()} cores, Node ${process.version}`)
const figures: Figure[] = []
const stand = await openStand()
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (requested.length > 0 && !requested.includes(name)) continue
    console.log(`${name} …`)
    const measured = await measure(stand)
    for (const { figure, ours, reference } of measured) console.log(`  ${figure}: ${ours}; ${reference}`)
    figures.push(...measured)
  }
} finally {
  await stand.close()
}
process.exit(report(figures) ? 0 : 1)
