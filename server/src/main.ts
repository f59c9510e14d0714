import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Must come before the program's own modules are loaded; those are imported below.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'))

const { run } = await import('./run.ts')
await run()
