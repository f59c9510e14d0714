import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { storedIds } from '../../../../test/stored-files.ts'
import { uploadMedia } from '../../../../test/upload.ts'
import { picture, video } from '../../../../test/upload-files.ts'
import { makePictureWidths } from '../picture-widths.ts'
import { probeForgottenVideos, probeStoredVideo } from '../video-probe.ts'

let server: TestServer
let media: ReturnType<TestServer['api']>['media']
let token: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
  media = server.api(token).media
})
afterAll(() => server.stop())
beforeEach(() => server.db('media').del())

/** Stores a file and returns its address and id. */
async function store(kind: 'image' | 'video', name: string) {
  const { url } = await uploadMedia(server, token, kind, kind === 'image' ? await picture('png') : video('mp4'), {
    name,
  })
  server.clock.advance(1000)
  return { url, media_id: String(url.split('/')[2]) }
}

describe('the library', () => {
  it('finds by part of a name, kind and hash, newest first, in pages', async () => {
    const first = await store('image', 'Reels banner')
    const second = await store('video', 'reels-intro')
    const third = await store('image', 'other_100')
    const ids = async (query: Parameters<typeof media.list>[0]) =>
      (await media.list(query)).media.map(({ media_id }) => media_id)
    expect(await ids({})).toEqual([third, second, first].map(({ media_id }) => media_id))
    expect(await ids({ q: 'REELS' })).toEqual([second.media_id, first.media_id])
    expect(await ids({ q: 'r_1' })).toEqual([third.media_id])
    expect(await ids({ q: '%' })).toEqual([])
    expect(await ids({ kind: 'video' })).toEqual([second.media_id])
    expect(await media.list({ limit: '1', offset: '1' })).toMatchObject({ media: [{ url: second.url }], total: 3 })
    const { sha256 } = await server.db('media').where({ media_id: second.media_id }).first('sha256')
    expect(await ids({ sha256 })).toEqual([second.media_id])
    expect(await media.list({ q: 'banner' })).toMatchObject({
      media: [{ kind: 'image', name: 'Reels banner.png', url: first.url, width: 60, height: 40, used_in: [] }],
    })
  })

  it('changes the name it shows, and no address', async () => {
    const { url, media_id } = await store('image', 'a')
    const { media: renamed } = await media.rename({ params: { media_id }, body: { name: ' Diwali बैनर ' } })
    expect(renamed).toMatchObject({ name: 'Diwali बैनर', url })
    expect(await media.list({ q: 'बैनर' })).toMatchObject({ total: 1 })
    await makePictureWidths(server.ctx, media_id)
    expect((await server.request(url.replace('file.png', 'file-60.webp'))).status).toBe(200)
    await expect(media.rename({ params: { media_id }, body: { name: ' ' } })).rejects.toMatchObject({ status: 422 })
    await expect(media.rename({ params: { media_id: 'none' }, body: { name: 'b' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})

describe('a used file', () => {
  it('lists its uses, in every field that can show it, and cannot be deleted', async () => {
    const { url, media_id } = await store('image', 'everywhere')
    const course = await buildCourse(server.db, {
      name: 'Reels Made Easy',
      banner: url,
      benefits_samples: [url, url],
      additional_infobanners: ['Text', url],
      product_content_samples: [{ title: 'a', subtitle: 'b', image: url }],
      bonuses: [{ title: 'a', image: url }],
      exclusive_bonuses: [{ title: 'a', image: `https://shop.example.com${url}` }],
      CUSTOMER_REVIEWS: [{ image: url }],
      DEMO_REELS_VIDEOS: [url],
    })
    const lesson = await buildLesson(server.db, { course_id: course.course_id, download_link: url })
    await server.db('courses').where({ course_id: course.course_id }).update({ deleted_at: new Date() })
    const [found] = (await media.list({ q: 'everywhere' })).media
    expect(found?.used_in.map(({ field }) => field).sort()).toEqual(
      [
        'banner',
        'benefits_samples',
        'additional_infobanners',
        'product_content_samples',
        'bonuses',
        'exclusive_bonuses',
        'CUSTOMER_REVIEWS',
        'DEMO_REELS_VIDEOS',
        'download_link',
      ].sort(),
    )
    expect(found?.used_in[0]).toMatchObject({ course_id: course.course_id, course_name: 'Reels Made Easy' })
    expect(found?.used_in.at(-1)).toMatchObject({ lesson_id: lesson.lesson_id, lesson_title: lesson.title })
    await expect(media.delete({ params: { media_id } })).rejects.toMatchObject({
      status: 409,
      code: 'in_use',
      message: 'This file is used in 9 places. Remove it there first.',
      data: { used_in: found?.used_in },
    })
    expect((await server.request(url)).status).toBe(200)
  })

  it('appears through the indexes', async () => {
    const plan = await server.db.transaction<string>(async (trx) => {
      await trx.raw('set local enable_seqscan = off')
      const { rows } = await trx.raw<{ rows: object[] }>(
        `explain select 1 from courses where media_ids(
          banner || ' ' || "DEMO_REELS_VIDEOS"::text || benefits_samples::text || additional_infobanners::text
          || product_content_samples::text || bonuses::text || exclusive_bonuses::text || "CUSTOMER_REVIEWS"::text
        ) && array['x']
        union all select 1 from lessons l
        where media_ids(
          watch_link || ' ' || coalesce(download_link, '') || ' ' || files::text || ' ' || captions::text
        ) && array['x']`,
      )
      return JSON.stringify(rows)
    })
    expect(plan).toContain('courses_media')
    expect(plan).toContain('lessons_media')
  })
})

it('a file without uses is deleted with all its widths, once', async () => {
  const { url, media_id } = await store('image', 'gone')
  await makePictureWidths(server.ctx, media_id)
  expect(await media.delete({ params: { media_id } })).toEqual({ message: 'File deleted successfully' })
  expect((await server.request(url)).status).toBe(404)
  expect(await storedIds(server)).not.toContain(media_id)
  expect(await server.db('unreferenced_files')).toEqual([])
  await expect(media.delete({ params: { media_id } })).rejects.toMatchObject({ status: 404 })
  await makePictureWidths(server.ctx, media_id)
  expect(await storedIds(server)).not.toContain(media_id)
})

describe('looking into a video', () => {
  const art = (name: string) => readFile(new URL(`../../../../../tools/demo/art/${name}`, import.meta.url))
  const factsOf = async (bytes: Buffer) => {
    const { url } = await uploadMedia(server, token, 'video', bytes)
    const media_id = String(url.split('/')[2])
    await probeStoredVideo(server.ctx, media_id)
    return server.db('media').where({ media_id }).first('width', 'height', 'seconds', 'probed_at')
  }

  it.each(['reel-hooks.mp4', 'reel-hooks.webm'])('finds sides and length of %s', async (name) => {
    const { width, height, seconds } = await factsOf(await art(name))
    const manifest = JSON.parse(String(await art('media.json')))
    expect({ width, height }).toEqual({ width: manifest[name].width, height: manifest[name].height })
    expect(seconds).toBeCloseTo(manifest[name].seconds, 1)
  })

  it('finds nothing in a foreign file, and does not repeat', async () => {
    for (const kind of ['mp4', 'webm', 'ogg'] as const) {
      expect(await factsOf(video(kind, 50_000))).toMatchObject({
        width: null,
        height: null,
        seconds: null,
        probed_at: expect.anything(),
      })
    }
  })

  it('happens later where it was missed', async () => {
    const { url } = await uploadMedia(server, token, 'video', await art('reel-hooks.mp4'))
    await probeForgottenVideos(server.ctx)
    expect(await server.db('media').where({ url }).first('width')).toEqual({ width: null })
    await probeForgottenVideos({ ...server.ctx, now: () => new Date(server.ctx.now().getTime() + 3_600_000) })
    const { width } = await server.db('media').where({ url }).first('width')
    expect(width).toBeGreaterThan(0)
  })
})
