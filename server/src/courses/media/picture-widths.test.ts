import { readdir } from 'node:fs/promises'
import { mediaIdWith } from 'contract/media/address'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { putStored, storedNames } from '../../../test/stored-files.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { gifOfFrames, picture } from '../../../test/upload-files.ts'
import { makePictureWidths } from './picture-widths.ts'

let server: TestServer
let token: string

// The tests run the jobs, so that the state before them is visible.
beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
})
afterAll(() => server.stop())

type Stored = { url: string; id: string }

async function store(bytes: Buffer, name: string): Promise<Stored> {
  const { url } = await uploadMedia(server, token, 'image', bytes, { name })
  const id = url.split('/')[2] ?? ''
  return { url, id }
}

const waitingJobs = async (): Promise<string[]> => {
  const { rows } = await server.db.raw(`select data from pgboss.job where name = 'make-picture-widths'`)
  return rows.map(({ data }: { data: { media_id: string } }) => data.media_id)
}

describe('the widths of an uploaded image', () => {
  it('appear by a job that is queued with its row, and are served permanently under derived names', async () => {
    const { url, id } = await store(await picture('jpeg', { width: 800, height: 450 }), 'banner')
    expect(await waitingJobs()).toContain(id)
    await makePictureWidths(server.ctx, id)
    const names = [360, 640, 800].flatMap((width) => [`file-${width}.avif`, `file-${width}.webp`])
    expect(await storedNames(server, id)).toEqual([...names, 'file.jpg'].sort())
    for (const name of names) {
      const [, width, format] = /-(\d+)\.(\w+)$/.exec(name) ?? []
      const answer = await server.request(url.replace('file.jpg', name))
      expect(answer.status, name).toBe(200)
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(made).toMatchObject({ format: format === 'avif' ? 'heif' : format, width: Number(width) })
    }
    expect(await server.db('media').where({ url }).first()).toMatchObject({ widths: [360, 640, 800] })
    expect(await readdir(server.ctx.files.tempDir)).toEqual([])
  })

  it('gain only missing ones in a second run', async () => {
    const { id } = await store(await picture('webp', { width: 400, height: 300 }), 'twice')
    await makePictureWidths(server.ctx, id)
    // A WebP in its own width is the original.
    expect(await storedNames(server, id)).toEqual(['file-360.avif', 'file-360.webp', 'file-400.avif', 'file.webp'])
    // An existing width stays unchanged: here, with recognisable bytes.
    const stored = { mediaId: id, name: 'file-360.avif' }
    await putStored(server, stored, 'as it was')
    await server.ctx.files.remove({ mediaId: id, name: 'file-360.webp' })
    await makePictureWidths(server.ctx, id)
    expect(String(await server.ctx.files.read(stored))).toBe('as it was')
    expect(await server.ctx.files.has({ mediaId: id, name: 'file-360.webp' })).toBe(true)
  })

  it('fall back to the original until they exist', async () => {
    const { url, id } = await store(await picture('png', { width: 700, height: 90 }), 'early')
    const early = await server.request(url.replace('file.png', 'file-640.avif'))
    expect(early.status).toBe(302)
    expect(early.headers.get('location')).toBe(url)
    expect(early.headers.get('cache-control')).toBe('no-store')
    for (const name of ['file-641.avif', 'file-640.png', 'late-640.avif', 'file-1280.avif']) {
      expect((await server.request(`/media/${id}/${name}`)).status, name).toBe(404)
    }
  })

  it('exist neither for animations, nor for a deleted image', async () => {
    const { id } = await store(gifOfFrames(3, 8), 'cat')
    expect(id).toMatch(/-0000800008[0-9a-f]{6}-moving$/)
    expect(await waitingJobs()).not.toContain(id)
    await makePictureWidths(server.ctx, id)
    expect(await storedNames(server, id)).toEqual(['file.gif'])
    await makePictureWidths(server.ctx, mediaIdWith('0'.repeat(32), { width: 10, height: 10, colour: '#ffffff' }))
  })

  it('fail for a damaged original, so that the job is retried', async () => {
    const { id, url } = await store(await picture('png', { width: 50, height: 50 }), 'hurt')
    await putStored(server, { mediaId: id, name: 'file.png' }, 'no picture')
    await expect(makePictureWidths(server.ctx, id)).rejects.toThrow('unsupported image format')
    expect(await server.db('media').where({ url }).first('widths')).toEqual({ widths: [] })
    expect(await readdir(server.ctx.files.tempDir)).toEqual([])
  })

  it('appear by themselves where jobs run', async () => {
    const { url } = await store(await picture('jpeg', { width: 400, height: 300 }), 'queued')
    const worker = await startTestServer({ beside: server })
    try {
      const status = async () => (await worker.request(url.replace('file.jpg', 'file-400.webp'))).status
      await expect.poll(status).toBe(200)
    } finally {
      await worker.stop()
    }
  })
})
