import { environmentChanged } from '../../shop/moments/moments.ts'
import { followKeys } from './go-live.ts'

export const joins = () => [environmentChanged.by(followKeys)]
