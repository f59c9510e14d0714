/**
 * Draws the demo's short clips and their posters into ../art. Run by hand after a change to the drawing code, on a
 * machine with ffmpeg: `node tools/demo/drawing/make-clips.ts`. The repository contains the clips; nothing needs ffmpeg
 * at run time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { type Clip, clips, frame } from './clips.ts'
import { writeManifest } from './manifest.ts'

const FPS = 18
const folder = fileURLToPath(new URL('../art/', import.meta.url))

const mp4 = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '31', '-profile:v', 'main', '-tune', 'animation']
const webm = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-row-mt', '1', '-deadline', 'good', '-cpu-used', '1']

/** Builds a quiet chord that swells and fades over the whole clip. */
const pad = ({ chord }: Clip, seconds: number) =>
  `aevalsrc='0.05*sin(PI*t/${seconds})*(${chord.map((hz) => `sin(2*PI*${hz}*t)`).join('+')})':s=44100:d=${seconds}`

async function encode(clip: Clip, frames: Buffer[], codec: string[], audio: string[], file: string): Promise<void> {
  const seconds = clip.shotSeconds * clip.shots.length
  const video = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${clip.width}x${clip.height}`, '-r', `${FPS}`, '-i', '-']
  const out = ['-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-map_metadata', '-1', '-shortest', folder + file]
  const args = ['-y', '-v', 'error', ...video, '-f', 'lavfi', '-i', pad(clip, seconds), ...codec, ...audio]
  const child = spawn(
    'ffmpeg',
    [...args, ...(file.endsWith('.webm') ? out.filter((a) => !/movflags|faststart/.test(a)) : out)],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  for (const pixels of frames) if (!child.stdin.write(pixels)) await once(child.stdin, 'drain')
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`)
}

for (const clip of clips) {
  const count = Math.round(clip.shotSeconds * clip.shots.length * FPS)
  const frames: Buffer[] = []
  for (let i = 0; i < count; i += 1) {
    frames.push(
      await sharp(Buffer.from(frame(clip, i / FPS)))
        .flatten()
        .removeAlpha()
        .raw()
        .toBuffer(),
    )
  }
  await encode(clip, frames, mp4, ['-c:a', 'aac', '-b:a', '40k', '-ac', '1'], `${clip.name}.mp4`)
  if (clip.webm) await encode(clip, frames, webm, ['-c:a', 'libopus', '-b:a', '32k', '-ac', '1'], `${clip.name}.webm`)

  const poster = sharp(Buffer.from(frame(clip, 0.4)), { density: 144 })
    .resize({ width: clip.width * 1.5 })
    .flatten()
  await writeFile(
    `${folder}${clip.name}-poster.webp`,
    await poster.webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer(),
  )
  process.stdout.write(`${clip.name}\n`)
}
await writeManifest()
