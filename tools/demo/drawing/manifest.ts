import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { MediaManifest } from '../manifest.ts'
import { PALETTES } from './brush.ts'
import { clips } from './clips.ts'
import { pictures } from './pictures.ts'

const folder = new URL('../art/', import.meta.url)

/** Writes ../art/media.json with the facts that the seed needs of each file, so that it opens none with sharp. */
export async function writeManifest(): Promise<void> {
  const manifest: MediaManifest = {}
  // A clip's poster exists as the widths of the clip, not as a file of its own.
  const files = (await readdir(folder)).filter((name) => /(?<!-poster)\.(webp|webm|mp4)$/.test(name))
  for (const file of files.sort()) {
    const bytes = await readFile(new URL(file, folder))
    const name = file.replace(/\.\w+$/, '')
    const clip = clips.find((it) => it.name === name)
    const colour = clip?.shots[0] ? PALETTES[clip.shots[0].palette][0] : pictures.find((it) => it.name === name)?.colour
    if (!colour) throw new Error(`${file} is not drawn by this code; delete it`)
    const isPicture = file.endsWith('.webp')
    const { width, height } = isPicture || !clip ? await sharp(bytes).metadata() : clip
    manifest[file] = {
      kind: isPicture ? 'image' : 'video',
      bytes: bytes.length,
      width,
      height,
      seconds: isPicture || !clip ? null : clip.shotSeconds * clip.shots.length,
      colour,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  }
  await writeFile(new URL('media.json', folder), `${JSON.stringify(manifest, null, 2)}\n`)
}
