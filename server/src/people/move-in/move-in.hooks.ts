import { DAY_MS } from 'contract/indian-time'
import { dayEnded } from '../../shop/moments/moments.ts'
import { forgetMoves } from './moves.queries.ts'

export const joins = () => [dayEnded.by(({ db, now }) => forgetMoves(db, new Date(now().getTime() - 30 * DAY_MS)))]
