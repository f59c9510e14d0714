import type { Context } from '../../context.ts'
import { importAll } from '../../platform/features/import-all.ts'
import type { Job } from '../../platform/queue/queue.ts'

const modules = [...(await importAll('../../**/*.jobs.ts', import.meta.dirname))]

/** Returns everything that runs later or on a schedule: each export of a `*.jobs.ts` whose name ends in `Job`. */
export function createJobs(ctx: Context): Job[] {
  return modules
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('Job'))
    .map(([, job]) => (job as (ctx: Context) => Job)(ctx))
}
