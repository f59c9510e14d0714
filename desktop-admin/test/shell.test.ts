import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { channels, MENU_HEADINGS } from '../src/bridge.ts'
import { startShell } from '../src/main/shell.ts'
import { builtApp, electronStandIn } from './electron-stand-in.ts'

async function started(options?: Parameters<typeof electronStandIn>[0]) {
  const standIn = electronStandIn(options)
  await startShell(standIn.electron, builtApp())
  const begin = () => standIn.seen.protocols.get('app')?.(new Request('app://admin/admin'))
  return { ...standIn, begin }
}

it('E1 every window is isolated, sandboxed and without Node', async () => {
  const { seen } = await started()
  expect(seen.sandboxed).toBe(true)
  expect(seen.windows).toHaveLength(1)
  expect(seen.windows[0]?.options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
  })
  expect(seen.windows[0]?.loaded).toEqual(['app://admin/admin'])
  expect([...seen.protocols.keys()]).toEqual(['app'])
})

it('E2 the page never navigates: other addresses open outside, if harmless', async () => {
  const { contents, seen } = await started()
  const page = contents[0]
  const goTo = (event: string, url: string, isMainFrame = true) => {
    let stopped = false
    page?.emit(event, {
      url,
      isMainFrame,
      preventDefault: () => {
        stopped = true
      },
    })
    return stopped ? 'stopped' : 'gone'
  }
  for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    expect(goTo(event, 'app://admin/admin?tab=users')).toBe('gone')
    for (const url of [
      'https://evil.example/',
      'app://admin.evil/',
      'app://other/',
      'app://admin/api/admin/users',
      'app://admin/media/x/page.svg',
      'app://admin/picked/1',
      'file:///etc/passwd',
      'javascript:1',
      'data:text/html,x',
      '',
    ]) {
      expect(goTo(event, url)).toBe('stopped')
    }
  }
  expect(goTo('will-frame-navigate', 'https://player.vimeo.com/1', false)).toBe('gone')
  expect(goTo('will-frame-navigate', 'file:///etc/passwd', false)).toBe('stopped')
  expect(goTo('will-attach-webview', '')).toBe('stopped')
  expect(page?.openHandler?.({ url: 'https://razorpay.com/docs' })).toEqual({ action: 'deny' })
  expect(page?.openHandler?.({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' })
  expect(seen.opened).toEqual(['https://razorpay.com/docs'])
})

it('E3 the shell accepts only its own page, and only valid arguments', async () => {
  const { ask, askFrom, seen } = await started()
  expect([...seen.calls.keys()].sort()).toEqual(Object.values(channels).sort())
  const page = { parent: null, url: 'app://admin/admin' }
  const strangers = [
    null,
    { ...page, url: 'https://evil.example/' },
    { ...page, url: 'app://admin.evil/' },
    { ...page, url: 'about:blank' },
    { ...page, url: 'app://admin/media/x/page.svg' },
    { ...page, url: 'app://admin/api/admin/users' },
    { ...page, url: 'app://admin/picked/1' },
    { parent: page, url: page.url },
  ]
  for (const frame of strangers) {
    await expect(askFrom(frame, channels.readSession)).rejects.toThrow('not from this page')
  }
  await expect(askFrom(page, channels.readSession)).resolves.toBeNull()
  const wrong: [string, ...unknown[]][] = [
    [channels.readSession, 'more'],
    [channels.writeSession, { token: 1 }],
    [channels.writeSession, 'x'.repeat(20_001)],
    [channels.findPicked, '../../etc/passwd'],
    [channels.forgetPicked, ['1']],
    [channels.pickFiles, { kind: 'exe', multiple: true }],
    [channels.pickFiles, { kind: 'image', multiple: true, defaultPath: '/etc' }],
    [channels.takeDropped, '/etc/passwd', { kind: 'image' }],
    [channels.takeDropped, [1], { kind: 'image' }],
    [channels.showProgress, { fraction: 2, failed: false, files: 1 }],
    [channels.showProgress, { fraction: Number.NaN, failed: false, files: 1 }],
    [channels.showProgress, { fraction: 0.5, failed: false, files: -1 }],
    [channels.showProgress, 0.5],
    [channels.openShop, { address: 'https://shop.example' }],
    [channels.update, 'install'],
    [channels.checkShop, 'x'.repeat(301)],
    [channels.openMenu, { index: 99, x: 0, y: 0 }],
    [channels.notify, { title: '', body: '' }],
    [channels.chooseServer],
    [channels.copyText, undefined],
  ]
  for (const [channel, ...args] of wrong) {
    await expect(ask(channel, ...args), `${channel} ${JSON.stringify(args)}`).rejects.toThrow()
  }
  expect(seen.clipboard).toEqual([])
})

it('E6 the system gets only https and mailto addresses', async () => {
  const { ask, begin, seen } = await started()
  for (const address of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-msdt:/id',
    'http://shop.example',
    'https://user:pw@shop.example',
    'mailto:a@b.example?attach=/etc/passwd',
    'vbscript:x',
    '',
  ]) {
    expect(await ask(channels.openExternal, address), address).toBe(false)
  }
  expect(await ask(channels.openExternal, 'https://shop.example/course/reels')).toBe(true)
  await ask(channels.chooseServer, 'http://localhost:3000')
  await begin()
  expect(await ask(channels.openExternal, 'http://localhost:3000/course/reels')).toBe(true)
  expect(await ask(channels.openExternal, 'http://localhost:3001/course/reels')).toBe(false)
  expect(await ask(channels.openExternal, 'mailto:asha@example.com')).toBe(true)
  expect(seen.opened).toContain('https://shop.example/course/reels')
})

it('E7 the page has no permissions, and saves only its own data', async () => {
  const { seen, defaultSession } = await started()
  const answers: boolean[] = []
  for (const permission of ['media', 'notifications', 'geolocation', 'clipboard-read', 'hid']) {
    seen.permissions.request?.(...([{}, permission, (granted: boolean) => answers.push(granted)] as never[]))
    expect(seen.permissions.check?.(...([{}, permission] as never[]))).toBe(false)
  }
  expect(answers).toEqual([false, false, false, false, false])
  const saves = (url: string) => {
    let stopped = false
    defaultSession.emit(
      'will-download',
      {
        preventDefault: () => {
          stopped = true
        },
      },
      { getURL: () => url },
    )
    return !stopped
  }
  expect(saves('blob:app://admin/6c1f')).toBe(true)
  expect(saves('https://evil.example/setup.exe')).toBe(false)
})

it('E12 an invalid certificate is never accepted', async () => {
  const { app } = await started()
  let answer: boolean | undefined
  app.emit(
    'certificate-error',
    { preventDefault() {} },
    {},
    'https://shop.example',
    'net::ERR',
    {},
    (trusted: boolean) => {
      answer = trusted
    },
  )
  expect(answer).toBe(false)
})

it('E12 the decision about a certificate stays the system’s, and the refused one is described', async () => {
  const { app, ask } = await started({
    fetch: (() => Promise.reject(new TypeError('net::ERR_CERT_DATE_INVALID'))) as typeof fetch,
  })
  let check: (request: object, answer: (code: number) => void) => void = () => {}
  app.emit('session-created', {
    setCertificateVerifyProc: (proc: typeof check) => {
      check = proc
    },
  })
  const codes: number[] = []
  const [from, until] = [Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)]
  const certificate = {
    subjectName: 'shop.example',
    issuerName: 'A CA',
    validStart: from / 1000,
    validExpiry: until / 1000,
  }
  for (const [verificationResult, errorCode] of [
    ['net::ERR_CERT_AUTHORITY_INVALID', -202],
    ['net::ERR_CERT_DATE_INVALID', -201],
    ['OK', 0],
  ] as const) {
    const request = { hostname: 'shop.example', certificate, verificationResult, errorCode }
    check(request, (code) => codes.push(code))
  }
  // -3 is the result of Chromium's own check.
  expect(codes).toEqual([-3, -3, -3])
  const facts = { host: 'shop.example', fault: 'expired', subject: 'shop.example', issuer: 'A CA', from, until }
  expect(await ask(channels.chooseServer, 'shop.example')).toEqual({ refused: 'certificate', certificate: facts })
})

