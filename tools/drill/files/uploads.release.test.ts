// Release: uploads over a line that breaks.

import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../server/test/server.ts'
import { picture, video } from '../../../server/test/upload-files.ts'
import { CHUNK_BYTES } from '../../../web-store/src/admin/media/queue/send-file.ts'
import { createUploadQueue, type UploadQueue } from '../../../web-store/src/admin/media/queue/upload-queue.ts'
import type { QueueHost, UploadItem } from '../../../web-store/src/admin/media/queue/upload-types.ts'
import { MB } from '../processes.ts'
import { memoryStore, sourceOf, uploadHost } from './upload-host.ts'
import { drillUploads } from './uploads.ts'

it('a queue survives a killed server: all files arrive, at most a chunk of each twice', {
  timeout: 120_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_uploads') }
  expect(await drillUploads(site, { count: 10, bytes: 100 * MB, largest: 50 * MB })).toEqual([])
})

describe('the queue', () => {
  let server: TestServer
  let token: string
  let folder: string
  const queues: UploadQueue[] = []

  beforeAll(async () => {
    server = await startTestServer({ work: false })
    token = await server.adminToken()
    folder = await mkdtemp(join(tmpdir(), 'skillhaat-queue-'))
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => server.db('media').del())
  afterEach(() => {
    for (const queue of queues.splice(0)) queue.stop()
  })

  const open = (changes: Partial<QueueHost> = {}) => {
    const { host, setOnline } = uploadHost(server.url, token, changes)
    const queue = createUploadQueue(host)
    queues.push(queue)
    return { queue, setOnline, item: (name: string) => queue.view().items.find((item) => item.name === name) }
  }
  const write = async (name: string, bytes: Buffer, type = 'video/mp4') => {
    await writeFile(join(folder, name), bytes)
    return sourceOf(join(folder, name), type)
  }
  const film = (name: string, bytes = 1000) => write(name, Buffer.concat([video('mp4', bytes), Buffer.from(name)]))
  const until = (queue: UploadQueue, state: UploadItem['state']) =>
    expect
      .poll(() => queue.view().items.map((item) => item.state))
      .toSatisfy((states: string[]) => states.length > 0 && states.every((each) => each === state))

  it('uploads files side by side and shows their results', async () => {
    const { queue, item } = open()
    const banner = await write('banner.png', await picture('png'), 'image/png')
    queue.add([banner, await film('one.mp4'), await film('two.mp4'), await film('three.mp4')])
    await until(queue, 'done')
    expect(await server.db('media')).toHaveLength(4)
    expect(item('banner.png')?.media?.url).toMatch(/\/banner\.png$/)
    const { total } = queue.view()
    expect(total).toMatchObject({ count: 4, done: 4, open: 0, failed: 0, sent: total.bytes })
  })

  it('offers a file that the library already has, and uploads it on request', async () => {
    const { queue, item } = open()
    queue.add([await film('first.mp4')])
    await until(queue, 'done')
    const again = open()
    const copy = await write('copy.mp4', Buffer.concat([video('mp4', 1000), Buffer.from('first.mp4')]))
    again.queue.add([copy])
    await until(again.queue, 'duplicate')
    expect(again.item('copy.mp4')?.media).toMatchObject({ url: item('first.mp4')?.media?.url })
    expect(await server.db('media')).toHaveLength(1)
    again.queue.uploadAnyway(String(again.item('copy.mp4')?.key))
    await until(again.queue, 'done')
    expect(await server.db('media')).toHaveLength(2)
  })

  it('pauses, and repeats at most one chunk afterwards', async () => {
    const { queue, item } = open()
    const source = await film('long.mp4', 3 * CHUNK_BYTES)
    queue.add([source])
    await expect.poll(() => item('long.mp4')?.sent ?? 0, { interval: 5 }).toBeGreaterThan(CHUNK_BYTES)
    queue.pauseAll()
    expect(item('long.mp4')?.state).toBe('paused')
    queue.add([await film('later.mp4')])
    expect(item('later.mp4')?.state).toBe('paused')
    queue.resumeAll()
    await until(queue, 'done')
    expect(item('long.mp4')?.resent).toBeLessThanOrEqual(CHUNK_BYTES)
  })

  it('waits for the network, and resumes by itself', async () => {
    const { queue, setOnline, item } = open()
    queue.add([await film('offline.mp4', 3 * CHUNK_BYTES)])
    await expect.poll(() => item('offline.mp4')?.sent ?? 0, { interval: 5 }).toBeGreaterThan(0)
    setOnline(false)
    expect(item('offline.mp4')).toMatchObject({ state: 'retrying', problem: 'Paused, no internet' })
    setOnline(true)
    await until(queue, 'done')
  })

  it('resumes after a restart, with the file found or chosen again', async () => {
    const store = memoryStore()
    const first = open({ store })
    const source = await film('restart.mp4', 3 * CHUNK_BYTES)
    first.queue.add([source])
    await expect.poll(() => first.item('restart.mp4')?.sent ?? 0, { interval: 5 }).toBeGreaterThan(CHUNK_BYTES)
    first.queue.stop()

    const blind = open({ store, findAgain: async () => undefined })
    await blind.queue.restore()
    expect(blind.item('restart.mp4')?.state).toBe('lost')
    blind.queue.add([{ ...source, size: source.size + 1 }])
    expect(blind.item('restart.mp4')?.state).toBe('lost')
    const other = blind.queue.view().items.find(({ size }) => size === source.size + 1)
    blind.queue.remove(String(other?.key))
    blind.queue.stop()

    const second = open({ store })
    await second.queue.restore()
    await until(second.queue, 'done')
    expect(await server.db('media_uploads').where({ name: 'restart.mp4' })).toHaveLength(1)
    expect(second.item('restart.mp4')?.resent).toBeLessThanOrEqual(CHUNK_BYTES)
  })

  it('forgets a finished or removed file', async () => {
    const forgotten: unknown[] = []
    const { queue, item } = open({ forget: (stored) => void forgotten.push(...stored) })
    const [done, refused] = [await film('kept.mp4'), await write('refused.png', Buffer.from('MZ'), 'image/png')]
    queue.add([done, refused])
    const states = () => [item('kept.mp4')?.state, item('refused.png')?.state]
    await expect.poll(states).toEqual(['done', 'failed'])
    // A failed file may be tried again.
    expect(forgotten).toEqual([done.kept])
    queue.remove(String(item('refused.png')?.key))
    expect(forgotten).toEqual([done.kept, refused.kept])
  })

  it('reports a changed file, before its upload and in the middle', async () => {
    const { queue, item } = open()
    const early = await film('early.mp4')
    await utimes(join(folder, 'early.mp4'), 1, 1)
    const late = await film('late.mp4', 4 * CHUNK_BYTES)
    queue.add([early, late])
    await expect.poll(() => item('late.mp4')?.sent ?? 0, { interval: 5 }).toBeGreaterThan(0)
    await utimes(join(folder, 'late.mp4'), 1, 1)
    await until(queue, 'failed')
    for (const name of ['early.mp4', 'late.mp4']) {
      expect(item(name)?.problem).toBe('This file was changed or moved after you added it. Please add it again.')
    }
    expect(await server.db('media')).toEqual([])
  })

  it('reports why the server refuses a file, and continues with the others', async () => {
    const { queue, item } = open()
    const fake = await write('fake.mp4', Buffer.from(`MZ${'\0'.repeat(5000)}`))
    const tiff = await write('poster.tiff', Buffer.from('II*'), 'image/tiff')
    const huge = await write('huge.png', Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png')
    queue.add([fake, tiff, huge, await film('good.mp4')])
    await expect.poll(() => item('good.mp4')?.state).toBe('done')
    await expect.poll(() => item('fake.mp4')?.state).toBe('failed')
    expect(item('fake.mp4')?.problem).toBe('Please upload a valid video file (MP4, WebM, or OGG)')
    expect(item('poster.tiff')?.problem).toBe('Please upload a valid image file (JPEG, PNG, GIF, or WEBP)')
    expect(item('huge.png')?.problem).toBe('Image file is too large. Maximum size is 5MB')
  })

  it('deletes a cancelled file from the server', async () => {
    const { queue, item } = open()
    queue.add([await film('cancelled.mp4', 6 * CHUNK_BYTES)])
    await expect.poll(() => item('cancelled.mp4')?.sent ?? 0, { interval: 5 }).toBeGreaterThan(0)
    queue.remove(String(item('cancelled.mp4')?.key))
    expect(queue.view().items).toEqual([])
    await expect.poll(() => server.db('media_uploads').where({ name: 'cancelled.mp4' })).toEqual([])
  })

  it('requests a login after the session ended, and continues with it', async () => {
    let requested = 0
    const bearer = { now: 'Bearer nonsense' }
    const { queue } = open({
      authorization: () => bearer.now,
      signedOut: async () => {
        requested += 1
        bearer.now = `Bearer ${token}`
        return true
      },
    })
    queue.add([await film('session.mp4')])
    await until(queue, 'done')
    expect(requested).toBe(1)
  })
})
