import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'

let server: TestServer
let media: ReturnType<TestServer['api']>['media']

beforeAll(async () => {
  server = await startTestServer({ work: false })
  media = server.api(await server.adminToken()).media
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db('media').del()
  await server.db('courses').del()
})

const idOf = (number: number) => number.toString(16).padStart(32, '0')
const urlOf = (number: number) => `/media/${idOf(number)}/file.mp4`

/** Creates rows without bytes, several of each moment. */
async function build(count: number, more: object = {}) {
  const rows = Array.from({ length: count }, (_, index) => ({
    media_id: idOf(index + 1),
    kind: 'video',
    name: `Clip ${index + 1}`,
    url: urlOf(index + 1),
    bytes: 10,
    sha256: idOf(index + 1),
    created_at: new Date(1_790_000_000_000 + Math.floor(index / 3) * 1000),
    ...more,
  }))
  await server.db.batchInsert('media', rows, 500)
}
const idsOf = (page: { media: { media_id: string }[] }) => page.media.map(({ media_id }) => media_id)

describe('pages of the library', () => {
  it('continue after the last file, each file once, also while others are added and removed', async () => {
    await build(40)
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof media.list>> = await media.list({ limit: '7', ...(after && { after }) })
      seen.push(...idsOf(page))
      after = page.next
      if (seen.length === 7) {
        await server.db('media').where({ media_id: seen[2] }).del()
        const late = { media_id: idOf(900), kind: 'video', name: 'Late', url: urlOf(900), bytes: 1, sha256: idOf(900) }
        await server.db('media').insert({ ...late, created_at: new Date(1_800_000_000_000) })
      }
    } while (after)
    expect(new Set(seen).size).toBe(40)
    expect(seen).toHaveLength(40)
    await expect(media.list({ after: 'nowhere' })).rejects.toMatchObject({ status: 422 })
  })

  it('use an index at any depth of 2,000 files', async () => {
    await build(2000)
    await server.db.raw('analyze media')
    const queries: { sql: string; bindings: unknown[] }[] = []
    const listen = (query: { sql: string; bindings: unknown[] }) => queries.push(query)
    server.db.on('query', listen)
    const first = await media.list({ limit: '24' })
    await media.list({ limit: '24', after: String(first.next) })
    server.db.removeListener('query', listen)
    const page = queries.findLast(({ sql }) => sql.includes('as moment'))
    const { rows } = await server.db.raw(`explain ${page?.sql.replaceAll(/\$\d+/g, '?')}`, page?.bindings as string[])
    const plan = JSON.stringify(rows)
    expect(plan).toContain('media_library')
    expect(plan).not.toMatch(/Seq Scan on media|"Sort/)
  })

  it('show a folder, used or unused files, and paid ones', async () => {
    await build(4)
    await server
      .db('media')
      .where({ media_id: idOf(2) })
      .update({ paid: true })
    await buildCourse(server.db, { DEMO_REELS_VIDEOS: [urlOf(1)] })
    await media.move({ media_ids: [idOf(3), idOf(4)], folder: ' Reels ' })
    const ids = async (query: Parameters<typeof media.list>[0]) => idsOf(await media.list(query)).sort()
    expect(await ids({ folder: 'Reels' })).toEqual([idOf(3), idOf(4)])
    expect(await ids({ use: 'used' })).toEqual([idOf(1)])
    expect(await ids({ use: 'unused' })).toEqual([idOf(2), idOf(3), idOf(4)])
    expect(await ids({ access: 'paid' })).toEqual([idOf(2)])
    expect(await ids({ access: 'public', folder: 'Reels', q: 'clip 4' })).toEqual([idOf(4)])
    expect(await media.folders()).toEqual({ folders: [{ folder: 'Reels', files: 2 }] })
    expect(await media.move({ media_ids: [idOf(3), idOf(4)], folder: '' })).toEqual({ moved: 2 })
    expect(await media.folders()).toEqual({ folders: [] })
  })
})

it('many files are deleted at once, except used ones, which are listed', async () => {
  await build(4)
  const course = await buildCourse(server.db, { DEMO_REELS_VIDEOS: [urlOf(2)] })
  const answer = await media.deleteMany({ media_ids: [idOf(1), idOf(2), idOf(3), idOf(99)] })
  expect(answer.deleted.sort()).toEqual([idOf(1), idOf(3), idOf(99)].sort())
  expect(answer.refused).toMatchObject([
    { media_id: idOf(2), used_in: [{ course_id: course.course_id, field: 'DEMO_REELS_VIDEOS' }] },
  ])
  expect(idsOf(await media.list({})).sort()).toEqual([idOf(2), idOf(4)])
  expect(await server.db('unreferenced_files')).toEqual([])
})
