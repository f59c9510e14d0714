import { availableParallelism } from 'node:os'
import { lives } from '../lives/lives.ts'
import type { Drill, Scenario } from '../shop.ts'
import { drillAttacks } from './attacks.ts'
import { drillKills, killPoints } from './kill.ts'
import { drillModel, type ModelResult } from './model.ts'
import { drillMutations } from './mutations.ts'
import { mutations as planted } from './mutations-list.ts'
import { drillPapers, type PapersResult } from './papers.ts'
import { createRandom } from './random.ts'

const PROGRESS_EVERY = 10
/** A kill mostly waits for queues, so more of them than cores are under way. */
const KILL_LANES = 2 * availableParallelism()
/** Shops played at once: one waits for its queues half of the time. */
const MODEL_SHOPS = Math.ceil(1.5 * availableParallelism())

/** Every course is paid once, and nobody gets one otherwise. */
export const money = {
  model: { full: 1_000, small: 10, about: 'N random sequences of purchases, refunds, events and kills', play: model },
  papers: {
    full: 3_000,
    small: 6,
    about: 'N random lives of orders: papers sum to money, numbers have no gap, GSTR-1 equals both',
    play: papers,
  },
  lives: {
    full: 3_000,
    small: 8,
    about: 'N random lives with every way to sell and to give back, against a second model',
    play: lives,
  },
  kill: {
    full: 20,
    small: 1,
    about: 'N kills at each named point of a purchase, 10 times as many at any time',
    play: kill,
  },
  mutations: { full: planted.length, small: 1, about: 'N faults planted in a copy of the sources', play: mutations },
  attacks: {
    full: 100,
    small: 5,
    about: 'each attack of the list, with N tries where their number matters',
    play: attacks,
  },
} satisfies Record<string, Scenario>

async function papers({ site, runs, seed }: Drill): Promise<string[]> {
  const onRound = ({ violations, ...sums }: PapersResult) =>
    console.log(JSON.stringify({ ...sums, violations: violations.length }))
  const { violations, ...sums } = await drillPapers({ site, seed, runs, onRound })
  console.log(
    `${sums.lives} lives, ${sums.steps} steps, ${sums.papers} papers, ${sums.debitNotes} debit notes, ${sums.restores} restores`,
  )
  return violations
}

/** Kills the process `runs` times at each named point, and `random` times at random moments. */
async function kill({ site, runs, random, seed }: Drill): Promise<string[]> {
  let done = 0
  const results = await drillKills({
    site,
    seed,
    runs,
    randomRuns: random,
    lanes: KILL_LANES,
    onResult({ point, run, violations }) {
      for (const violation of violations) console.log(`✗ ${point}, run ${run}: ${violation}`)
      if (++done % PROGRESS_EVERY === 0) console.log(`${done} kills so far`)
    },
  })
  const rows = killPoints.map((point) => {
    const mine = results.filter((result) => result.point === point)
    const sum = (of: (result: (typeof mine)[number]) => number) => mine.reduce((total, result) => total + of(result), 0)
    return {
      point,
      runs: mine.length,
      killed: sum(({ killed }) => Number(killed)),
      payments: sum(({ payments }) => payments),
      'mailed twice': sum(({ mailedTwice }) => mailedTwice),
      violations: sum(({ violations }) => violations.length),
    }
  })
  console.table(rows)
  console.log(`${results.length} kills`)
  return results.flatMap(({ violations }) => violations)
}

/** Shares random sequences among a few shops of two processes each; a shop ends at its first round that breaks a rule. */
async function model({ site, runs, seed }: Drill): Promise<string[]> {
  const share = Math.ceil(runs / MODEL_SHOPS)
  const shops = Array.from({ length: MODEL_SHOPS }, (_, shop) => ({ shop, from: shop * share }))
  const sharing = shops.filter(({ from }) => from < runs)
  const results = await Promise.all(
    sharing.map(({ shop, from }) =>
      drillModel({
        site: { ...site, prefix: `${site.prefix}_${shop}` },
        seed,
        from,
        runs: Math.min(share, runs - from),
        onRound: ({ violations, rows: _, ...sums }) =>
          console.log(JSON.stringify({ shop, ...sums, violations: violations.length })),
      }),
    ),
  )
  const sum = (of: (result: ModelResult) => number) => results.reduce((total, result) => total + of(result), 0)
  console.log(
    `${sum(({ sequences }) => sequences)} sequences, ${sum(({ orders }) => orders)} orders, ${sum(({ payments }) => payments)} payments, ${sum(({ refunds }) => refunds)} refunds`,
  )
  return results.flatMap(({ violations, rows }) => [...violations, ...rows])
}

async function mutations({ site, runs, seed, from }: Drill): Promise<string[]> {
  const results = await drillMutations({
    serverUrl: site.serverUrl,
    runs,
    random: createRandom(seed),
    from,
    lanes: availableParallelism(),
    onResult: ({ mutation, caught, why }) =>
      console.log(`${caught ? '✓' : `✗ ${why}`} ${mutation.file}: ${mutation.find} → ${mutation.replace || 'gone'}`),
  })
  console.log(`${results.length} faults planted`)
  return results.filter(({ caught }) => !caught).map(({ mutation, why }) => `${mutation.file}: ${why}`)
}

async function attacks({ site, runs }: Drill): Promise<string[]> {
  const played = await drillAttacks(site, { tries: runs })
  for (const { name, found } of played) console.log(`${name}: ${found}`)
  return played.flatMap(({ name, violations }) => violations.map((violation) => `${name}: ${violation}`))
}
