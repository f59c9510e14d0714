import { MEDIA_KINDS, mediaKinds } from 'contract/media-kinds'

/** What the media library takes, by the types that browsers know; the server goes by the content. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/ogg']

/** Extensions of everything that the library takes. */
export const EXTENSIONS_TAKEN: string[] = MEDIA_KINDS.flatMap((kind) => [
  ...Object.keys(mediaKinds[kind].types),
  ...mediaKinds[kind].otherExtensions,
])
