import { fileAllowed } from '../../shop/moments/moments.ts'
import { allowArchive } from './move-out.service.ts'

export const joins = () => [fileAllowed.by(allowArchive)]