it('a second start brings the first window to the front', async () => {
  const second = await started({ first: false })
  expect(second.seen).toMatchObject({ quit: 1, windows: [] })
  const { app, seen } = await started()
  app.emit('second-instance', {}, ['app'])
  expect(seen.windows[0]?.focused).toBe(1)
})

it('the app remembers its shop, and sends a session to no other', async () => {
  const { ask, begin, seen, userData } = await started()
  expect(await ask(channels.info)).toMatchObject({ version: '1.2.3', server: null, session_kept: 'encrypted' })
  expect(await ask(channels.chooseServer, 'http://shop.example')).toEqual({ refused: 'insecure' })
  expect(await ask(channels.chooseServer, 'shop.example')).toEqual({ address: 'https://shop.example' })
  expect(seen.fetched.map(({ address }) => address)).toContain('https://shop.example/api/openapi.json')
  expect(seen.fetched.every(({ init }) => init.bypassCustomProtocolHandlers)).toBe(true)
  await begin()
  await ask(channels.writeSession, 'sentinel-session')
  expect(readFileSync(join(userData, 'session.json'), 'utf8')).not.toContain('sentinel')
  expect(await ask(channels.chooseServer, 'https://shop.example/')).toEqual({ address: 'https://shop.example' })
  expect(await ask(channels.readSession)).toBe('sentinel-session')
})

