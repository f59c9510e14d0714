import { calls, requireAdmin } from '../../context.ts'
import { beginArchive, readArchive } from './move-archive.service.ts'

export const moveArchiveHandlers = {
  get: calls.moveArchive.get.handler(async ({ context }) => ({ archive: await readArchive(context.ctx.db) })),

  begin: calls.moveArchive.begin.handler(({ input, context }) =>
    beginArchive(context.ctx, requireAdmin(context).id, input),
  ),
}
