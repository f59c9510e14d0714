import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, expect, it, vi } from 'vitest'
import { channels, type ShellState } from '../src/bridge.ts'
import { screenOf } from '../src/main/deep-links.ts'
import { logToFile, withoutSecrets } from '../src/main/problem-report.ts'
import { startShell } from '../src/main/shell.ts'
import { builtApp, electronStandIn, preventable } from './electron-stand-in.ts'

afterEach(() => vi.unstubAllEnvs())

async function started(options?: Parameters<typeof electronStandIn>[0]) {
  const standIn = electronStandIn(options)
  await startShell(standIn.electron, builtApp())
  await standIn.ask(channels.chooseServer, 'shop.example')
  const upload = (files: number) =>
    standIn.ask(channels.showProgress, files > 0 ? { fraction: 0.5, failed: false, files } : null)
  return { ...standIn, upload }
}

it('uploads go on after the window is closed, which is explained once; the tray opens it again', async () => {
  const { seen, upload } = await started()
  await upload(2)
  expect(seen.windows[0]?.close()).toBe(false)
  expect(seen.asked).toMatchObject([{ message: 'SkillHaat goes on in the background' }])
  expect(seen.asked[0]?.detail).toContain('2 uploads are going on')
  expect(seen.windows[0]).toMatchObject({ visible: false, destroyed: false })
  const tray = seen.trays.at(-1)
  expect(tray).toMatchObject({ tip: 'SkillHaat Admin, 2 uploads are going on', destroyed: false })
  tray?.menu.find(({ label }) => label === 'Open SkillHaat')?.click?.()
  expect(seen.windows[0]?.visible).toBe(true)
  expect(seen.windows[0]?.close()).toBe(false)
  expect(seen.asked).toHaveLength(1)
})

it('without uploads and notices, closing ends the window and no icon stays', async () => {
  const { seen, upload } = await started()
  await upload(1)
  await upload(0)
  expect(seen.trays.at(-1)?.destroyed).toBe(true)
  expect(seen.windows[0]?.close()).toBe(true)
  expect(seen.asked).toEqual([])
})

it('quitting asks while files upload, and goes on in the background or quits', async () => {
  const options = { answer: 0 }
  const { app, seen, upload } = await started(options)
  await upload(1)
  const first = preventable()
  app.emit('before-quit', first)
  expect(first.defaultPrevented).toBe(true)
  expect(seen.asked[0]).toMatchObject({
    message: '1 upload is going on',
    buttons: ['Go on in the background', 'Quit'],
  })
  expect(seen.windows[0]).toMatchObject({ visible: false, destroyed: false })
  expect(seen.quit).toBe(0)
  options.answer = 1
  app.emit('before-quit', preventable())
  expect(seen.quit).toBe(1)
  const second = preventable()
  app.emit('before-quit', second)
  expect(second.defaultPrevented).toBe(false)
  expect(seen.windows[0]?.close()).toBe(true)
})

it('on a desktop without a tray, closing names the uploads and never hides the window', async () => {
  vi.stubEnv('XDG_CURRENT_DESKTOP', 'GNOME')
  const options = { answer: 0 }
  const { seen, upload } = await started(options)
  await upload(3)
  expect(seen.windows[0]?.close()).toBe(false)
  expect(seen.asked[0]).toMatchObject({ message: '3 uploads are going on', buttons: ['Stay', 'Close'] })
  expect(seen.windows[0]?.visible).toBe(true)
  options.answer = 1
  expect(seen.windows[0]?.close()).toBe(true)
  expect(seen.trays).toEqual([])
})

it('the start with the system is a file that the switch writes and removes', async () => {
  const { menu, userData } = await started()
  const path = join(userData, 'autostart/skillhaat-admin.desktop')
  const flip = () => menu('Start with the System')?.click?.()
  expect(menu('Start with the System')?.checked).toBe(false)
  flip()
  expect(readFileSync(path, 'utf8')).toContain(`Exec="${process.execPath}" --hidden`)
  expect(menu('Start with the System')?.checked).toBe(true)
  flip()
  expect(menu('Start with the System')?.checked).toBe(false)
})

