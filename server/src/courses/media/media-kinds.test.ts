import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MEDIA_KINDS, mediaKinds, servedTypes, UNKNOWN_KIND_MESSAGE } from 'contract/media/kinds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileFiles } from '../../../test/hostile-files.ts'
import { hostileKinds } from '../../../test/hostile-kinds.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { SUBTITLES_SRT, soundFiles } from '../../../test/sound-files.ts'
import { tusClient } from '../../../test/tus.ts'
import { ROOT } from '../../config.ts'

let server: TestServer
let tus: ReturnType<typeof tusClient>

beforeAll(async () => {
  server = await startTestServer({ env: { MAX_TEXT_BYTES: '1048576' } })
  tus = tusClient(server, await server.adminToken())
})
afterAll(() => server.stop())

describe('files that creators sell', () => {
  it('cover each stored format', () => {
    const formats = [...servedTypes].filter(([, { kind }]) => kind !== 'image' && kind !== 'video')
    expect(soundFiles.map(({ kept }) => kept).sort()).toEqual(formats.map(([extension]) => extension).sort())
  })

  it.each(soundFiles)('$name is stored and served by its content', async ({ name, type, kept, make }) => {
    const bytes = make()
    const answer = await tus.send(bytes, { filename: name, filetype: type })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const url = answer.headers.get('media-url') ?? ''
    expect(url).toMatch(new RegExp(`^/media/[0-9a-f]{32}/file\\.${kept}$`))
    const { kind, type: servedAs, inline } = servedTypes.get(kept) ?? {}
    const stored = await server.request(url)
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true)
    expect(stored.headers.get('content-type')).toBe(servedAs)
    expect(stored.headers.get('content-disposition')).toMatch(inline ? /^inline; filename/ : /^attachment; filename/)
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await server.db('media').where({ url }).first()).toMatchObject({ kind, bytes: bytes.length })
  })

  it('appear in the documents', async () => {
    const rows = MEDIA_KINDS.map((kind) => {
      const { types, size, inline } = mediaKinds[kind]
      const largest = [`${size.bytes / 1024 / 1024} MB`, size.setting && `\`${size.setting}\``]
        .filter(Boolean)
        .join(', ')
      return `| \`${kind}\` | ${Object.keys(types).join(', ')} | ${largest} | ${inline ? 'shown' : 'download'} |`
    })
    expect(await readFile(join(ROOT, 'docs/api.md'), 'utf8')).toContain(rows.join('\n'))
    const example = await readFile(join(ROOT, '.env.example'), 'utf8')
    for (const { size } of Object.values(mediaKinds)) {
      if (size.setting) expect(example).toContain(`#${size.setting}=${size.bytes}\n`)
    }
  })

  it('include SRT, which is stored as WebVTT, with errors by line', async () => {
    const answer = await tus.send(Buffer.from(SUBTITLES_SRT), { filename: 'English.srt', filetype: '' })
    const url = answer.headers.get('media-url') ?? ''
    expect(url).toMatch(/\/file\.vtt$/)
    const stored = await server.request(url)
    expect(await stored.text()).toMatch(/^WEBVTT\n\n00:00:01\.000 --> 00:00:02\.500\nHello\n\n/)
    const wrong = SUBTITLES_SRT.replace('00:00:04,000', '00:00:02,000')
    const refused = await tus.send(Buffer.from(wrong), { filename: 'English.srt', filetype: '' })
    expect(await refused.json()).toEqual({ detail: 'Line 6: the end is not after the beginning', code: 'invalid' })
  })

  it('obey the size setting of their kind', async () => {
    const answer = await tus.create(1_048_577, { filename: 'a.txt', filetype: 'text/plain' })
    expect(await answer.json()).toEqual({
      detail: 'Text file is too large. Maximum size is 1MB',
      code: 'too_large',
      template: 'Text file is too large. Maximum size is {size}MB',
      values: { size: 1 },
    })
    const list = await server.request('/api/admin/media?limit=1', {
      headers: { authorization: `Bearer ${await server.adminToken()}` },
    })
    const { max_bytes } = (await list.json()) as { max_bytes: Record<string, number> }
    expect(max_bytes).toMatchObject({ text: 1_048_576, pdf: mediaKinds.pdf.size.bytes, image: 5 * 1024 * 1024 })
  })

  it.each([
    ['setup.exe', 'application/x-msdownload'],
    ['run.sh', 'text/x-shellscript'],
    ['page.html', 'text/html'],
    ['a.docm', ''],
    ['a.rar', 'application/vnd.rar'],
    ['a.eps', 'application/postscript'],
  ])('%s matches no accepted kind', async (filename, filetype) => {
    const answer = await tus.create(10, { filename, filetype })
    expect([answer.status, await answer.json()]).toMatchObject([415, { detail: UNKNOWN_KIND_MESSAGE }])
  })
})

describe('hostile files', () => {
  it('number at least 120 with the images and videos', () => {
    expect(hostileFiles.length + hostileKinds.length).toBeGreaterThanOrEqual(120)
  })

  it.each(hostileKinds)('U1, U2: $what, called $name', async ({ name, why, make }) => {
    await server.db('media').del()
    const answer = await tus.send(make(), { filename: name, filetype: '' })
    expect([415, 422]).toContain(answer.status)
    const { detail } = (await answer.json()) as { detail: string }
    expect(detail).toMatch(why)
    expect(detail.length).toBeLessThan(200)
    expect(await server.db('media')).toEqual([])
    expect(await readdir(join(server.dataDir, 'incoming'))).toEqual([])
  })
})
