import { countLetter } from './letter.queries.ts'
import { moveLetterCounted } from './moves.queries.ts'

export const joins = () => [
  moveLetterCounted.by(async (db, moveId) => {
    const { recipients, sent, came } = await countLetter(db, moveId)
    return recipients > 0 ? { recipients, sent, came } : null
  }),
]
