import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Must run before the program's own modules load; those are imported below.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'))

const { run } = await import('./serve/start/run.ts')
await run()
// Otherwise only a process that ends by itself would save its compile cache.
flushCompileCache()