it('a shop that cannot be stored is not reported as a wrong address, and the previous one stays with its session', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { ask, begin, userData } = await started()
  await ask(channels.chooseServer, 'shop.example')
  await begin()
  await ask(channels.writeSession, 'sentinel-session')
  // Blocks the place of the new file, like a full disk.
  mkdirSync(join(userData, 'shops.json.new'))
  expect(await ask(channels.chooseServer, 'other.example')).toEqual({ refused: 'not_kept' })
  await begin()
  expect(await ask(channels.info)).toMatchObject({ server: 'https://shop.example' })
  expect(await ask(channels.readSession)).toBe('sentinel-session')
  expect(warn).toHaveBeenCalledTimes(1)
  warn.mockRestore()
})

it('a paid file is served from the shop’s bucket, although Electron’s own fetch hides the redirect', async () => {
  const answers: Record<string, () => Response> = {
    'https://shop.example/api/openapi.json': () => Response.json({ paths: { '/admin/login': {} } }),
    'https://shop.example/api/go/settings': () => Response.json({ brand: { name: 'Shop' } }),
    'https://shop.example/media/x/film.mp4?key=a': () =>
      new Response(null, { status: 302, headers: { location: 'https://bucket.example/film.mp4?signed' } }),
    'https://bucket.example/film.mp4?signed': () =>
      new Response('bytes', { status: 206, headers: { 'content-type': 'video/mp4', 'content-range': 'bytes 0-4/9' } }),
    'https://shop.example/media/x/cover.jpg': () => new Response('picture', { headers: { etag: '"1"' } }),
  }
  const { ask, begin, seen } = await started({
    fetch: (async (address: string) => answers[address]?.() ?? new Response(null, { status: 404 })) as typeof fetch,
  })
  await ask(channels.chooseServer, 'shop.example')
  await begin()
  const get = async (path: string) => seen.protocols.get('app')?.(new Request(`app://admin${path}`))
  const film = await get('/media/x/film.mp4?key=a')
  expect([film?.status, await film?.text(), film?.headers.get('content-range')]).toEqual([206, 'bytes', 'bytes 0-4/9'])
  const cover = await get('/media/x/cover.jpg')
  expect([cover?.status, await cover?.text(), cover?.headers.get('etag')]).toEqual([200, 'picture', '"1"'])
  expect((await get('/media/x/none.jpg'))?.status).toBe(404)
})

