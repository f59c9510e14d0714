import { availableParallelism } from 'node:os'
import { createRandom } from '../money/random.ts'
import { type Drill, type Site, withPlace } from '../shop.ts'
import { type Ended, playBatch, prepareTemplate, type Script } from './batch.ts'
import { type Known, knownLives, knownTimes } from './known.ts'
import { drawSteps, drawTimes, type Step, type Times } from './steps.ts'

export type LivesResult = { lives: number; steps: number; kills: number; violations: string[]; broken: Ended[] }

/** Lives of one shop. */
const TOGETHER = 40
/** Plays of a life that broke a rule, to find the steps that do without the others. */
const SHRINKS = 40

/**
 * Plays random lives of buyers and shop in which every way to sell is mixed with every way in which money returns, and compares each day
 * with a second model of the specification. The same seed plays the same lives.
 */
export async function drillLives(options: {
  site: Site
  seed: number
  runs: number
  from?: number
  lanes?: number
  shrinks?: number
  onBatch?: (soFar: LivesResult) => void
  onBroken?: (life: Ended) => void
}): Promise<LivesResult> {
  const { site, seed, runs, from = 0, lanes = 1, shrinks = SHRINKS, onBatch, onBroken } = options
  const result: LivesResult = { lives: 0, steps: 0, kills: 0, violations: [], broken: [] }
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    await prepareTemplate(place, databases)
    const batches = Map.groupBy(
      Array.from({ length: runs }, (_, n) => from + n),
      (number) => Math.floor(number / TOGETHER),
    )
    const left = [...batches.entries()]
    const playLane = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [batch, numbers] = next
        const times = timesOf(seed, batch)
        const scripts = numbers.map((number) => scriptOf(seed, number, times))
        const { ended, kills } = await playBatch(place, databases, { name: `b${batch}`, seed, times, scripts })
        result.lives += ended.length
        result.kills += kills
        result.steps += scripts.reduce((sum, { steps }) => sum + steps.length, 0)
        for (const life of ended.filter(({ wrong }) => wrong.length > 0)) {
          const play = (script: Script) =>
            playBatch(place, databases, { name: `b${batch}_again`, seed, times, scripts: [script] })
          const small = await shrink(life, shrinks, async (script) => (await play(script)).ended[0])
          result.broken.push(small)
          result.violations.push(...small.wrong.map((what) => `life ${life.number}: ${what}`))
          onBroken?.(small)
        }
        onBatch?.(result)
      }
    }
    await Promise.all(Array.from({ length: lanes }, playLane))
    return result
  })
}

const timesOf = (seed: number, batch: number): Times => drawTimes(createRandom(seed).fork(`times ${batch}`))

const scriptOf = (seed: number, number: number, times: Times): Script => ({
  number,
  steps: drawSteps(createRandom(seed).fork(`steps ${number}`), times.days.length),
})

/** The words of a violation without its sums and names. */
const ruleOf = (what: string | undefined) => what?.split(':')[0]

/** Leaves out steps, a half and then fewer at a time, as long as the life breaks the same rule. */
async function shrink(
  life: Ended,
  plays: number,
  play: (script: Script) => Promise<Ended | undefined>,
): Promise<Ended> {
  const { number } = life
  const rule = ruleOf(life.wrong[0])
  let best: Ended = life
  let left = plays
  for (
    let size = Math.ceil(life.steps.length / 2);
    left > 0 && size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = best.steps.length - size; left > 0 && at > -size; at -= size) {
      const steps: Step[] = best.steps.filter((_, place) => place < at || place >= at + size)
      if (steps.length === best.steps.length) continue
      left--
      const again = await play({ number, steps })
      if (again && ruleOf(again.wrong[0]) === rule) best = again
    }
  }
  return best
}

/** Plays the scenario of the command line, and prints each life that broke a rule with its steps. */
export async function lives({ site, runs, seed, from }: Drill): Promise<string[]> {
  const begun = performance.now()
  const known = from ? [] : (await playKnown(site)).filter(({ wrong }) => wrong.length > 0)
  const minutes = () => ((performance.now() - begun) / 60_000).toFixed(1)
  const print = (life: Ended, of: string) => console.log([`${of}: ${life.wrong[0]}`, ...life.played].join('\n'))
  for (const life of known) print(life, knownLives.find(({ number }) => number === life.number)?.name ?? '')
  const { violations, broken, ...sums } = await drillLives({
    site,
    seed,
    runs,
    ...(from === undefined ? {} : { from }),
    lanes: availableParallelism(),
    onBatch: ({ violations: found, broken: _, ...soFar }) =>
      console.log(JSON.stringify({ ...soFar, violations: found.length, minutes: minutes() })),
    onBroken: (life) => print(life, `life ${life.number} of seed ${seed}`),
  })
  console.log(
    `${sums.lives} lives, ${sums.steps} steps, ${sums.kills} kills, ${broken.length} lives that break a rule, ${minutes()} minutes`,
  )
  return [...known.flatMap(({ wrong }) => wrong), ...violations]
}

/** The seed of the known lives: it draws their prices. */
const KNOWN_SEED = 68

/** Plays the known lives in one shop. */
export function playKnown(site: Site, known: readonly Known[] = knownLives): Promise<Ended[]> {
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    await prepareTemplate(place, databases)
    const { ended } = await playBatch(place, databases, {
      name: 'known',
      seed: KNOWN_SEED,
      times: knownTimes,
      scripts: known,
    })
    return ended
  })
}
