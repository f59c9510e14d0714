import { runNode } from '../children.mjs'

process.exitCode = await runNode(['run/test-programs/server.ts'])