it('the menu opens the window again after it was closed', async () => {
  const { seen } = await started()
  const menu = seen.menus.at(-1) as { submenu: { accelerator?: string; click?: () => void }[] }[]
  if (seen.windows[0]) seen.windows[0].destroyed = true
  const entries = menu.flatMap((heading) => heading.submenu)
  entries.find((entry) => entry?.accelerator === 'CmdOrCtrl+N')?.click?.()
  expect([seen.windows.length, seen.sent]).toEqual([2, []])
})

it('the system dialog picks files, and the page’s own address serves their content', async () => {
  const file = join(builtApp(), 'reel.mp4')
  writeFileSync(file, 'reel bytes')
  const { ask, seen } = await started({ paths: [file] })
  const [picked] = (await ask(channels.pickFiles, { kind: 'video', multiple: true })) as { id: string; name: string }[]
  expect(JSON.stringify(picked)).not.toContain(file)
  const answer = await seen.protocols.get('app')?.(new Request(`app://admin/picked/${picked?.id}`))
  expect(await answer?.text()).toBe('reel bytes')
  await ask(channels.forgetPicked, [picked?.id])
  expect(await ask(channels.findPicked, picked?.id)).toBeNull()
})

it('a full disk prevents neither closing the window nor picking a file', async () => {
  const notified = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const file = join(builtApp(), 'reel.mp4')
  writeFileSync(file, 'reel bytes')
  const { ask, seen, userData } = await started({ paths: [file] })
  for (const name of ['window.json', 'picked-files.json']) mkdirSync(join(userData, `${name}.new`))
  seen.windows[0]?.close()
  const picked = (await ask(channels.pickFiles, { kind: 'video', multiple: true })) as { id: string }[]
  expect(picked).toHaveLength(1)
  await ask(channels.forgetPicked, [picked[0]?.id])
  expect(notified.mock.calls.map(([line]) => String(line).split(':')[0])).toEqual([
    'window.json could not be written',
    'picked-files.json could not be written',
    'picked-files.json could not be written',
  ])
  notified.mockRestore()
})

it('the task bar shows the queue’s progress, and another colour after a failure', async () => {
  const { ask, seen } = await started()
  await ask(channels.showProgress, { fraction: 0.5, failed: false, files: 2 })
  await ask(channels.showProgress, { fraction: 0.6, failed: true, files: 1 })
  await ask(channels.showProgress, null)
  expect(seen.windows[0]?.progress).toEqual([
    { fraction: 0.5, mode: 'normal' },
    { fraction: 0.6, mode: 'error' },
    { fraction: -1, mode: 'none' },
  ])
})

it('a system notification names the app, and a click brings the window to the front', async () => {
  const { ask, seen } = await started()
  await ask(channels.notify, { title: 'Uploads finished', body: '2 of 2 done.' })
  expect(seen.names).toEqual(['in.skillhaat.admin', 'skillhaat'])
  expect(seen.notices).toMatchObject([{ title: 'Uploads finished', body: '2 of 2 done.' }])
  expect(seen.windows[0]?.focused).toBe(0)
  seen.notices[0]?.click()
  expect(seen.windows[0]?.focused).toBe(1)
})

it('the copy command works, and the menus match the title bar', async () => {
  const { ask, seen } = await started()
  await ask(channels.copyText, 'https://shop.example/media/x.png')
  expect(seen.clipboard).toEqual(['https://shop.example/media/x.png'])
  const menu = seen.menus.at(-1) as {
    label: string
    submenu: { label?: string; accelerator?: string; role?: string; click?: () => void }[]
  }[]
  expect(menu.map((heading) => heading.label)).toEqual([...MENU_HEADINGS])
  const entries = menu.flatMap((heading) => heading.submenu)
  expect(entries.some((entry) => entry?.role === 'toggleDevTools')).toBe(false)
  entries.find((entry) => entry?.accelerator === 'CmdOrCtrl+K')?.click?.()
  expect(seen.sent).toEqual([['menu:command', 'palette']])
})
