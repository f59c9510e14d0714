import { IMAGE_TYPE_MESSAGE, VIDEO_TYPE_MESSAGE } from 'contract/media/kinds'
import { type CallContext, calls, requireAdmin } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { findFfmpeg } from '../ffmpeg.ts'
import { adminSender } from '../foreign-look.ts'
import { listMediaUrls } from '../media.queries.ts'
import { storeImage, storeSent } from '../media.service.ts'
import { listFolders } from './library.queries.ts'
import { libraryPage, missing, removeMedia, rename, uploadState, withUses } from './library.service.ts'
import { moveFiles, removeFiles } from './many-files.ts'
import { replaceFile } from './replace-file.ts'

function requireUpload({ upload }: CallContext, message: string): NonNullable<CallContext['upload']> {
  if (!upload) throw plainError('invalid', message)
  return upload
}

/** Returns the received file. The name in the address wins over the form's. */
function receivedOf(context: CallContext, message: string, name: string | undefined) {
  const upload = requireUpload(context, message)
  return { ...upload, name: name || upload.name, from: adminSender(requireAdmin(context).id) }
}

/** Returns the session that sees previews. */
const openerOf = (context: CallContext) => ({
  audience: 'admin' as const,
  sessionId: requireAdmin(context).session_id,
})

export const mediaHandlers = {
  uploadImage: calls.media.uploadImage.handler(async ({ input, context }) => {
    const { url } = await storeImage(context.ctx, receivedOf(context, IMAGE_TYPE_MESSAGE, input.query?.name))
    return { image_url: url }
  }),

  uploadVideo: calls.media.uploadVideo.handler(async ({ input, context }) => {
    const { url } = await storeSent(context.ctx, 'video', receivedOf(context, VIDEO_TYPE_MESSAGE, input.query?.name))
    return { video_url: url }
  }),

  all: calls.media.all.handler(async ({ context }) => {
    const { db } = context.ctx
    const [banners, videos] = await Promise.all([listMediaUrls(db, 'image'), listMediaUrls(db, 'video')])
    return { banners, videos }
  }),

  list: calls.media.list.handler(async ({ input, context }) => {
    const page = await libraryPage(context.ctx, input, openerOf(context))
    context.setHeader('X-Total-Count', String(page.total))
    const { config } = context.ctx
    const converts_videos = (await findFfmpeg(config)) !== undefined
    return { ...page, max_video_bytes: config.maxBytes.video, max_bytes: config.maxBytes, converts_videos }
  }),

  rename: calls.media.rename.handler(async ({ input, context }) => {
    const media = await rename(context.ctx, input.params.media_id, input.body.name, openerOf(context))
    return { message: 'File renamed successfully', media }
  }),

  delete: calls.media.delete.handler(async ({ input, context }) => {
    await removeMedia(context.ctx, input.params.media_id)
    return { message: 'File deleted successfully' }
  }),

  folders: calls.media.folders.handler(async ({ context }) => ({ folders: await listFolders(context.ctx.db) })),

  move: calls.media.move.handler(async ({ input, context }) => ({
    moved: await moveFiles(context.ctx, input.media_ids, input.folder),
  })),

  deleteMany: calls.media.deleteMany.handler(({ input, context }) => removeFiles(context.ctx, input.media_ids)),

  replace: calls.media.replace.handler(async ({ input, context }) => {
    const file = await replaceFile(context.ctx, input.params.media_id, input.body.with)
    const [media] = await withUses(context.ctx, [file], openerOf(context))
    if (!media) throw missing()
    return { message: 'File replaced', media }
  }),

  upload: calls.media.upload.handler(({ input, context }) =>
    uploadState(context.ctx, requireAdmin(context).id, input.upload_id),
  ),
}
