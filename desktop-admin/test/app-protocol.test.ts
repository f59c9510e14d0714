import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { APP_ORIGIN } from '../src/bridge.ts'
import { createAppProtocol } from '../src/main/app-protocol.ts'
import { bundleFiles } from '../src/main/bundle-files.ts'
import { pickedFiles } from '../src/main/picked-files.ts'

function setUp({ server = 'https://shop.example' as string | null, answer = () => new Response('ok') } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'desktop-'))
  mkdirSync(join(folder, 'bundle/assets'), { recursive: true })
  writeFileSync(join(folder, 'bundle/index.html'), '<!doctype html><title>Admin</title>')
  for (const name of ['app.js', 'hash-worker-A1.js', 'make-rung-worker-A1.js']) {
    writeFileSync(join(folder, 'bundle/assets', name), 'export {}')
  }
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'bundle/link.txt'))
  const requested: { address: string; init: RequestInit }[] = []
  const picked = pickedFiles(join(folder, 'picked.json'))
  const handle = createAppProtocol({
    bundle: bundleFiles(join(folder, 'bundle')),
    picked,
    server: () => server ?? undefined,
    fetch: (async (address: string, init: RequestInit) => {
      requested.push({ address, init })
      return answer()
    }) as typeof fetch,
  })
  return { folder, handle, asked: requested, picked }
}