it.each([
  ['skillhaat://order/SH-2026-00123', '/admin?tab=orders&q=SH-2026-00123'],
  ['skillhaat://order/ord_4ea82b01', '/admin?tab=orders&q=ord_4ea82b01'],
  ['skillhaat://course/reels-basics', '/admin?tab=editcourse&course_id=reels-basics'],
])('a link %s opens %s', (link, screen) => expect(screenOf(link)).toBe(screen))

it.each([
  'skillhaat://order/',
  'skillhaat://order/a/b',
  'skillhaat://order/a?tab=settings',
  'skillhaat://order/a#x',
  'skillhaat://order/a&tab=settings',
  'skillhaat://order/..%2fsettings',
  'skillhaat://order/%00',
  'skillhaat://user:pw@order/a',
  'skillhaat://order:80/a',
  'skillhaat://server/evil.example',
  'skillhaat://constructor/a',
  'skillhaat:order/a',
  'https://order/a',
  `skillhaat://order/${'a'.repeat(300)}`,
  '',
])('E12 a link like %s leads nowhere', (link) => expect(screenOf(link)).toBeUndefined())

it('a link reaches the page of the shop in front, once: at the start, by a second start and by the event of macOS', async () => {
  const argv = process.argv
  process.argv = ['app', '--flag', 'skillhaat://order/SH-1']
  const { app, ask, seen } = await started().finally(() => {
    process.argv = argv
  })
  expect(await ask(channels.takeScreen)).toBe('/admin?tab=orders&q=SH-1')
  expect(await ask(channels.takeScreen)).toBeNull()
  app.emit('second-instance', {}, ['app', 'skillhaat://course/reels'])
  expect(seen.sent.at(-1)).toEqual(['menu:command', 'screen'])
  expect(await ask(channels.takeScreen)).toBe('/admin?tab=editcourse&course_id=reels')
  app.emit('second-instance', {}, ['app', 'skillhaat://server/evil.example'])
  expect(await ask(channels.takeScreen)).toBeNull()
  app.emit('open-url', preventable(), 'skillhaat://order/SH-2')
  expect(await ask(channels.takeScreen)).toBe('/admin?tab=orders&q=SH-2')
})

/** A shop whose lists a test fills. */
function shopWith(lists: { orders?: object[]; questions?: object[]; status?: number }) {
  return (async (address: string, init: { headers?: Record<string, string> }) => {
    const url = new URL(address)
    if (url.pathname === '/api/go/settings') return Response.json({ brand: { name: 'Kathak Ghar' } })
    if (url.pathname === '/api/openapi.json') return Response.json({ paths: { '/admin/login': {} } })
    if (!url.pathname.startsWith('/api/admin/')) return Response.json({ version: '1' })
    if (lists.status || init.headers?.authorization !== 'bearer sentinel') {
      return new Response('{}', { status: lists.status ?? 401 })
    }
    if (url.searchParams.get('needs') === 'attention') return Response.json({ total: 4, orders: [] })
    if (url.pathname.endsWith('/orders')) return Response.json({ total: 9, orders: lists.orders ?? [] })
    if (url.pathname.endsWith('/questions')) return Response.json({ waiting: 1, questions: lists.questions ?? [] })
    return new Response('{}', { status: 403 })
  }) as unknown as typeof fetch
}
const session = (email: string) => JSON.stringify({ token: 'sentinel', tokenType: 'bearer', email })
const sale = (order_id: string) => ({
  order_id,
  total: 2499,
  buyer: { name: 'Meena' },
  courses: [{ course_name: 'Lavani Step by Step' }],
})

