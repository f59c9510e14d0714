import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Must come before the program's own modules are loaded; those are imported below.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'))

const { run } = await import('./serve/start/run.ts')
await run()
// Else only a process that ends by itself would leave what it compiled to the next start.
flushCompileCache()
