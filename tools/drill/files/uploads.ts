import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findFreePort } from '../../../server/test/program.ts'
import { createApiClient } from '../../../server/test/server.ts'
import { CHUNK_BYTES } from '../../../web-store/src/admin/media/queue/send-file.ts'
import { createUploadQueue } from '../../../web-store/src/admin/media/queue/upload-queue.ts'
import type { QueueView } from '../../../web-store/src/admin/media/queue/upload-types.ts'
import { MB, watchMemory } from '../processes.ts'
import { ownerToken, plain, type Site, withPlace } from '../shop.ts'
import { makeUploadFiles } from './upload-files.ts'
import { sourceOf, uploadHost } from './upload-host.ts'

export type UploadDrill = {
  count: number
  bytes: number
  largest: number
  /** Part of all bytes at which the server is killed, 0 to 1. */
  killAt: number
}

export type UploadDrillResult = {
  files: { name: string; bytes: number; resent: number; wrong: string | undefined }[]
  seconds: number
  /** Resident memory of the server in bytes: before the first file, and its peak over both of its lives. */
  memory: { before: number; most: number }
  violations: string[]
}

const DEADLINE_MS = 30 * 60_000

/** Uploads many files through the queue of the console, kills the server in the middle, and checks the result. */
export function drillUploads(site: Site, drill: UploadDrill): Promise<UploadDrillResult> {
  return withPlace(async (place) => {
    const [folder, dataDir] = [join(place.folder, 'files'), join(place.folder, 'data')]
    await mkdir(folder)
    const files = await makeUploadFiles(folder, drill)
    const databaseUrl = await (await place.databases(site)).create('uploads')
    const port = String(await findFreePort())
    const settings = { ...plain, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: port }
    const first = await place.start(settings)
    const token = await ownerToken(first.url, dataDir)
    const memory = watchMemory(first.pid)
    const queue = createUploadQueue(uploadHost(first.url, token).host)
    const begun = performance.now()
    queue.add(await Promise.all(files.map(({ path, type }) => sourceOf(path, type))))
    await until(queue, ({ total }) => total.sent >= drill.killAt * total.bytes)
    await first.kill()
    const second = await place.start(settings)
    memory.follow(second.pid)
    await until(queue, ({ total }) => total.open === 0)
    const seconds = (performance.now() - begun) / 1000
    const { items } = queue.view()
    queue.stop()
    const { before, most } = memory.end()

    const { media } = await createApiClient(second.url, token).media.list({})
    const checked = []
    for (const [index, { path, bytes, sha256 }] of files.entries()) {
      const item = items[index]
      const row = media.find(({ url }) => url === item?.media?.url)
      const wrong = item?.state !== 'done' ? `${item?.state}: ${item?.problem}` : undefined
      const broken = await arrivedAs(second.url, token, { sha256 }, row)
      checked.push({ name: basename(path), bytes, resent: item?.resent ?? 0, wrong: wrong ?? broken })
    }
    const violations = [
      ...checked.flatMap(({ name, wrong }) => (wrong ? [`${name}: ${wrong}`] : [])),
      ...checked.flatMap(({ name, resent }) => (resent > CHUNK_BYTES ? [`${name}: ${resent} bytes sent again`] : [])),
      ...(media.length === files.length ? [] : [`${media.length} rows of ${files.length} files`]),
      ...(most - before < 100 * MB ? [] : [`memory grew by ${most - before} bytes`]),
    ]
    return { files: checked, seconds, memory: { before, most }, violations }
  })
}

type Arrived = { media_id: string; kind: string; url: string }

/** Returns what is wrong with an arrived file; undefined if it is whole. Images are encoded again, so only their original's hash counts. */
export async function arrivedAs(
  url: string,
  token: string,
  { sha256 }: { sha256: string },
  row: Arrived | undefined,
): Promise<string | undefined> {
  if (!row) return 'not in the library'
  const { media } = await createApiClient(url, token).media.list({ sha256 })
  const known = media.some(({ media_id }) => media_id === row.media_id)
  const kept = row.kind === 'video' ? await hashOfUrl(new URL(row.url, url)) : sha256
  return known && kept === sha256 ? undefined : 'another hash'
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
