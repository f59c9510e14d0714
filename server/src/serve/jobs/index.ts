import { readdirSync } from 'node:fs'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'

/** The other files of this folder. A bundle holds no folder: `server/build.ts` replaces the expression with one import per file. */
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => /^[\w-]+\.ts$/.test(file) && file !== 'index.ts')
    .map((file) => import(/* @vite-ignore */ `./${file}`)),
)

/** Returns everything that runs later or on a schedule: each export of this folder whose name ends in `Job`. */
export function createJobs(ctx: Context): Job[] {
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('Job'))
    .map(([, job]) => (job as (ctx: Context) => Job)(ctx))
}
