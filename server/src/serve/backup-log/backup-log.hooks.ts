import { environmentChanged } from '../../shop/moments/moments.ts'
import { lookAtDatabase } from './returned-database.ts'

export const joins = () => [environmentChanged.by(lookAtDatabase)]
