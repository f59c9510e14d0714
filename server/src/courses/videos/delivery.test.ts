import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson } from '../../../test/catalogue-factories.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { video } from '../../../test/upload-files.ts'
import { buildVideoSet, rungBytes } from '../../../test/video-set.ts'
import { settleAllFiles } from '../media/library/paid-files.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

/** Creates a lesson whose video has a set, as a student of the course sees it. */
async function soldSet({ preview = false } = {}) {
  const { url } = await uploadMedia(server, await server.adminToken(), 'video', video('mp4', 5_000))
  const { course_id } = await buildCourse(server.db)
  await buildLesson(server.db, { course_id, watch_link: url })
  await server.db('lessons').where({ course_id }).update({ preview })
  await settleAllFiles(server.ctx)
  await buildVideoSet(server, url)
  const user = await buildUser(server.db)
  await buildEnrolment(server.db, { user_id: user.id, course_id })
  const token = await server.userToken(user)
  const lesson = async () => (await server.api(token).learning.getContent({ courseId: course_id })).content[0]
  const { watch_link = '', video: set } = (await lesson()) ?? {}
  if (!set?.playlist) throw new Error('no set')
  const [folder = '', query = ''] = set.playlist.split('_index.m3u8')
  return {
    url,
    token,
    user,
    lesson,
    watch_link,
    set,
    playlist: set.playlist,
    at: (name: string) => folder + name + query,
  }
}

const get = (path: string, headers: Record<string, string> = {}) => server.request(path, { headers })
const statusOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).status

it('a video set opens to its buyer, from the playlist to the bytes of a segment, under one signature', async () => {
  const { url, set, playlist, at } = await soldSet()
  expect(set).toMatchObject({
    rungs: [
      { id: 'sound', height: null },
      { id: '240', height: 240 },
      { id: '480', height: 480 },
    ],
    loudness: -20.5,
    sprite: { every: 1, count: 5, columns: 5, width: 160, height: 90 },
  })
  const folder = url.slice(0, url.lastIndexOf('/') + 1)
  const answer = await get(playlist)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/vnd.apple.mpegurl',
    'content-encoding': 'gzip',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  const query = playlist.slice(playlist.indexOf('?'))
  expect((await answer.text()).split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-STREAM-INF:BANDWIDTH=8000,AVERAGE-BANDWIDTH=7033,CODECS="mp4a.40.2"',
    `_sound.m3u8${query}`,
    '#EXT-X-STREAM-INF:BANDWIDTH=8000,AVERAGE-BANDWIDTH=7033,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=427x240',
    `_240.m3u8${query}`,
    '#EXT-X-STREAM-INF:BANDWIDTH=8000,AVERAGE-BANDWIDTH=7033,CODECS="avc1.4d401e,mp4a.40.2",RESOLUTION=853x480',
    `_480.m3u8${query}`,
    '',
  ])
  const rung = await (await get(at('_240.m3u8'), { 'accept-encoding': 'identity' })).text()
  expect(rung).toContain(`#EXT-X-MAP:URI="_240.mp4${query}",BYTERANGE="16@0"`)
  const segments = [...rung.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:([\d@]+)\n(.+)/g)].map((found) =>
    found.slice(1),
  )
  expect(segments).toEqual([
    ['2.000', '2000@16', `_240.mp4${query}`],
    ['2.000', '1500', `_240.mp4${query}`],
    ['0.778', '700', `_240.mp4${query}`],
  ])
  const part = await get(folder + segments[1]?.[2], { range: 'bytes=2016-3515' })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(rungBytes('240').subarray(2016, 3516))).toBe(true)
  expect(part.headers.get('cache-control')).toBe('private, no-store')
  for (const name of ['_poster.jpg', '_sprite.jpg', '_sound.m3u8']) expect(await statusOf(at(name)), name).toBe(200)
  expect(await statusOf(at('_720.m3u8'))).toBe(404)
})

it('a video set stays closed without the signature, with the original’s, with another set’s, and after its end', async () => {
  const sold = await soldSet()
  const other = await soldSet()
  const names = ['_index.m3u8', '_240.m3u8', '_240.mp4', '_sound.mp4', '_poster.jpg', '_sprite.jpg']
  const ofOriginal = sold.watch_link.slice(sold.watch_link.indexOf('?'))
  const ofOther = other.playlist.slice(other.playlist.indexOf('?'))
  for (const name of names) {
    const plain = String(sold.at(name).split('?')[0])
    for (const query of ['', ofOriginal, ofOther]) expect(await statusOf(plain + query), name + query).toBe(404)
    expect(await statusOf(sold.at(name), { 'sec-fetch-site': 'cross-site' }), name).toBe(404)
  }
  // The set's signature opens nothing else.
  expect(await statusOf(sold.url + sold.playlist.slice(sold.playlist.indexOf('?')))).toBe(404)
  server.clock.advance(16 * 60_000)
  for (const name of names) expect(await statusOf(sold.at(name)), name).toBe(404)
  expect(await statusOf((await sold.lesson())?.video?.playlist ?? '')).toBe(200)
})

it('a video set closes a minute after a refund', async () => {
  const { user, at } = await soldSet()
  expect(await statusOf(at('_240.mp4'))).toBe(200)
  await server.db('enrolments').where({ user_id: user.id }).update({ revoked_at: new Date(), taken_by_hand: true })
  server.clock.advance(60_000)
  for (const name of ['_index.m3u8', '_240.m3u8', '_240.mp4', '_poster.jpg']) expect(await statusOf(at(name))).toBe(404)
})

it('a video set opens to everybody as free preview, and its playlist is cached no longer than that', async () => {
  const { playlist, at } = await soldSet({ preview: true })
  expect(playlist).toMatch(/\/_index\.m3u8$/)
  const answer = await get(playlist)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(await answer.text()).toContain('\n_240.m3u8\n')
  expect(await statusOf(at('_240.mp4'))).toBe(200)
})

it('a video set stays hidden until it is ready: the original is the one quality', async () => {
  const { url, lesson, playlist } = await soldSet()
  await server.db('video_sets').update({ state: 'making', percent: 40 })
  await server.db('media').where({ url }).update({ width: 1280, height: 720 })
  expect((await lesson())?.video).toMatchObject({
    playlist: null,
    rungs: [{ id: 'original', height: 720, bytes: 5040 }],
  })
  expect(await statusOf(playlist)).toBe(404)
})

it('a video set appears in the console, in the library and with the lessons', async () => {
  const { url } = await soldSet()
  const { course_id } = await server.db('lessons').where({ watch_link: url }).first('course_id')
  const admin = server.api(await server.adminToken())
  const shown = async () => {
    const { media } = await admin.media.list({})
    const { videos } = await admin.learning.adminGetContent({ id: course_id })
    const item = media.find((one) => one.url === url)?.video
    expect(videos[url]).toEqual(item)
    return item
  }
  expect(await shown()).toEqual({ state: 'ready', percent: 100, heights: [240, 480], problem: null })
  const [, , media_id] = url.split('/')
  await server.db('video_sets').where({ media_id }).update({ state: 'making', percent: 40 })
  // This shop has no ffmpeg to continue with.
  expect(await shown()).toMatchObject({ state: 'original' })
  server.ctx.config.ffmpeg = { program: process.execPath, path: '' }
  expect(await shown()).toMatchObject({ state: 'making', percent: 40 })
  await server.db('video_sets').where({ media_id }).del()
  expect(await shown()).toMatchObject({ state: 'waiting', heights: [] })
})
