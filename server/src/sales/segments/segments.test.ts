import { MOST_SEGMENTS } from 'contract/segments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const readers = (language: 'hi' | 'mr') => ({ all: [{ language }] })

test('a saved segment counts its living students each time it is listed', async () => {
  const api = server.api(await server.adminToken('editor'))
  const { segment } = await api.segments.create({ name: 'Hindi readers', segment: readers('hi') })
  expect(segment.people).toBe(0)
  const [reader, gone] = [await buildUser(server.db), await buildUser(server.db)]
  await server.db('users').whereIn('id', [reader.id, gone.id]).update({ language: 'hi' })
  await server.db('users').where({ id: gone.id }).update({ deleted_at: new Date() })
  expect(await api.segments.list()).toMatchObject([{ name: 'Hindi readers', segment: readers('hi'), people: 1 }])
  const params = { segment_id: segment.segment_id }
  await api.segments.update({ params, body: { segment: readers('mr') } })
  expect(await api.segments.list()).toMatchObject([{ name: 'Hindi readers', segment: readers('mr'), people: 0 }])
  await api.segments.delete({ params })
  expect(await api.segments.list()).toEqual([])
  await expect(api.segments.delete({ params })).rejects.toMatchObject({ status: 404 })
  await expect(api.segments.update({ params, body: { name: 'Back' } })).rejects.toMatchObject({ status: 404 })
})

test('two segments never have one name, whatever its case', async () => {
  const api = server.api(await server.adminToken('support'))
  await api.segments.create({ name: 'Old buyers', segment: readers('hi') })
  const { segment } = await api.segments.create({ name: 'New buyers', segment: readers('hi') })
  const taken = { status: 409, code: 'segment_exists' }
  await expect(api.segments.create({ name: 'OLD BUYERS', segment: readers('mr') })).rejects.toMatchObject(taken)
  const params = { segment_id: segment.segment_id }
  await expect(api.segments.update({ params, body: { name: 'old buyers' } })).rejects.toMatchObject(taken)
  await api.segments.update({ params, body: { name: 'NEW buyers' } })
})

test('a segment needs a rule, and an unknown rule is refused', async () => {
  const token = await server.adminToken()
  const save = async (segment: unknown) => {
    const answer = await server.request('/api/admin/segments', {
      method: 'POST',
      headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Whoever', segment }),
    })
    return { status: answer.status, detail: (await answer.json()).detail }
  }
  expect(await save({ all: [] })).toMatchObject({
    status: 422,
    detail: expect.stringContaining('Choose at least one rule'),
  })
  expect(await save({ all: [{ star_sign: 'leo' }] })).toMatchObject({
    status: 422,
    detail: expect.stringContaining('Unknown rule of a segment'),
  })
  expect(await save({ any: [] })).toMatchObject({ status: 422 })
})

test('a shop saves so many segments and no more', async () => {
  const api = server.api(await server.adminToken())
  const has = (await api.segments.list()).length
  const make = (n: number) => api.segments.create({ name: `Segment ${n}`, segment: readers('hi') })
  for (let n = has; n < MOST_SEGMENTS; n++) await make(n)
  await expect(make(MOST_SEGMENTS)).rejects.toMatchObject({ status: 409, code: 'conflict' })
})
