import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { saveShop } from '../../../shop/settings/settings.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const page = async (query: string) => {
  const answer = await fetch(`${server.url}/browser?${query}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  return answer.text()
}
const addressIn = (html: string) => /id="address" value="([^"]*)"/.exec(html)?.[1]

describe('for a browser that cannot buy,', () => {
  it('the page has the address to copy, WhatsApp, and every way to reach the shop that its owner set', async () => {
    const changes = {
      contact: { phone: '+91 98765 43210', email: 'help@shop.example' },
      social: { whatsapp: 'https://wa.me/919876543210' },
    }
    await saveShop(server.db, changes as never, server.ctx.now())
    const html = await page(`old&at=${encodeURIComponent('/course/reels?code=A&b=1')}`)
    const { origin } = new URL(server.ctx.config.storeUrl)
    expect(html).toContain('This browser is too old to buy and learn here')
    expect(addressIn(html)).toBe(`${origin}/course/reels?code=A&amp;b=1`)
    expect(html).toContain(`https://wa.me/?text=${encodeURIComponent(`${origin}/course/reels?code=A&b=1`)}`)
    for (const way of ['https://wa.me/919876543210', 'tel:+919876543210', 'mailto:help@shop.example', '/contact'])
      expect(html).toContain(`href="${way}"`)
  })

  it('the page names no address of another site', async () => {
    const { origin } = new URL(server.ctx.config.storeUrl)
    for (const at of ['//other.example/a', '/\\other.example', 'https://other.example', 'javascript:alert(1)', ''])
      expect(addressIn(await page(`old&at=${encodeURIComponent(at)}`)), at).toBe(`${origin}/`)
  })

  it('the page says in its language that the app did not load, and offers to load it again', async () => {
    expect(await page('stuck&at=/courses')).toMatch(/did not load in full[\s\S]*Load the page again/)
    expect(await page('stuck&lang=hi&at=/hi/courses')).toContain('यह पेज पूरा नहीं खुला')
  })

  it('the page’s script can be parsed by a browser of any age', () => {
    const code = readFileSync(join(import.meta.dirname, 'copy-address.js'), 'utf8')
    expect(() => parse(code, { ecmaVersion: 2015 })).not.toThrow()
  })
})
