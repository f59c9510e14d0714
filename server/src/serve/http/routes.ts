import type { RequestHandler } from 'express'
import type { Context } from '../../context.ts'
import { importAll } from '../../platform/features/import-all.ts'

/** A way beside the API. `page`: people open it, so it waits its turn among the pages of its caller. */
export type Route = { path: string | string[]; handler: RequestHandler; page?: boolean }

/** Routes of features. A feature exports `routes` from its `*.routes.ts`. */
export type Routes = (ctx: Context) => readonly Route[]

const modules = (await importAll('../../**/*.routes.ts', import.meta.dirname)) as { routes: Routes }[]

/** Creates the routes of every feature. */
export const createRoutes: Routes = (ctx) => modules.flatMap(({ routes }) => routes(ctx))
