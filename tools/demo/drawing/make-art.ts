/**
 * Draws the demo's still images into ../art. Run by hand after a change to the drawing code: `node
 * tools/demo/drawing/make-art.ts`. The repository contains the images, so only then.
 */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { writeManifest } from './manifest.ts'
import { pictures } from './pictures.ts'

const folder = new URL('../art/', import.meta.url)
let total = 0

for (const { name, drawing, width } of pictures) {
  const pixels = sharp(Buffer.from(drawing), { density: 288 }).resize({ width }).flatten()
  // Lossless is often smaller for flat colour; the smaller one wins.
  const [lossy, lossless] = await Promise.all([
    pixels.clone().webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer(),
    pixels.clone().webp({ nearLossless: true, quality: 60, effort: 6 }).toBuffer(),
  ])
  const bytes = lossless.length < lossy.length ? lossless : lossy
  await writeFile(new URL(`${name}.webp`, folder), bytes)
  total += bytes.length
}
await writeManifest()
process.stdout.write(`${pictures.length} pictures, ${Math.round(total / 1024)} kB\n`)
