import { PageBody } from 'contract/pages/sections'
import { expect, test } from 'vitest'
import { demoBody, demoPages } from './demo-pages.ts'

test('every page of the demo is stored as the console saves it', () => {
  const pages = demoPages((file) => `/media/aaaaaaaaaaaaaaaa/${file.slice('art/'.length)}`)
  expect(pages.map(({ slug }) => slug)).toEqual(['bio', 'reels'])
  for (const page of pages) {
    const { title, description } = page
    const saved = Object.assign({ title, description, publish: true }, demoBody(page))
    expect(PageBody.parse(saved)).toEqual(saved)
  }
})
