import { todoLines } from '../../shop/moments/moments.ts'
import { findBroken } from '../jobs/broken.queries.ts'

export const joins = () => [
  todoLines.by(async ({ db }) => {
    const broken = await findBroken(db)
    const [oldest] = broken.toSorted((one, other) => one.since.localeCompare(other.since))
    return oldest ? [{ kind: 'invariant', count: broken.length, since: oldest.since, words: oldest.sentence }] : []
  }),
]
