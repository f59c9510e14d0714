import { expect, test } from 'vitest'
import { withOwnPaths } from './own-address.ts'

test('an address of our own that was copied is stored as its path, whatever holds it', () => {
  const form = {
    banner: ' http://localhost:3000/media/ab/x.webp ',
    DEMO_REELS_VIDEOS: [{ value: 'http://localhost:3000/media/ab/y.mp4' }],
    name: 'See http://localhost:3000/media/ for more',
    other: 'https://elsewhere.example/media/z.webp',
    price: 5,
    none: null,
  }
  for (const store of ['http://localhost:3000/', 'http://localhost:3000']) {
    expect(withOwnPaths(form, store)).toEqual({
      ...form,
      banner: '/media/ab/x.webp',
      DEMO_REELS_VIDEOS: [{ value: '/media/ab/y.mp4' }],
    })
  }
})
