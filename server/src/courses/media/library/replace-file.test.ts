import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCourse, buildLesson } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { storedIds } from '../../../../test/stored-files.ts'
import { uploadMedia } from '../../../../test/upload.ts'
import { picture, video } from '../../../../test/upload-files.ts'

let server: TestServer
let api: ReturnType<TestServer['api']>
let token: string

beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
  api = server.api(token)
})
afterAll(() => server.stop())

async function store(kind: 'image' | 'video', name: string) {
  const bytes = kind === 'image' ? await picture('png') : Buffer.concat([video('mp4'), Buffer.from(name)])
  const { url } = await uploadMedia(server, token, kind, bytes, { name })
  server.clock.advance(1000)
  return { url, media_id: String(url.split('/')[2]) }
}

const replace = (media_id: string, by: string) => api.media.replace({ params: { media_id }, body: { with: by } })
const rowOf = (media_id: string) => server.db('media').where({ media_id }).first('paid', 'folder')

describe('replace in place', () => {
  it('updates every use in a course, its lessons and the shop; the old bytes go', async () => {
    const [old, next] = [await store('image', 'old'), await store('image', 'next')]
    const course = await buildCourse(server.db, {
      banner: old.url,
      benefits_samples: [old.url, old.url],
      additional_infobanners: ['Text', old.url],
      product_content_samples: [{ title: 'a “quoted” \\ title', subtitle: 'b', image: old.url }],
      bonuses: [{ title: 'a', image: old.url }],
      exclusive_bonuses: [{ title: 'a', image: `https://shop.example.com${old.url}` }],
      CUSTOMER_REVIEWS: [{ image: old.url }],
      DEMO_REELS_VIDEOS: [old.url],
    })
    const other = await buildCourse(server.db)
    await buildLesson(server.db, { course_id: course.course_id, download_link: old.url })
    const { lesson_id } = await buildLesson(server.db, { course_id: course.course_id })
    const files = JSON.stringify([{ name: 'Map', url: old.url }])
    await server.db('lessons').where({ lesson_id }).update({ files })
    await api.settings.update({ body: { brand: { logo: old.url } } })
    const before = await server.db('courses').whereIn('course_id', [course.course_id, other.course_id])

    const { media } = await replace(old.media_id, next.media_id)
    expect(media.used_in.map(({ field }) => field).sort()).toEqual(
      [
        'banner',
        'benefits_samples',
        'additional_infobanners',
        'product_content_samples',
        'bonuses',
        'logo',
        'exclusive_bonuses',
        'CUSTOMER_REVIEWS',
        'DEMO_REELS_VIDEOS',
        'download_link',
        'files',
      ].sort(),
    )
    const after = await server.db('courses').whereIn('course_id', [course.course_id, other.course_id])
    const lessons = await server.db('lessons').where({ course_id: course.course_id })
    const shop = await server.db('shop_settings')
    expect(JSON.stringify([after, lessons, shop])).not.toContain(old.media_id)
    expect(after.find(({ course_id }) => course_id === course.course_id)).toMatchObject({
      product_content_samples: [{ title: 'a “quoted” \\ title', subtitle: 'b', image: next.url }],
      exclusive_bonuses: [{ title: 'a', image: `https://shop.example.com${next.url}` }],
    })
    expect(after.find(({ course_id }) => course_id === other.course_id)).toEqual(
      before.find(({ course_id }) => course_id === other.course_id),
    )
    expect((await server.request(old.url)).status).toBe(404)
    expect(await storedIds(server)).not.toContain(old.media_id)
    expect((await server.request(next.url)).status).toBe(200)
    expect((await api.settings.get()).brand.logo).toBe(next.url)
  })

  it('keeps the old file’s paid or public state, and its folder', async () => {
    const [old, next, spare] = [
      await store('video', 'old'),
      await store('video', 'next'),
      await store('video', 'spare'),
    ]
    const course = await buildCourse(server.db)
    const lesson = { course_id: course.course_id, content: [{ title: 'One', watch_link: old.url }] }
    await api.learning.addContent({ params: { id: course.course_id }, body: lesson })
    await api.media.move({ media_ids: [old.media_id], folder: 'Reels' })
    await replace(old.media_id, next.media_id)
    expect(await rowOf(next.media_id)).toEqual({ paid: true, folder: 'Reels' })
    expect((await server.request(next.url)).status).toBe(404)
    // Unused now: its replacement is no more public than it was.
    await api.learning.addContent({
      params: { id: course.course_id },
      body: { ...lesson, content: [{ title: 'One', watch_link: 'https://example.com/a.mp4' }] },
    })
    await replace(next.media_id, spare.media_id)
    expect(await rowOf(spare.media_id)).toMatchObject({ paid: true })
  })

  it('makes the file public when something public shows its replacement', async () => {
    const [old, reel] = [await store('video', 'hidden'), await store('video', 'reel')]
    const course = await buildCourse(server.db, { DEMO_REELS_VIDEOS: [reel.url] })
    const lesson = { course_id: course.course_id, content: [{ title: 'One', watch_link: old.url }] }
    await api.learning.addContent({ params: { id: course.course_id }, body: lesson })
    await replace(old.media_id, reel.media_id)
    expect(await rowOf(reel.media_id)).toMatchObject({ paid: false })
  })

  it('accepts a file of the same kind alone', async () => {
    const [clip, poster] = [await store('video', 'clip'), await store('image', 'poster')]
    await expect(replace(clip.media_id, poster.media_id)).rejects.toMatchObject({
      status: 422,
      message: 'Only another video file can take its place (MP4, WebM, or OGG)',
    })
    await expect(replace(clip.media_id, clip.media_id)).rejects.toMatchObject({ status: 422 })
    await expect(replace(clip.media_id, 'none')).rejects.toMatchObject({ status: 404 })
    expect((await server.request(clip.url)).status).toBe(200)
  })

  it('happens once when two tabs do it, and conflicts with an open form', async () => {
    const old = await store('image', 'shared')
    const heirs = [await store('image', 'first'), await store('image', 'second')]
    const course = await buildCourse(server.db, { banner: old.url })
    const lessons = {
      course_id: course.course_id,
      content: [{ title: 'One', watch_link: 'https://example.com/1.mp4', download_link: old.url }],
    }
    await api.learning.addContent({ params: { id: course.course_id }, body: lessons })
    const tags = await Promise.all(
      [`/api/admin/courses/get_course/${course.course_id}/`, `/api/admin/courses/get_content/${course.course_id}`].map(
        async (path) =>
          (await server.request(path, { headers: { authorization: `Bearer ${token}` } })).headers.get('etag') ?? '',
      ),
    )
    const tried = await Promise.allSettled(heirs.map(({ media_id }) => replace(old.media_id, media_id)))
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = heirs[tried.findIndex(({ status }) => status === 'fulfilled')]
    expect(await server.db('courses').where({ course_id: course.course_id }).first('banner')).toEqual({
      banner: winner?.url,
    })
    await expect(
      api.courses.update({
        params: { id: course.course_id },
        headers: { 'if-match': tags[0] },
        body: { banner: old.url },
      }),
    ).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
    await expect(
      api.learning.addContent({
        params: { id: course.course_id },
        headers: { 'if-match': tags[1] },
        body: lessons,
      }),
    ).rejects.toMatchObject({ status: 409, code: 'edit_conflict' })
  })
})
