import { extensionsTaken, typesTaken } from 'contract/media/kinds'

/** The files that the media library takes, by the types that browsers know; the server checks the content. */
export const IMAGE_TYPES = typesTaken('image')
export const VIDEO_TYPES = typesTaken('video')

export const VIDEO_EXTENSIONS = extensionsTaken('video').map((extension) => `.${extension}`)

/** Extensions of everything that the library takes. */
export const EXTENSIONS_TAKEN = extensionsTaken()
