import { createHash, randomFillSync } from 'node:crypto'
import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findFreePort } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { picture, video } from '../../../server/test/upload-files.ts'
import { CHUNK_BYTES } from '../../../web-store/src/admin/media/queue/send-file.ts'
import { createUploadQueue } from '../../../web-store/src/admin/media/queue/upload-queue.ts'
import type { QueueView } from '../../../web-store/src/admin/media/queue/upload-types.ts'
import { MB, watchMemory } from '../processes.ts'
import { ownerToken, plain, type Site, withPlace } from '../shop.ts'
import { hashOfFile, sourceOf, uploadHost } from './upload-host.ts'

const KILL_AT = 0.6
const MOST_GROWTH = 100 * MB
const DEADLINE_MS = 30 * 60_000

type Size = { count: number; bytes: number; largest: number }

/** Uploads files through the queue of the console, kills the server in the middle, and returns what is wrong afterwards. */
export function drillUploads(site: Site, size: Size): Promise<string[]> {
  return withPlace(async (place) => {
    const [folder, dataDir] = [join(place.folder, 'files'), join(place.folder, 'data')]
    await mkdir(folder)
    const files = await makeFiles(folder, size)
    const databaseUrl = await (await place.databases(site)).create('uploads')
    const port = String(await findFreePort())
    const settings = { ...plain, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: port }
    const first = await place.start(settings)
    const token = await ownerToken(first.url, dataDir)
    const memory = watchMemory(first.pid)
    const queue = createUploadQueue(uploadHost(first.url, token).host)
    const begun = performance.now()
    queue.add(await Promise.all(files.map(({ path, type }) => sourceOf(path, type))))
    await until(queue, ({ total }) => total.sent >= KILL_AT * total.bytes)
    await first.kill()
    const second = await place.start(settings)
    memory.follow(second.pid)
    await until(queue, ({ total }) => total.open === 0)
    const seconds = Math.round((performance.now() - begun) / 1000)
    const { items, total } = queue.view()
    queue.stop()
    const { before, most } = memory.end()
    console.log(
      `${files.length} files, ${Math.round(total.bytes / MB)} MB in ${seconds} s; server memory: ${Math.round(before / MB)} MB before, ${Math.round(most / MB)} MB at most`,
    )

    const { media } = await createApiClient(second.url, token).media.list({})
    const violations: string[] = []
    for (const [index, { path, sha256 }] of files.entries()) {
      const { state, problem, resent = 0, media: sent } = items[index] ?? {}
      const name = basename(path)
      const row = media.find(({ url }) => url === sent?.url)
      if (state !== 'done') violations.push(`${name}: ${state}, ${problem}`)
      else if (!(await isWhole(second.url, token, sha256, row))) violations.push(`${name}: missing or another file`)
      if (resent > CHUNK_BYTES) violations.push(`${name}: ${resent} bytes sent again`)
    }
    if (media.length !== files.length) violations.push(`${media.length} rows of ${files.length} files`)
    if (most - before >= MOST_GROWTH) violations.push(`memory grew by ${most - before} bytes`)
    return violations
  })
}

type Arrived = { media_id: string; kind: string; url: string }

/** Returns true if the file arrived whole. Images are encoded again, so only their original's hash counts. */
async function isWhole(url: string, token: string, sha256: string, row: Arrived | undefined): Promise<boolean> {
  const { media } = await createApiClient(url, token).media.list({ sha256 })
  if (!row || !media.some(({ media_id }) => media_id === row.media_id)) return false
  return row.kind !== 'video' || (await hashOfUrl(new URL(row.url, url))) === sha256
}

/** Writes `count` different files of `bytes` in all, one of them `largest`: every fifth an image, the others videos. */
async function makeFiles(folder: string, { count, bytes, largest }: Size) {
  const files: { path: string; type: string; sha256: string }[] = []
  let rest = bytes - largest
  for (let n = 0; n < count; n++) {
    const isPicture = n % 5 === 4
    const path = join(folder, isPicture ? `banner-${n}.jpg` : `reel-${n}.mp4`)
    if (isPicture) await writeFile(path, await picture('jpeg', { width: 640 + n, height: 360 }))
    else await writeVideo(path, n === 0 ? largest : Math.floor(rest / (count - n)))
    if (n > 0) rest -= (await stat(path)).size
    files.push({ path, type: isPicture ? 'image/jpeg' : 'video/mp4', sha256: await hashOfFile(path) })
  }
  return files
}

/** Writes random bytes behind the head of a video, block by block. */
async function writeVideo(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w')
  try {
    const { bytesWritten } = await file.write(video('mp4', 0))
    const block = Buffer.alloc(MB)
    for (let at = bytesWritten; at < bytes; at += MB) {
      randomFillSync(block)
      await file.write(block, 0, Math.min(MB, bytes - at))
    }
  } finally {
    await file.close()
  }
}

type Queue = ReturnType<typeof createUploadQueue>

function until(queue: Queue, holds: (view: QueueView) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the queue came to no end')), DEADLINE_MS)
    const look = () => {
      if (!holds(queue.view())) return
      clearTimeout(timer)
      stop()
      resolve()
    }
    const stop = queue.subscribe(look)
    look()
  })
}

async function hashOfUrl(url: URL): Promise<string> {
  const hash = createHash('sha256')
  const { body } = await fetch(url)
  if (body) for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}
