// Runs before a release: reads a corpus of hostile files.

import { readdir } from 'node:fs/promises'
import { CUT_OFF_MESSAGE } from 'contract/media/beginnings'
import { IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, VIDEO_TYPE_MESSAGE } from 'contract/media/kinds'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HostileFile, hostileFiles, MARK } from '../../../test/hostile-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { storedIds } from '../../../test/stored-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { uploadMedia } from '../../../test/upload.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.adminToken()
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

type Answer = { status: number; detail: string; url: string | null }
type Kind = 'image' | 'video'

async function byForm(kind: Kind, bytes: Buffer, name: string): Promise<Answer> {
  const { status, detail, url = null } = await uploadMedia(server, token, kind, bytes, { file: name })
  return { status, detail, url }
}

async function byTus(kind: Kind, bytes: Buffer, name: string): Promise<Answer> {
  const filetype = kind === 'image' ? 'image/png' : 'video/mp4'
  const answer = await tusClient(server, token).send(bytes, { filename: name, filetype })
  const body = answer.status < 300 ? '{}' : await answer.text()
  return { status: answer.status, detail: JSON.parse(body).detail, url: answer.headers.get('media-url') }
}

const refused = (status: number, detail: unknown): object => ({ status, detail, url: null })
const BROKEN = refused(422, expect.any(String))

const asPicture: Record<HostileFile['asPicture'], (answer: Answer) => void> = {
  type: (answer) => expect(answer).toEqual(refused(415, IMAGE_TYPE_MESSAGE)),
  size: (answer) => expect(answer).toEqual(refused(413, IMAGE_SIZE_MESSAGE)),
  broken: (answer) => expect(answer.status === 415 ? { ...answer, status: 422 } : answer).toEqual(BROKEN),
  clean: (answer) => expect(answer.url).toMatch(/^\/media\/[\w-]+\/[A-Za-z0-9][\w.-]*\.(jpg|png|gif|webp)$/),
  'broken or clean': (answer) => answer.url === null && expect(answer).toEqual(BROKEN),
}

const asVideo: Record<HostileFile['asVideo'], (answer: Answer) => void> = {
  type: (answer) => expect(answer).toEqual(refused(415, VIDEO_TYPE_MESSAGE)),
  'cut off': (answer) => expect(answer).toEqual(refused(422, CUT_OFF_MESSAGE)),
  'no MP4': (answer) => expect(answer).toEqual(refused(415, CONVERT_MESSAGE)),
  kept: (answer) => expect(answer.url).toMatch(/^\/media\/[0-9a-f]{32}\/[A-Za-z0-9][\w.-]*\.(mp4|webm|ogg)$/),
}

it('the corpus holds at least 40 files', () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(40)
})

it.each(hostileFiles)('U1, U2, U4: $what, called $name, by every way in', async ({ name, make, ...expected }) => {
  const bytes = await make()
  const answers: Answer[] = []
  for (const send of [byForm, byTus]) {
    const picture = await send('image', bytes, name)
    asPicture[expected.asPicture](picture)
    const film = await send('video', bytes, name)
    asVideo[expected.asVideo](film)
    answers.push(picture, film)
  }
  for (const { url } of answers) {
    if (!url) continue
    const stored = await server.request(url)
    expect(stored.headers.get('content-type')).toMatch(/^(image\/(jpeg|png|gif|webp)|video\/(mp4|webm|ogg))$/)
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
    expect(stored.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    if (url.match(/\.(jpg|png|gif|webp)$/)) {
      expect(Buffer.from(await stored.arrayBuffer()).includes(MARK)).toBe(false)
    }
  }
  await expectNothingElse(answers.filter(({ url }) => url !== null).length)
})

/** Expects only the accepted files' rows and folders, and nothing waiting anywhere. */
async function expectNothingElse(rows: number) {
  const { files } = server.ctx
  await expect.poll(() => readdir(files.tempDir)).toEqual([])
  expect(await readdir(files.incomingDir)).toEqual([])
  expect(await server.db('unreferenced_files')).toEqual([])
  const media: { media_id: string }[] = await server.db('media').select('media_id')
  expect(media).toHaveLength(rows)
  const saved = await storedIds(server)
  expect(media.filter(({ media_id }) => !saved.includes(media_id))).toEqual([])
  await server.db('media').del()
  for (const folder of saved) await files.removeAll(folder)
}
