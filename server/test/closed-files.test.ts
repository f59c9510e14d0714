import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from './server.ts'
import { tusClient } from './tus.ts'
import { uploadMedia } from './upload.ts'
import { picture, video } from './upload-files.ts'

test('files below DATA_DIR are closed to other users, uploads included', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'skillhaat-closed-'))
  const server = await startTestServer({ env: { DATA_DIR: join(parent, 'data') } })
  onTestFinished(async () => {
    await server.stop()
    await rm(parent, { recursive: true })
  })
  const token = await server.adminToken()
  await uploadMedia(server, token, 'image', await picture('png', { width: 900, height: 600 }))
  await uploadMedia(server, token, 'video', video('mp4', 5_000), { file: 'a.mp4' })
  const tus = tusClient(server, token)
  const sent = video('mp4', 50_000)
  const path = await tus.begin(sent.length, { filename: 'b.mp4', filetype: 'video/mp4' })
  await tus.patch(path, 0, sent.subarray(0, 20_000))
  const letter = { to: 'a@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  await server.ctx.mailer.send(letter)

  const widths = async () =>
    (await readdir(join(parent, 'data/media'), { recursive: true })).filter((name) => /\.avif$/.test(name))
  await expect.poll(widths).not.toEqual([])
  const entries = await readdir(join(parent, 'data'), { recursive: true, withFileTypes: true })
  // A temporary file may have disappeared, and is closed then.
  const open = async (name: string) => ((await stat(name).catch(() => ({ mode: 0 }))).mode & 0o077) !== 0
  const found: string[] = []
  for (const entry of entries) {
    const name = join(entry.parentPath, entry.name)
    if (await open(name)) found.push(name.slice(parent.length))
  }
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['media', 'incoming', 'uploads', 'mail', 'secrets.json']),
  )
  expect(found).toEqual([])
})
