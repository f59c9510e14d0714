import { IMAGE_TYPE_MESSAGE, VIDEO_TYPE_MESSAGE } from '../../contract/media.ts'
import type { CallContext } from '../context.ts'
import { appError } from '../errors.ts'
import { calls } from '../implement.ts'
import { listMediaUrls } from './media.queries.ts'
import { storeImage, storeVideo } from './media.service.ts'

function requireUpload({ upload }: CallContext, message: string): NonNullable<CallContext['upload']> {
  if (!upload) throw appError('invalid', message)
  return upload
}

export const mediaHandlers = {
  uploadImage: calls.media.uploadImage.handler(async ({ input, context }) => {
    const upload = requireUpload(context, IMAGE_TYPE_MESSAGE)
    return { image_url: await storeImage(context.ctx, upload, input.query?.name) }
  }),

  uploadVideo: calls.media.uploadVideo.handler(async ({ input, context }) => {
    const upload = requireUpload(context, VIDEO_TYPE_MESSAGE)
    return { video_url: await storeVideo(context.ctx, upload, input.query?.name) }
  }),

  all: calls.media.all.handler(async ({ context }) => {
    const { db } = context.ctx
    const [banners, videos] = await Promise.all([listMediaUrls(db, 'image'), listMediaUrls(db, 'video')])
    return { banners, videos }
  }),
}
