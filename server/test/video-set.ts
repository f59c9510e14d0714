import type { TestServer } from './server.ts'
import { putStored } from './stored-files.ts'

/** Builds a rung's file: its header, then three segments. */
export const rungBytes = (rung: string) =>
  Buffer.concat([Buffer.from('init init init i'), ...[2000, 1500, 700].map((size) => Buffer.alloc(size, rung))])

/** Creates a ready set of an existing file: 240p, 480p and audio, with its images. */
export async function buildVideoSet(server: Pick<TestServer, 'db' | 'ctx'>, url: string): Promise<void> {
  const { db } = server
  const [, , media_id = ''] = url.split('/')
  const put = (name: string, bytes: Buffer | string) => putStored(server, { mediaId: media_id, name }, bytes)
  const sprite = { every: 1, count: 5, columns: 5, width: 160, height: 90 }
  await db('video_sets').insert({
    media_id,
    url,
    state: 'ready',
    percent: 100,
    loudness: -20.5,
    poster: true,
    sprite: JSON.stringify(sprite),
    created_at: new Date(),
  })
  for (const [rung, height] of [
    ['sound', null],
    ['240', 240],
    ['480', 480],
  ] as const) {
    const file = rungBytes(rung)
    await put(`_${rung}.mp4`, file)
    await db('video_rungs').insert({
      media_id,
      rung,
      height,
      width: height && Math.round((height * 16) / 9),
      bytes: file.length + (height ?? 0),
      codecs: height ? 'avc1.4d401e,mp4a.40.2' : 'mp4a.40.2',
      init_bytes: 16,
      segment_ms: [2000, 2000, 778],
      segment_bytes: [2000, 1500, 700],
    })
  }
  await put('_poster.jpg', 'poster')
  await put('_sprite.jpg', 'sprite')
}
