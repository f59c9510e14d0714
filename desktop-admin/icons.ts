import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/** Sizes of the Linux icon set; Windows and macOS take theirs from the same drawings. */
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024]
/** The types of Apple's icon file that hold a PNG, by their size. */
const APPLE_TYPES: Record<number, string[]> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** Draws a logo on a transparent square of `size` pixels, with a margin of a twelfth. */
async function draw(logo: Buffer, size: number): Promise<Buffer> {
  const margin = Math.round(size / 12)
  const inner = size - 2 * margin
  const drawn = await sharp(logo, { density: Math.min(2_400, (72 * inner) / 32) })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const edges = { top: margin, bottom: margin, left: margin, right: margin }
  return sharp(drawn)
    .extend({ ...edges, background: '#0000' })
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** Builds Apple's icon file: a heading, then each image with its type and length. */
function icns(images: ReadonlyMap<number, Buffer>): Buffer {
  const parts = Object.entries(APPLE_TYPES).flatMap(([size, types]) => {
    const image = images.get(Number(size)) ?? Buffer.alloc(0)
    return types.map((type) => block(type, image))
  })
  return block('icns', Buffer.concat(parts))
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}

/** Builds the icon file of Windows: a list of images up to 256 pixels, each a PNG. */
function ico(images: ReadonlyMap<number, Buffer>): Buffer {
  const shown = [...images].filter(([size]) => size <= 256)
  const head = Buffer.alloc(6 + 16 * shown.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(shown.length, 4)
  let at = head.length
  for (const [index, [size, image]] of shown.entries()) {
    const row = 6 + 16 * index
    // A zero means 256.
    head.writeUInt8(size % 256, row)
    head.writeUInt8(size % 256, row + 1)
    head.writeUInt16LE(1, row + 4)
    head.writeUInt16LE(32, row + 6)
    head.writeUInt32LE(image.length, row + 8)
    head.writeUInt32LE(at, row + 12)
    at += image.length
  }
  return Buffer.concat([head, ...shown.map(([, image]) => image)])
}

/** Writes the icons of the installers, drawn from the project's logo, into the folder that the packager reads. */
export async function writeIcons(folder: string): Promise<void> {
  const logo = await readFile(join(import.meta.dirname, '../web-store/src/logo.svg'))
  const images = new Map<number, Buffer>()
  for (const size of SIZES) images.set(size, await draw(logo, size))
  await mkdir(join(folder, 'linux'), { recursive: true })
  await writeFile(join(folder, 'icon.icns'), icns(images))
  await writeFile(join(folder, 'icon.ico'), ico(images))
  for (const [size, image] of images) await writeFile(join(folder, `linux/${size}x${size}.png`), image)
}

/** Sizes in pixels at one and two dots per point. */
const TRAY_SCALES = [
  ['', 1],
  ['@2x', 2],
] as const

/** Adds the images of the tray beside the main process: the logo in colour, and as a shape for macOS. */
export function trayPlugin(logo: string): Plugin {
  return {
    name: 'desktop-tray',
    async generateBundle() {
      const drawing = await readFile(logo, 'utf8')
      // A template image is black on nothing; the system colours it.
      const shape = drawing.replace(/(fill|stroke)="#fff"/g, '$1="none"').replace(/fill="#\w{6}"/g, 'fill="#000"')
      for (const [suffix, scale] of TRAY_SCALES) {
        const draw = (svg: string, size: number) =>
          sharp(Buffer.from(svg), { density: 300 })
            .resize(size * scale)
            .png()
            .toBuffer()
        this.emitFile({ type: 'asset', fileName: `tray${suffix}.png`, source: await draw(drawing, 22) })
        this.emitFile({ type: 'asset', fileName: `trayTemplate${suffix}.png`, source: await draw(shape, 18) })
      }
    },
  }
}
