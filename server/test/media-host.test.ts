import { expect, test } from 'vitest'
import { startTestServer } from './server.ts'
import { openShopWithPages } from './shop-with-pages.ts'
import { uploadMedia } from './upload.ts'
import { picture } from './upload-files.ts'

const CDN = 'https://media.example.in'

test('a CDN for public files is named in pages, and revalidates soon', async () => {
  const server = await startTestServer({ work: false, env: { MEDIA_CDN_URL: `${CDN}/` } })
  const { url, ...answer } = await uploadMedia(server, await server.adminToken(), 'image', await picture('png'))
  expect(answer).toMatchObject({ status: 200 })
  const file = await server.request(url)
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, s-maxage=30')
  expect(file.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const shop = await openShopWithPages(server)
  try {
    for (const path of ['/', '/cart', '/dashboard'])
      expect(await (await fetch(shop.url + path)).text(), path).toContain(`<meta name="media-host" content="${CDN}">`)
    expect(await (await fetch(`${shop.url}/`)).text(), 'what renders a page is told').toContain(`</h1>${CDN}`)
  } finally {
    await shop.close()
    await server.stop()
  }
})
