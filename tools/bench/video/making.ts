import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Figure } from '../report.ts'
import type { Stand } from '../stand.ts'

const LOAD = { connections: 16, maxRequests: 1_000_000, rate: 200 }
const ROUND_SECONDS = 5
const BOUND_MS = 100
const LOOK_MS = 200
const DEADLINE_MS = 30 * 60_000
/** The length that the target names. */
const TEN_MINUTES = 600

type Making = { shop: { url: string; pid: number }; pool: pg.Pool; mediaId: string; seconds: number }

/** Measures the catalogue while the shop makes a set with ffmpeg, against the same shop before. */
export async function makingFigures(stand: Stand, { shop, pool, mediaId, seconds }: Making): Promise<Figure[]> {
  const look = async () => {
    const { rows } = await pool.query<{ state: string }>('select state from video_sets where media_id = $1', [mediaId])
    return rows[0]?.state ?? 'unknown'
  }
  const until = async (wanted: (state: string) => boolean) => {
    const deadline = performance.now() + DEADLINE_MS
    for (let state = await look(); !wanted(state); state = await look()) {
      if (performance.now() > deadline) throw new Error(`the set is ${state}`)
      await wait(LOOK_MS)
    }
  }
  const load = () => stand.load.run({ ...LOAD, url: `${shop.url}/api/go/courses?limit=24`, seconds: ROUND_SECONDS })
  await load()
  // The job runs once a minute, so nothing is being made yet.
  const before = [await load()]
  await until((state) => state !== 'unknown' && state !== 'waiting')
  const begun = performance.now()
  const meanwhile = []
  while ((await look()) === 'making') meanwhile.push(await load())
  await until((state) => state !== 'making')
  const took = (performance.now() - begun) / 1000
  const state = await look()
  if (state !== 'ready') throw new Error(`the set is ${state}`)
  const [ours, theirs] = [summed(meanwhile), summed(before)]
  return [
    {
      figure: `Catalogue at ${LOAD.rate} a second while the set is made by niced ffmpeg`,
      ours: `p50 ${ours.p50} ms, p99 ${ours.p99} ms, worst p99 of ${ROUND_SECONDS} s ${ours.worst} ms, ${ours.answers} answers, ${ours.errors} errors`,
      reference: `p50 ${theirs.p50} ms, p99 ${theirs.p99} ms, the same shop before`,
      bound: `p99 at most ${BOUND_MS} ms, no error`,
      ok: ours.p99 <= BOUND_MS && ours.errors === 0,
    },
    {
      figure: `A film of ${seconds} s becomes a set of 240p, 480p, 720p, the sound and pictures`,
      ours: `${took.toFixed(0)} s beside that load`,
      reference: `at this pace ${((took * TEN_MINUTES) / seconds / 60).toFixed(1)} min for 10 min of film`,
      bound: '',
    },
  ]
}

type Round = { p50: number; p99: number; answers: number; errors: number }

function summed(rounds: readonly Round[]) {
  const middle = (of: (round: Round) => number) =>
    rounds.map(of).toSorted((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN
  return {
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    worst: Math.max(...rounds.map(({ p99 }) => p99)),
    answers: rounds.reduce((sum, { answers }) => sum + answers, 0),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  }
}
