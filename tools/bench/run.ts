import { availableParallelism } from 'node:os'
import { openServer, withPlace } from '../drill/shop.ts'
import { costs } from './costs.ts'
import { paintTimes } from './paints.ts'
import { tapTimes } from './taps.ts'

const parts = { costs, taps: tapTimes, paints: paintTimes }

// `npm run bench -- costs` runs only this part.
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
console.log(`Medians, in milliseconds; ${availableParallelism()} cores, Node ${process.version}`)
const server = await openServer()
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const figures = await withPlace((place) =>
      measure(place, { serverUrl: server.url, prefix: `bench_${process.pid}` }),
    )
    for (const [figure, times] of figures)
      console.log(`${figure}: ${median(times).toFixed(2)} (${times.map((ms) => ms.toFixed(2)).join(', ')})`)
  }
} finally {
  await server.close()
}
process.exit(0)

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
