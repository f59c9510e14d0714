import type { WidthFormat } from 'contract/media-address'
import type { Sharp } from 'sharp'
import { appError } from '../errors.ts'
import type { ImageFormat } from './file-types.ts'

export type Picture = {
  bytes: Buffer
  extension: 'jpg' | 'png' | 'gif' | 'webp'
  /** Pixels; of an animation those of one frame. */
  width: number
  height: number
  /** Main colour, `#rrggbb`, shown while the picture loads. */
  colour: string
  /** An animation. */
  moving: boolean
}

/** Pixels of a picture as sent. */
const MAX_PIXELS = 64_000_000
const MAX_FRAMES = 300
/** Pixels of all frames of an animation. */
const MAX_ANIMATION_PIXELS = 50_000_000
/** A side of a stored picture has at most as many pixels: twice what the widest place shows. */
const MAX_SIDE = 2560
const SECONDS_PER_PICTURE = 20

const encoders: Record<ImageFormat, { extension: Picture['extension']; encode: (image: Sharp) => Sharp }> = {
  jpeg: { extension: 'jpg', encode: (image) => image.jpeg({ quality: 84, mozjpeg: true }) },
  png: { extension: 'png', encode: (image) => image.png({ compressionLevel: 8 }) },
  gif: { extension: 'gif', encode: (image) => image.gif({ effort: 3 }) },
  webp: { extension: 'webp', encode: (image) => image.webp({ quality: 84 }) },
}

const widthEncoders: Record<WidthFormat, (image: Sharp) => Sharp> = {
  // A higher effort takes five times as long for a tenth of the bytes.
  avif: (image) => image.avif({ quality: 52, effort: 2 }),
  webp: (image) => image.webp({ quality: 74, effort: 4, smartSubsample: true }),
}

type MakeSharp = typeof import('sharp').default

let lastPicture: Promise<unknown> = Promise.resolve()

/** Works with the decoder when its turn comes: one picture is made after the other, for each takes a core and much memory. */
export function withSharp<T>(make: (sharp: MakeSharp) => Promise<T>): Promise<T> {
  const made = lastPicture.then(async () => make(await loadSharp()))
  lastPicture = made.catch(() => {})
  return made
}

/**
 * Decodes a picture and encodes it anew in its own format: upright, at most 2560 pixels a side, without metadata or
 * anything else that came with it. GIF and WebP stay animated. 422 for what cannot be decoded whole, or is too large.
 */
export function remakePicture(path: string, format: ImageFormat): Promise<Picture> {
  return withSharp((sharp) => remake(sharp, path, format))
}

/** A stored picture, `width` pixels wide, as AVIF or WebP. Throws on what cannot be decoded. */
export function narrowPicture(picture: Buffer, width: number, format: WidthFormat): Promise<Buffer> {
  return withSharp((sharp) => {
    const image = sharp(picture, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: SECONDS_PER_PICTURE })
      .resize({ width, withoutEnlargement: true })
    return widthEncoders[format](image).toBuffer()
  })
}

async function remake(sharp: MakeSharp, path: string, format: ImageFormat): Promise<Picture> {
  const mayMove = format === 'gif' || format === 'webp'
  try {
    const input = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const
    const { width, height, pages = 1 } = await sharp(path, input).metadata()
    if (pages > MAX_FRAMES || (pages > 1 && width * height * pages > MAX_ANIMATION_PIXELS)) {
      throw appError('invalid', 'This animation is too large')
    }
    const { extension, encode } = encoders[format]
    const image = sharp(path, { ...input, animated: mayMove })
      .timeout({ seconds: SECONDS_PER_PICTURE })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await encode(image).toBuffer({ resolveWithObject: true })
    const colour = await mainColour(sharp, data)
    const moving = (info.pages ?? 1) > 1
    return { bytes: data, extension, width: info.width, height: info.pageHeight ?? info.height, colour, moving }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    throw appError('invalid', 'This picture cannot be read. It may be damaged or too large.')
  }
}

async function mainColour(sharp: MakeSharp, picture: Buffer): Promise<string> {
  const small = await sharp(picture, { pages: 1 })
    .resize({ width: 64, height: 64, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .png()
    .toBuffer()
  const { dominant } = await sharp(small).stats()
  return `#${[dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Native code of 20 MB: loaded with the first picture, not with the program. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
