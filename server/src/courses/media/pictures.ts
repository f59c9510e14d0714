import { writeFile } from 'node:fs/promises'
import type { WidthFormat } from 'contract/media/address'
import type { Sharp } from 'sharp'
import { Refusal, refused } from './content/file-parts.ts'
import type { ImageFormat } from './file-types.ts'

export type Picture = {
  bytes: number
  extension: 'jpg' | 'png' | 'gif' | 'webp'
  /** Pixels; of an animation those of one frame. */
  width: number
  height: number
  /** Main colour, `#rrggbb`, shown while the image loads. */
  colour: string
  /** True for an animation. */
  moving: boolean
}

/** Pixels of an image as sent. */
const MAX_PIXELS = 64_000_000
const MAX_FRAMES = 300
/** Pixels of all frames of an animation. */
const MAX_ANIMATION_PIXELS = 50_000_000
/** Bounds a stored image's sides: twice the widest place on a page. */
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

/** Queues work with the decoder: each image takes a core and much memory. */
export function withSharp<T>(make: (sharp: MakeSharp) => Promise<T>): Promise<T> {
  const made = lastPicture.then(async () => make(await loadSharp()))
  lastPicture = made.catch(() => {})
  return made
}

/**
 * Encodes an image again in its own format at `to`, an unused path: upright, at most 2560 pixels a side, without
 * metadata or other extras. GIF and WebP stay animated. Throws `Refusal` for one that cannot be decoded whole, or is
 * too large.
 */
export function remakePicture(path: string, format: ImageFormat, to: string): Promise<Picture> {
  return withSharp(async (sharp) => {
    const { data, ...picture } = await remake(sharp, path, format)
    await writeFile(to, data, { flag: 'wx', mode: 0o600 })
    return { ...picture, bytes: data.length }
  })
}

/** Scales a stored image to `width` pixels as AVIF or WebP. Throws when it cannot be decoded. */
export function narrowPicture(picture: Buffer, width: number, format: WidthFormat): Promise<Buffer> {
  return withSharp((sharp) => {
    const image = sharp(picture, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: SECONDS_PER_PICTURE })
      .resize({ width, withoutEnlargement: true })
    return widthEncoders[format](image).toBuffer()
  })
}

async function remake(sharp: MakeSharp, path: string, format: ImageFormat) {
  const mayMove = format === 'gif' || format === 'webp'
  try {
    const input = { failOn: 'error', limitInputPixels: MAX_PIXELS } as const
    const { width, height, pages = 1 } = await sharp(path, { ...input, limitInputPixels: false }).metadata()
    checkPixels(width, height, pages)
    const { extension, encode } = encoders[format]
    const image = sharp(path, { ...input, animated: mayMove })
      .timeout({ seconds: SECONDS_PER_PICTURE })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await encode(image).toBuffer({ resolveWithObject: true })
    const colour = await mainColour(sharp, data)
    const moving = (info.pages ?? 1) > 1
    return { data, extension, width: info.width, height: info.pageHeight ?? info.height, colour, moving }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refused('This image cannot be read. It may be damaged: open it, export it again and upload that.')
  }
}

function checkPixels(width: number, height: number, pages: number): void {
  const count = (pixels: number) => pixels.toLocaleString('en-IN')
  const sides = { width: count(width), height: count(height) }
  if (pages > MAX_FRAMES)
    throw refused('This animation has {frames} frames. The limit is {most}. Make it smaller and upload it again.', {
      values: { frames: count(pages), most: MAX_FRAMES },
    })
  if (pages > 1 && width * height * pages > MAX_ANIMATION_PIXELS) {
    const most = MAX_ANIMATION_PIXELS / 1e6
    throw refused(
      'This animation has {frames} frames of {width} × {height} pixels. The limit is {most} million pixels in all. Make it smaller and upload it again.',
      { values: { frames: pages, ...sides, most } },
    )
  }
  if (width * height > MAX_PIXELS)
    throw refused(
      'This image has {width} × {height} pixels. The limit is {most} million pixels. Make it smaller and upload it again.',
      { values: { ...sides, most: MAX_PIXELS / 1e6 } },
    )
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

/** Loads 20 MB of native code with the first image, not with the program. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
