import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { forgetMoves } from './moves.queries.ts'

export const dayEnded: Hooks<Pick<Context, 'db' | 'now'>>['dayEnded'] = ({ db, now }) =>
  forgetMoves(db, new Date(now().getTime() - 30 * DAY_MS))
