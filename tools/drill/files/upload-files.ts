import { randomFillSync } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { picture, video } from '../../../server/test/upload-files.ts'
import { hashOfFile } from './upload-host.ts'

export type DrillFile = { path: string; type: string; bytes: number; sha256: string }

const BLOCK = 1024 * 1024

/** Writes `count` different files of `bytes` in all, one of them `largest`: every fifth an image, the others videos. */
export async function makeUploadFiles(
  folder: string,
  { count, bytes, largest }: { count: number; bytes: number; largest: number },
): Promise<DrillFile[]> {
  const files: DrillFile[] = []
  let rest = bytes - largest
  for (let n = 0; n < count; n++) {
    const isPicture = n % 5 === 4
    const path = join(folder, isPicture ? `banner-${n}.jpg` : `reel-${n}.mp4`)
    if (isPicture) await writeFile(path, await picture('jpeg', { width: 640 + n, height: 360 }))
    else await writeVideo(path, n === 0 ? largest : Math.floor(rest / (count - n)))
    const file = await open(path)
    const { size } = await file.stat()
    await file.close()
    if (n > 0) rest -= size
    files.push({ path, type: isPicture ? 'image/jpeg' : 'video/mp4', bytes: size, sha256: await hashOfFile(path) })
  }
  return files
}

/** Writes random bytes behind the head of a video, block by block. */
async function writeVideo(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w')
  try {
    const { bytesWritten } = await file.write(video('mp4', 0))
    const block = Buffer.alloc(BLOCK)
    for (let at = bytesWritten; at < bytes; at += BLOCK) {
      randomFillSync(block)
      await file.write(block, 0, Math.min(BLOCK, bytes - at))
    }
  } finally {
    await file.close()
  }
}
