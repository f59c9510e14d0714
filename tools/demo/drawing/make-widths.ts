/**
 * Makes the smaller widths of the demo's images and clip posters into ../art/widths, so that a first start does not
 * have to. Run by hand after make-art.ts or make-clips.ts: `node tools/demo/drawing/make-widths.ts`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { narrowPicture } from '../../../server/src/courses/media/pictures.ts'
import manifest from '../art/media.json' with { type: 'json' }
import type { MediaManifest } from '../manifest.ts'
import { widthFiles } from '../seed-media.ts'

const art = new URL('../art/', import.meta.url)
const widths = new URL('widths/', art)
const made = new Set<string>()
let total = 0

await rm(widths, { recursive: true, force: true })
await mkdir(widths)
for (const [name, facts] of Object.entries(manifest as MediaManifest)) {
  const source = facts.kind === 'image' ? name : name.replace(/\.\w+$/, '-poster.webp')
  const picture = await readFile(new URL(source, art))
  for (const { file, width, format } of widthFiles(name, facts)) {
    if (made.has(file)) continue
    const bytes = await narrowPicture(picture, width, format)
    await writeFile(new URL(file, widths), bytes)
    made.add(file)
    total += bytes.length
  }
}
process.stdout.write(`${made.size} files, ${Math.round(total / 1024)} kB\n`)
