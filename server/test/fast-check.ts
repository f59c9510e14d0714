import fc from 'fast-check'
import { seed } from './scope.ts'

fc.configureGlobal({ seed })

/** Properties of this run's seed. */
export { fc }
