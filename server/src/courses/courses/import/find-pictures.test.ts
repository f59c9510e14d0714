import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { findPictures } from './find-pictures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
  let count = 0
  const image = (name: string, kind = 'image') => {
    count += 1
    const media_id = String(count).padStart(32, '0')
    const facts = { kind, bytes: 1, sha256: media_id, created_at: new Date(1_790_000_000_000 + count) }
    return { media_id, name, url: `/media/${media_id}/${count}.png`, ...facts }
  }
  await server
    .db('media')
    .insert([
      image('banner 5.png'),
      image('Banner 5.PNG'),
      image('बैनर 7.png'),
      image('Ре\u0301кл ÉCRAN.jpg'.normalize('NFC')),
      image('older-banner-8.jpg'),
      image('7.png'),
      image('banner 9.png', 'video'),
    ])
})
afterAll(() => server.stop())

test('an image is found by its own name, in any case, script and composition', async () => {
  const names = [
    'बैनर 7.png',
    'covers/BANNER 5.png',
    'рекл e\u0301cran.JPG',
    'Older banner (8).jpeg',
    'banner 9.png',
    '८.png',
  ]
  const pictureOf = await findPictures(server.db, names)
  const found = names.map((name) => pictureOf(name)?.url.split('/').at(-1))
  expect(found.slice(0, 2)).toEqual(['3.png', '2.png'])
  expect(found.slice(3)).toEqual(['5.png', undefined, undefined])
})

test('the newest of one name is taken, with a note', async () => {
  const pictureOf = await findPictures(server.db, ['banner 5.png', 'बैनर 7.png'])
  expect(pictureOf('banner 5.png')).toMatchObject({ note: '2 images have this name: the newest is taken' })
  expect(pictureOf('बैनर 7.png')).toMatchObject({ note: undefined })
})

test('no names need no statement', async () => {
  expect((await findPictures(server.db, []))('a.png')).toBeUndefined()
})
