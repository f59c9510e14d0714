import { keysChanged } from '../../shop/gateway/gateway.service.ts'
import { programStarted } from '../../shop/moments/moments.ts'
import { followKeys } from './go-live.ts'

export const joins = () => [programStarted.by(followKeys), keysChanged.by(followKeys)]
