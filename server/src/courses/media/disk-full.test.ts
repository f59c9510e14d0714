import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { tusClient } from '../../../test/tus.ts'
import { picture, video } from '../../../test/upload-files.ts'

// A disk of 3 MB; only root may mount one.
const disk = mkdtempSync(join(tmpdir(), 'skillhaat-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status === 0

afterAll(() => {
  if (mounted) spawnSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

it.skipIf(!mounted)('U6: an upload answers 507 on a full disk, leaves nothing of the file, and goes on', async () => {
  const server = await startTestServer({ env: { DATA_DIR: disk } })
  try {
    const headers = { authorization: `Bearer ${await server.adminToken()}` }
    const upload = async (bytes: number) => {
      const body = new FormData()
      body.set('video_file', new File([new Uint8Array(video('mp4', bytes))], 'a.mp4'))
      return server.request('/api/admin/courses/upload_video/', { method: 'PUT', headers, body })
    }
    const refused = await upload(6_000_000)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toEqual({ detail: 'There is no space left for this file', code: 'storage_full' })
    await expect.poll(() => readdir(server.ctx.files.tempDir)).toEqual([])
    expect(await readdir(join(disk, 'media'))).toEqual([])
    expect(await server.db('media')).toEqual([])
    expect((await server.request('/api/go/courses')).status).toBe(200)
    expect((await upload(1_000_000)).status).toBe(200)
  } finally {
    await server.stop()
  }
})

it.skipIf(!mounted)('U6: a resumable upload is refused at its creation, or goes on once there is space', async () => {
  const server = await startTestServer({ env: { DATA_DIR: disk } })
  try {
    const tus = tusClient(server, await server.adminToken())
    const film = { filename: 'a.mp4', filetype: 'video/mp4' }
    expect((await tus.create(100_000_000, film)).status).toBe(507)
    expect(await readdir(server.ctx.files.incomingDir)).toEqual([])

    const sent = video('mp4', 1_400_000)
    const path = await tus.begin(sent.length, film)
    const ballast = join(disk, 'ballast')
    await writeFile(ballast, Buffer.alloc(await server.ctx.files.freeBytes()))
    const refused = await tus.patch(path, 0, sent)
    expect([refused.status, (await refused.json()).code]).toEqual([507, 'storage_full'])
    await rm(ballast)
    const offset = Number((await tus.head(path)).headers.get('upload-offset'))
    expect((await tus.patch(path, offset, sent.subarray(offset))).status).toBe(204)
    const [row] = await server.db('media').orderBy('created_at', 'desc').limit(1)
    const stored = await (await server.request(row.url)).arrayBuffer()
    expect(Buffer.from(stored).equals(sent)).toBe(true)
  } finally {
    await server.stop()
  }
})

it.skipIf(!mounted)(
  'U6: the shop leaves nothing behind when the disk has no byte left, and accepts uploads again after',
  async () => {
    const server = await startTestServer({ env: { DATA_DIR: disk } })
    const files = async () =>
      (await readdir(disk, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(disk.length + 1))
    try {
      const headers = { authorization: `Bearer ${await server.adminToken()}` }
      const upload = async (kind: 'image' | 'video', bytes: Uint8Array) => {
        const body = new FormData()
        body.set(`${kind}_file`, new File([new Uint8Array(bytes)], kind === 'image' ? 'a.png' : 'a.mp4'))
        const answer = await server.request(`/api/admin/courses/upload_${kind}/`, { method: 'PUT', headers, body })
        return answer.status
      }
      const before = await files()
      const ballast = join(disk, 'ballast')
      await writeFile(ballast, Buffer.alloc(await server.ctx.files.freeBytes()))
      expect(await server.ctx.files.freeBytes()).toBe(0)
      for (let n = 0; n < 3; n++) {
        expect(await upload('image', await picture('png'))).toBe(507)
        expect(await upload('video', video('mp4', 50_000))).toBe(507)
      }
      const tus = tusClient(server, await server.adminToken())
      expect((await tus.create(50_000, { filename: 'a.mp4', filetype: 'video/mp4' })).status).toBe(507)
      const letter = {
        to: 'a@example.com',
        subject: 'Hello',
        text: 'Hello',
        html: '<p>Hello</p>',
      }
      await expect(server.ctx.mailer.send(letter)).rejects.toMatchObject({ code: 'ENOSPC' })
      await rm(ballast)
      expect(await files()).toEqual(before)
      expect(await upload('image', await picture('png'))).toBe(200)
    } finally {
      await server.stop()
    }
  },
)