it('a badge counts what waits, a role’s closed list counts nothing, and an ended session says so', async () => {
  const lists: Parameters<typeof shopWith>[0] = {}
  const { ask } = await started({ fetch: shopWith(lists) })
  const shop = async () => ((await ask(channels.state)) as ShellState).shops[0]
  expect(await shop()).toMatchObject({ needs_login: true, waits: null })
  await ask(channels.writeSession, session('a@shop.example'))
  await expect.poll(shop).toMatchObject({ needs_login: false, waits: { orders: 4, questions: 1, messages: 0 } })
  lists.status = 401
  await ask(channels.writeSession, session('b@shop.example'))
  await expect.poll(shop).toMatchObject({ needs_login: true, waits: null })
})

it('a sale is a notice only with the switch on, and never one from before the start', async () => {
  const lists = { orders: [sale('1')], questions: [{ id: '7', name: 'Ravi' }] }
  const { ask, menu, seen } = await started({ fetch: shopWith(lists) })
  const waits = async () => ((await ask(channels.state)) as ShellState).shops[0]?.waits
  const look = async (name: string) => {
    const before = seen.fetched.length
    await ask(channels.writeSession, session(name))
    await expect.poll(() => seen.fetched.slice(before).filter(({ address }) => /tickets/.test(address)).length).toBe(1)
    await expect.poll(waits).toMatchObject({ orders: 4 })
  }
  await look('a@shop.example')
  lists.orders = [sale('2'), ...lists.orders]
  await look('b@shop.example')
  expect(seen.notices).toEqual([])
  menu('Notices of Sales and Questions')?.click?.()
  lists.orders = [sale('3'), ...lists.orders]
  await look('c@shop.example')
  await expect.poll(() => seen.notices).toHaveLength(1)
  expect(seen.notices[0]).toMatchObject({ title: 'Kathak Ghar: ₹2,499.00', body: 'Meena bought Lavani Step by Step' })
  lists.orders = ['4', '5', '6', '7'].map(sale)
  await look('d@shop.example')
  await expect.poll(() => seen.notices.at(-1)).toMatchObject({ body: '4 new sales and questions' })
  // The app stays for its notices.
  expect(seen.windows[0]?.close()).toBe(false)
  seen.notices[0]?.click()
  expect(seen.windows[0]?.visible).toBe(true)
})

it('S4 a report names versions and settings and repeats no secret', async () => {
  const folder = builtApp()
  const file = join(folder, 'report.txt')
  const { ask, menu, seen, userData } = await started({ paths: [file] })
  await ask(channels.writeSession, session('asha@shop.example'))
  mkdirSync(join(userData, 'logs'), { recursive: true })
  writeFileSync(
    join(userData, 'main.log'),
    'GET https://u:pw@shop.example/media/a?key=sentinel-key bearer sentinel-token\n',
  )
  menu('Report a Problem…')?.click?.()
  await expect.poll(() => seen.shownItems).toEqual([file])
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('SkillHaat Admin: 1.2.3')
  expect(text).toContain('Shops: shop.example')
  expect(text).toContain('https://…@shop.example/media/a?…')
  expect(text).not.toMatch(/sentinel|asha|pw@/)
})

it('the log is a bounded file without secrets, and a full disk stops nothing', () => {
  const folder = builtApp()
  const { info, warn, error } = console
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  logToFile(folder)
  try {
    console.warn('the token: sentinel-token', new Error('at https://shop.example/?key=sentinel-key'))
    writeFileSync(join(folder, 'main.log'), 'x'.repeat(1_000_001), { flag: 'a' })
    console.warn('next')
    mkdirSync(join(folder, 'blocked'))
  } finally {
    Object.assign(console, { info, warn, error })
  }
  expect(readFileSync(join(folder, 'main.log'), 'utf8')).toMatch(/^\S+Z warn next\n$/)
  expect(readFileSync(join(folder, 'main.log.old'), 'utf8')).not.toContain('sentinel')
  expect(withoutSecrets('{"password":"hunter2","a":1}')).toBe('{"password":"…","a":1}')
})
