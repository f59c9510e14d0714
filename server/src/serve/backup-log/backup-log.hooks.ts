import { programStarted } from '../../shop/moments/moments.ts'
import { lookAtDatabase } from './returned-database.ts'

export const joins = () => [programStarted.by(lookAtDatabase)]
