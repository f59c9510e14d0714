import { calls, requireAdmin } from '../../context.ts'
import { beginArchive, discardArchive, readArchive, runCheckedArchive } from './move-archive.service.ts'

export const moveArchiveHandlers = {
  get: calls.moveArchive.get.handler(async ({ context }) => ({ archive: await readArchive(context.ctx.db) })),

  begin: calls.moveArchive.begin.handler(({ input, context }) =>
    beginArchive(context.ctx, requireAdmin(context).id, input.upload_id),
  ),

  run: calls.moveArchive.run.handler(({ input, context }) =>
    runCheckedArchive(context.ctx, input.archive_id, input.settings),
  ),

  discard: calls.moveArchive.discard.handler(({ input, context }) => discardArchive(context.ctx, input.archive_id)),
}
