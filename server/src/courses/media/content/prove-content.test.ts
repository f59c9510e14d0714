import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { video } from '../../../../test/upload-files.ts'
import { proveContent, type SentKind } from './prove-content.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-proof-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function prove(kind: SentKind, bytes: Buffer, name: string) {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return proveContent(kind, { path, name, bytes: bytes.length })
}
const head = (length: number) => video('mp4').subarray(0, length)

test.each([
  [
    'no list of its content',
    'video',
    Buffer.concat([head(24), Buffer.from('\0\0\0\x10mdat\0\0\0\0\0\0\0\0', 'latin1')]),
  ],
  ['half of its content', 'video', head(500)],
  [
    'half of a large box',
    'video',
    Buffer.concat([head(24), Buffer.from('\0\0\0\x01mdat\0\0\0\x09\0\0\0\0', 'latin1')]),
  ],
  ['its name alone', 'video', head(24)],
] as const)('an MP4 with %s is refused with the next step', async (_, kind, bytes) => {
  await expect(prove(kind, bytes, 'a.mp4')).rejects.toThrow(/is cut off.*export it again/)
})

test('an MP4 with its index at either end, or up to the end of the file, is accepted', async () => {
  const moov = head(32).subarray(24)
  const toEnd = Buffer.from('\0\0\0\0mdatabc', 'latin1')
  const large = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\x12ab', 'latin1')
  for (const bytes of [video('mp4'), Buffer.concat([head(32), toEnd]), Buffer.concat([head(24), large, moov])])
    expect(await prove('video', bytes, 'a.mp4')).toBe('mp4')
})