/** Returns the target of a link; undefined if it disappeared meanwhile. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

/** Builds a request with the exact address: `new Request` would normalize it. */
const raw = (url: string, init: RequestInit = {}) =>
  new Proxy(new Request('https://any.example', init), {
    get: (target, key) => {
      const value = key === 'url' ? url : Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

describe('the page', () => {
  it('answers all addresses of the admin with its one page, under its policy', async () => {
    const { handle } = setUp()
    for (const path of ['/', '/admin', '/admin?tab=users', '/admin/login']) {
      const answer = await handle(raw(`${APP_ORIGIN}${path}`))
      expect(await answer.text()).toContain('<title>Admin</title>')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'self'")
      expect(policy.match(/script-src[^;]*/)?.[0]).toBe("script-src 'self' 'wasm-unsafe-eval'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await handle(raw(`${APP_ORIGIN}/assets/app.js`))).headers.get('content-type')).toContain('text/javascript')
  })

  it('allows the video worker to start its audio encoder, and nothing else', async () => {
    const { handle } = setUp()
    const policyOf = async (path: string) =>
      (await handle(raw(`${APP_ORIGIN}${path}`))).headers.get('content-security-policy')
    expect(await policyOf('/assets/make-rung-worker-A1.js')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:",
    )
    for (const path of ['/', '/assets/app.js', '/assets/hash-worker-A1.js'])
      expect(await policyOf(path), path).toMatch(/worker-src 'self';/)
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/%252e%252e/secret.txt',
    '//etc/passwd',
    '/etc/passwd',
    '/C:/Windows/win.ini',
    '/link.txt',
    '/assets',
    '/assets/',
    '/index.html/',
    '/picked/../../secret.txt',
    '/picked/secret.txt',
    '/admin/other',
    '/file:///etc/passwd',
  ])('E5 %s leads nowhere', async (path) => {
    const { handle, asked } = setUp()
    const answer = await handle(raw(`${APP_ORIGIN}${path}`))
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret\n')
    expect(asked).toEqual([])
  })

  it('E5 serves one host, and only reads', async () => {
    const { handle } = setUp()
    expect((await handle(raw('app://x/admin'))).status).toBe(404)
    expect((await handle(raw('app://admin.evil/admin'))).status).toBe(404)
    expect((await handle(raw('https://admin/admin'))).status).toBe(404)
    expect((await handle(raw(`${APP_ORIGIN}/admin`, { method: 'POST' }))).status).toBe(404)
  })
})

describe('forwarding to the shop', () => {
  it('forwards API and media without the browser’s own headers', async () => {
    const { handle, asked } = setUp({
      answer: () =>
        new Response('{}', {
          headers: {
            'content-type': 'application/json',
            'set-cookie': 'a=b',
            etag: '"1"',
            'content-encoding': 'br',
            location: 'https://shop.example/api/admin/media/uploads/1',
          },
        }),
    })
    const headers = {
      authorization: 'bearer t',
      origin: APP_ORIGIN,
      'sec-fetch-site': 'same-origin',
      'x-request-id': 'r1',
    }
    const answer = await handle(raw(`${APP_ORIGIN}/api/admin/users?q=a%20b`, { headers }))
    expect(asked[0]?.address).toBe('https://shop.example/api/admin/users?q=a%20b')
    const sent = new Headers(asked[0]?.init.headers)
    expect(sent.get('authorization')).toBe('bearer t')
    expect(sent.get('x-request-id')).toBe('r1')
    expect([...sent.keys()].filter((name) => name === 'origin' || name.startsWith('sec-'))).toEqual([])
    expect(asked[0]?.init.credentials).toBe('omit')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(answer.headers.get('location')).toBe('/api/admin/media/uploads/1')
  })

  it('streams a body, and reports an unreachable shop in the API’s error format', async () => {
    const { handle, asked } = setUp()
    await handle(raw(`${APP_ORIGIN}/api/admin/login`, { method: 'POST', body: '{"email":"a"}' }))
    expect(await new Response(asked[0]?.init.body).text()).toBe('{"email":"a"}')
    expect(asked[0]?.init.redirect).toBe('error')

    const away = setUp({
      answer: () => {
        throw new TypeError('net::ERR_CONNECTION_REFUSED')
      },
    })
    const answer = await away.handle(raw(`${APP_ORIGIN}/api/admin/users`))
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  })

  it('forwards nothing before a shop is chosen, and no encoded slashes and dots', async () => {
    const none = setUp({ server: null })
    expect((await none.handle(raw(`${APP_ORIGIN}/api/admin/users`))).status).toBe(503)
    expect(none.asked).toEqual([])
    const { handle, asked } = setUp()
    for (const path of ['/api/..%2fadmin', '/media/%2e%2e/x', '/api/%5cevil', '/apix', '/api']) {
      expect((await handle(raw(`${APP_ORIGIN}${path}`))).status).toBe(404)
    }
    expect(asked).toEqual([])
  })

  it('E2 applies its own policy to the shop’s responses, and drops other headers that control a page', async () => {
    const hostile = {
      'content-type': 'text/html',
      'content-security-policy': 'default-src *',
      'content-security-policy-report-only': 'default-src *',
      'access-control-allow-origin': '*',
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      link: '<https://evil.example/x.js>; rel=preload',
      refresh: '0; url=https://evil.example/',
      'reporting-endpoints': 'x="https://evil.example/"',
      'x-frame-options': 'ALLOWALL',
      'x-total-count': '3',
      'upload-offset': '5',
    }
    const { handle } = setUp({ answer: () => new Response('<script>1</script>', { headers: hostile }) })
    for (const path of ['/api/x', '/media/x.html']) {
      const { headers } = await handle(raw(`${APP_ORIGIN}${path}`))
      expect(Object.fromEntries(headers)).toEqual({
        'content-type': 'text/html',
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-total-count': '3',
        'upload-offset': '5',
      })
    }
  })

  it('E2 refuses navigation: only requests of the page are forwarded', async () => {
    const { handle, asked } = setUp()
    for (const headers of [
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-dest': 'object' },
    ]) {
      expect((await handle(raw(`${APP_ORIGIN}/api/x`, { headers: headers as Record<string, string> }))).status).toBe(
        403,
      )
    }
    expect(asked).toEqual([])
    expect((await handle(raw(`${APP_ORIGIN}/media/x.png`, { headers: { 'sec-fetch-dest': 'image' } }))).status).toBe(
      200,
    )
  })

  const leading = (to: string) => {
    const answers = [new Response(null, { status: 302, headers: { location: to } }), new Response('bytes')]
    return setUp({ answer: () => answers.shift() ?? new Response('more') })
  }

  it('replaces a missing width of an image by its original', async () => {
    const { handle, asked } = leading('/media/x/original.jpg')
    expect(await (await handle(raw(`${APP_ORIGIN}/media/x/w320.jpg`))).text()).toBe('bytes')
    expect(asked.map(({ address, init }) => [address, init.redirect])).toEqual([
      ['https://shop.example/media/x/w320.jpg', 'manual'],
      ['https://shop.example/media/x/original.jpg', 'error'],
    ])
  })

  it('serves a paid file from the bucket in the shop’s redirect, which receives only the range', async () => {
    const bucket = 'https://bucket.example/shop/x/film.mp4?X-Amz-Signature=1'
    const { handle, asked } = leading(bucket)
    const headers = { authorization: 'bearer t', range: 'bytes=0-9', 'x-request-id': 'r1' }
    const answer = await handle(raw(`${APP_ORIGIN}/media/x/film.mp4?key=a&until=1`, { headers }))
    expect([answer.status, await answer.text()]).toEqual([200, 'bytes'])
    expect(asked.map(({ address }) => address)).toEqual(['https://shop.example/media/x/film.mp4?key=a&until=1', bucket])
    expect([...new Headers(asked[1]?.init.headers)]).toEqual([['range', 'bytes=0-9']])
    expect([asked[1]?.init.redirect, asked[1]?.init.credentials]).toEqual(['error', 'omit'])
  })

  it.each([
    ['a public file', '/media/x/film.mp4', 'https://evil.example/x'],
    ['a call', '/api/admin/users?key=a', 'https://evil.example/x'],
    ['an address in the clear', '/media/x/film.mp4?key=a', 'http://evil.example/x'],
    ['an address of this computer', '/media/x/film.mp4?key=a', 'http://localhost:9000/x'],
    ['an address with another scheme', '/media/x/film.mp4?key=a', 'ftp://evil.example/x'],
    ['no address', '/media/x/film.mp4?key=a', 'https://'],
  ])('E2 follows no other redirect: by %s', async (_, path, to) => {
    const { handle, asked } = leading(to)
    const answer = await handle(raw(`${APP_ORIGIN}${path}`))
    expect([answer.status, asked.length]).toEqual([path.startsWith('/api/') ? 302 : 502, 1])
  })
})

describe('picked files', () => {
  it('serves ranges of a file by id, and nothing once it has changed', async () => {
    const { folder, handle, picked } = setUp()
    const path = join(folder, 'reel.mp4')
    writeFileSync(path, '0123456789')
    const [file] = await picked.add([path], 'media')
    const address = `${APP_ORIGIN}/picked/${file?.id}`
    const part = await handle(raw(address, { headers: { range: 'bytes=2-5' } }))
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 2-5/10')
    expect(await part.text()).toBe('2345')
    expect(await (await handle(raw(address))).text()).toBe('0123456789')
    expect((await handle(raw(address, { headers: { range: 'bytes=0-1,3-4' } }))).status).toBe(404)
    writeFileSync(path, 'something longer')
    expect((await handle(raw(address))).status).toBe(404)
    expect((await picked.find(file?.id ?? ''))?.size).toBe(16)
  })

  // Only Linux lists the open files of a process.
  it.runIf(process.platform === 'linux')('opens nothing for who asks for the head alone', async () => {
    const { folder, handle, picked } = setUp()
    const path = join(folder, 'reel.mp4')
    writeFileSync(path, '0123456789')
    const [file] = await picked.add([path], 'media')
    const address = `${APP_ORIGIN}/picked/${file?.id}`
    const head = await handle(raw(address, { method: 'HEAD' }))
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
    // Earlier disk operations are finished by then.
    await stat(path)
    const open = readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`) === path)
    expect(open).toEqual([])
  })
})
