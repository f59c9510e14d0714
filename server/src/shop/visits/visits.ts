import { indianDay, quarterOf } from 'contract/indian-time'
import type { VisitStep } from 'contract/sources/read-touch'
import { knownTouches, OTHER, UNKNOWN, VisitNote } from 'contract/sources/sources'
import type { Context } from '../../context.ts'
import { addSteps, addViews, type StepCounts } from './visits.queries.ts'

const FLUSH_MS = 10_000

/** Matches a program by the end of a word of its name, such as `Googlebot`; people's browsers all begin with `Mozilla/`. */
const BOT =
  /(?:bot|crawler|spider|slurp|preview|monitor|monitoring|headlesschrome|lighthouse|curl|wget|python|requests|axios|node|node-fetch|http-client|scan|scanner)(?![a-z])/i

/** Matches the names of a phone: in the brackets of its system, in those of an app, and in the list of Facebook's. */
const PHONE = /\bAndroid [^)]*|\bFB(?:MF|BD|DV)\/[^;\]]*/g

/** Returns true for the name of a browser that a person looks through, as far as a name can say. A phone may be called CUBOT. */
export const isBrowser = (agent: string): boolean => agent.startsWith('Mozilla/') && !BOT.test(agent.replace(PHONE, ''))

/** Different links that wait to be written; the rest is counted together. */
const MOST_WAITING = 2_000

const columns = {
  visit: 'visits',
  course: 'course_views',
  cart: 'carts',
  checkout: 'checkouts',
} as const satisfies Record<VisitStep, string>

export type Viewed = { method: string; get(header: 'user-agent' | 'sec-purpose'): string | undefined }

export type VisitCounter = {
  /** Counts a sent page, or a navigation reported by the store's script. Nothing of the request is stored. */
  count(req: Viewed): void
  /** Counts the steps of a visit that the store's script reports once a visit and day; what is no `VisitNote` counts nothing. */
  note(req: Viewed, note: unknown): void
  /** Writes the counts; failed ones wait for the next time. */
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Counts page views by Indian day and quarter of an hour in memory and adds them to the table every 10 s, so that a page costs no statement.
 * Instances share a row; a killed one loses its unwritten counts.
 */
export function createVisitCounter({ db, now, log }: Pick<Context, 'db' | 'now' | 'log'>): VisitCounter {
  /** Keys are a day and its quarter, `2026-11-18 61`. */
  const waiting = new Map<string, number>()
  let steps = new Map<string, StepCounts>()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    for (const [when, views] of [...waiting]) {
      const [day = '', quarter] = when.split(' ')
      await addViews(db, day, Number(quarter), views)
      const left = (waiting.get(when) ?? 0) - views
      if (left > 0) waiting.set(when, left)
      else waiting.delete(when)
    }
    if (steps.size === 0) return
    const counted = steps
    steps = new Map()
    try {
      await addSteps(db, [...counted.values()])
    } catch (error) {
      for (const counts of counted.values()) add(counts)
      throw error
    }
  }

  function add(counts: StepCounts): void {
    const keyOf = ({ day, touch, by, source, key }: StepCounts) => JSON.stringify([day, touch, by, source, key])
    const isNew = !steps.has(keyOf(counts))
    const placed = isNew && steps.size >= MOST_WAITING ? { ...counts, source: '', key: OTHER } : counts
    const before = steps.get(keyOf(placed))
    const sum = { ...placed }
    for (const column of Object.values(columns)) sum[column] += before?.[column] ?? 0
    steps.set(keyOf(placed), sum)
  }

  async function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
    })
    await writing
  }

  const timer = setInterval(() => {
    if (waiting.size + steps.size > 0)
      flush().catch((error) => log.warn({ err: error }, 'page views wait to be written'))
  }, FLUSH_MS).unref()

  return {
    count(req) {
      if (req.method === 'HEAD' || req.get('sec-purpose')?.includes('prefetch')) return
      if (!isBrowser(req.get('user-agent') ?? '')) return
      const when = `${indianDay(now())} ${quarterOf(now())}`
      waiting.set(when, (waiting.get(when) ?? 0) + 1)
    },
    note(req, input) {
      const note = VisitNote.safeParse(input).data
      if (!note || !isBrowser(req.get('user-agent') ?? '')) return
      const day = indianDay(now())
      const touches = knownTouches(note.touches, now())
      const notified = new Map(note.steps.map(({ step, course_id }) => [step, course_id]))
      for (const [step, course_id] of notified) {
        const counts = { day, source: '', visits: 0, course_views: 0, carts: 0, checkouts: 0, [columns[step]]: 1 }
        add({ ...counts, touch: 'any', by: 'course', key: course_id || UNKNOWN })
        for (const touch of ['first', 'last'] as const) {
          const { source, campaign, landing } = touches[touch] ?? { source: null, campaign: null, landing: null }
          add({ ...counts, touch, by: 'source', key: source ?? UNKNOWN })
          add({ ...counts, touch, by: 'campaign', source: source ?? UNKNOWN, key: campaign?.toLowerCase() ?? UNKNOWN })
          add({ ...counts, touch, by: 'landing', key: landing ?? UNKNOWN })
        }
      }
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch((error) => log.warn({ err: error }, 'page views of the last seconds are lost'))
    },
  }
}
