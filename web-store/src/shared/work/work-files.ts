import type { WorkKind } from 'contract/limits'
import { mediaKinds } from 'contract/media/kinds'
import { filled } from '../../language/text.ts'

/** `PDF; JPEG, PNG, GIF, or WEBP`: what a file may be. */
export const formatsText = (kinds: readonly WorkKind[]): string =>
  kinds.map((kind) => filled(mediaKinds[kind].formats)).join('; ')

/** The same for the browser's own dialog. */
export const acceptedTypes = (kinds: readonly WorkKind[]): string =>
  kinds
    .flatMap((kind) => [...Object.keys(mediaKinds[kind].types), ...mediaKinds[kind].otherExtensions])
    .map((extension) => `.${extension}`)
    .join()
