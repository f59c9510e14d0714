import { withSharp } from '../media/pictures.ts'

/** Pixels of an image as sent. */
const MAX_PIXELS = 64_000_000
const SECONDS = 20
/** Pixels of the signature: its place on paper at 300 dots an inch. */
const BOX = { width: 900, height: 220, fit: 'inside', withoutEnlargement: true } as const
/** Red, green and blue of a fountain pen. */
const PEN = [27, 37, 112] as const
/** Brightness of shadows on the sheet, relative to the sheet. */
const SHADOW = 0.86

/**
 * Cuts the paper from the image of a signature: an opaque image keeps its dark strokes, in one ink; a transparent one
 * stays as it is. Undefined for bytes that are no image, too large a one, or a blank sheet.
 */
export function inkOf(bytes: Buffer): Promise<Buffer | undefined> {
  return withSharp(async (sharp) => {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: SECONDS })
    const fitted = await image.autoOrient().resize(BOX).png().toBuffer()
    const { isOpaque } = await sharp(fitted).stats()
    const { data, info } = await sharp(fitted).greyscale().raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const strokes = { raw: { width, height, channels: 4 as const } }
    const cut = isOpaque ? sharp(strokesOf(data, info.channels), strokes) : sharp(fitted)
    const trimmed = await sharp(await cut.png().toBuffer())
      .trim({ threshold: 8 })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const { channels } = await sharp(trimmed).stats()
    return (channels.at(-1)?.max ?? 0) > 0 ? trimmed : undefined
  }).catch(() => undefined)
}

/** Turns brightness into ink: none on the sheet, full in the darkest strokes. */
function strokesOf(grey: Buffer, step: number): Buffer {
  const values = Uint8Array.from({ length: grey.length / step }, (_, at) => grey[at * step] ?? 0)
  const sorted = values.toSorted()
  const top = (sorted[Math.floor(sorted.length * 0.8)] ?? 0) * SHADOW
  const darkest = sorted[Math.floor(sorted.length * 0.002)] ?? 0
  const ink = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => {
    const share = top > darkest ? Math.min(1, Math.max(0, (top - value) / (top - darkest))) : 0
    ink.set([...PEN, Math.round(255 * share)], at * 4)
  })
  return ink
}
