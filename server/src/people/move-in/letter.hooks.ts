import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { countLetter } from './letter.queries.ts'

export const moveLetterCounted: Hooks<Pick<Context, 'db'>>['moveLetterCounted'] = async ({ db }, moveId) => {
  const { recipients, sent, came } = await countLetter(db, moveId)
  return recipients > 0 ? { recipients, sent, came } : null
}
