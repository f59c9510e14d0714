import type { Db } from '../../context.ts'
import type { Turn } from '../../platform/queue/turns.ts'

const WINDOW_MS = 15 * 60_000
const MOST_RECORDS = 50_000

/** A caller's weight within a quarter of an hour, and its refused turns. */
type Weight = { of: number; refused: number; until: number }

/** In memory, for they only say who waits longest; whether one may try at all is counted in the database. One shop's are not another's. */
const weightsOfShop = new WeakMap<Db, Map<string, Weight>>()

function weightOf(db: Db, whose: string): Weight {
  const weights = weightsOfShop.get(db) ?? new Map<string, Weight>()
  weightsOfShop.set(db, weights)
  const before = weights.get(whose)
  const weight = before && before.until > Date.now() ? before : { of: 0, refused: 0, until: Date.now() + WINDOW_MS }
  // The latest attempt is forgotten last.
  weights.delete(whose)
  weights.set(whose, weight)
  for (const oldest of weights.keys()) {
    if (weights.size <= MOST_RECORDS) break
    weights.delete(oldest)
  }
  return weight
}

export type Trying = Pick<Turn, 'lane'> & {
  /** The logged-in caller, else the client. */
  who: string
  /** The client's network: of clients that have failed as often, those go last whose neighbours have failed most. */
  network?: string | undefined
  /** The account with the client. Once it is known to have been signed in to from there, this counts instead of the client. */
  pair?: { name: string; known: Promise<boolean> } | undefined
}

/** A try that waits for its turn by what weighs against whoever makes it, and what became of it. */
export type Try = Turn & { takenBack(): void; stays(): void; refused(): void }

/**
 * Counts an attempt, which weighs while in progress, and stays when it has failed. A refusal for want of a turn does
 * not: a flood's victim is only behind new clients of equal weight.
 */
export function countTry(db: Db, { lane, who, network, pair }: Trying): Try {
  const own = weightOf(db, who)
  const near = network === undefined ? undefined : weightOf(db, `network ${network}`)
  const known = pair && { weight: weightOf(db, `pair ${pair.name}`), sure: false }
  pair?.known.then(
    (isKnown) => known && Object.assign(known, { sure: isKnown }),
    // Without the database nobody is known.
    () => {},
  )
  const weigh = (by: 1 | -1) => {
    own.of += by
    if (known) known.weight.of += by
  }
  weigh(1)
  return {
    lane,
    get rank() {
      // A known caller precedes a stranger with as many failures.
      if (known?.sure) return known.weight.of - 0.5
      const behind = own.refused + (near?.of ?? 0)
      return own.of + behind / (behind + 1)
    },
    takenBack: () => weigh(-1),
    stays() {
      if (near) near.of += 1
    },
    refused() {
      weigh(-1)
      own.refused += 1
    },
  }
}
