import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { channels, type ShellState } from '../src/bridge.ts'
import { startShell } from '../src/main/shell.ts'
import { builtApp, electronStandIn } from './electron-stand-in.ts'

async function started(options?: Parameters<typeof electronStandIn>[0]) {
  const standIn = electronStandIn(options)
  await startShell(standIn.electron, builtApp())
  return standIn
}

/** An app with two shops, the second one in front. */
async function twoShops(options?: Parameters<typeof electronStandIn>[0]) {
  const app = await started(options)
  await app.ask(channels.chooseServer, 'shop.example')
  await app.ask(channels.chooseServer, 'other.example')
  const other = app.seen.windows[1]?.partition ?? ''
  return { ...app, other }
}

it('each shop has a window, a storage and a login of its own', async () => {
  const { ask, askAs, seen, other, userData } = await twoShops()
  expect(other).toMatch(/^persist:shop-[0-9a-f]{16}$/)
  expect(seen.windows.map(({ partition }) => partition)).toEqual(['', other])
  await ask(channels.writeSession, 'sentinel-first')
  await askAs(other, channels.writeSession, 'sentinel-other')
  expect(await ask(channels.readSession)).toBe('sentinel-first')
  expect(await askAs(other, channels.readSession)).toBe('sentinel-other')
  expect(await askAs(other, channels.info)).toMatchObject({ server: 'https://other.example' })
  expect(existsSync(join(userData, `session-${other.slice(-16)}.json`))).toBe(true)
  expect([...seen.protocols.keys()].sort()).toEqual(['app', `${other} app`])
})

it('E8 a page reaches its own shop only, whichever shop is in front', async () => {
  const { ask, seen, other } = await twoShops()
  const get = (scheme: string, path: string) => seen.protocols.get(scheme)?.(new Request(`app://admin${path}`))
  for (const front of ['https://shop.example', 'https://other.example']) {
    await ask(channels.openShop, front)
    await get('app', '/api/admin/me')
    expect(seen.fetched.at(-1)?.address).toBe('https://shop.example/api/admin/me')
    await get(`${other} app`, '/api/admin/me')
    expect(seen.fetched.at(-1)?.address).toBe('https://other.example/api/admin/me')
  }
  expect(await ask(channels.openExternal, 'http://localhost:3000/x')).toBe(false)
})

it('E3 a page of an unknown storage reaches no call, and a picked file belongs to its shop', async () => {
  const film = join(builtApp(), 'film.mp4')
  writeFileSync(film, 'film')
  const { ask, askAs, seen, other } = await twoShops({ paths: [film] })
  await expect(askAs('persist:stranger', channels.readSession)).rejects.toThrow('not from this page')
  const [file] = (await ask(channels.pickFiles, { kind: 'video', multiple: false })) as { id: string }[]
  const get = async (scheme: string) =>
    (await seen.protocols.get(scheme)?.(new Request(`app://admin/picked/${file?.id}`)))?.status
  expect([await get('app'), await get(`${other} app`)]).toEqual([200, 404])
  expect(await askAs(other, channels.findPicked, file?.id)).toBeNull()
})

it('a switch shows the shop’s window and hides the other, which stays loaded and logged in', async () => {
  const { ask, menu, seen, other, userData } = await twoShops()
  await ask(channels.writeSession, 'sentinel-first')
  await ask(channels.openShop, 'https://shop.example')
  expect(seen.windows.map(({ visible }) => visible)).toEqual([true, false])
  menu('other.example (log in again)')?.click?.()
  expect(seen.windows.map(({ visible }) => visible)).toEqual([false, true])
  expect(seen.windows).toHaveLength(2)
  const later = await started({ userData })
  expect(later.seen.windows.map(({ partition }) => partition)).toEqual([other])
  expect(await later.ask(channels.state)).toMatchObject({
    shops: [
      { address: 'https://shop.example', needs_login: true, current: false },
      { address: 'https://other.example', current: true },
    ],
  })
  await ask(channels.openShop, 'https://unknown.example')
  expect(seen.windows.map(({ visible }) => visible)).toEqual([false, true])
})

it('an app that knew one shop retains it with its login', async () => {
  const userData = mkdtempSync(join(tmpdir(), 'desktop-data-'))
  const before = await started({ userData })
  await before.ask(channels.chooseServer, 'shop.example')
  await before.ask(channels.writeSession, 'sentinel-session')
  const shops = JSON.parse(readFileSync(join(userData, 'shops.json'), 'utf8'))
  expect(shops.shops).toHaveLength(1)
  // The file of the version before.
  writeFileSync(join(userData, 'shops.json'), 'broken')
  writeFileSync(join(userData, 'server.json'), '{"server":"https://shop.example"}')
  const { ask, seen } = await started({ userData })
  expect(seen.windows[0]?.partition).toBe('')
  expect(await ask(channels.info)).toMatchObject({ server: 'https://shop.example' })
  expect(await ask(channels.readSession)).toBe('sentinel-session')
  await expect
    .poll(async () => (await ask(channels.state)) as ShellState)
    .toMatchObject({
      shops: [{ name: 'shop.example' }],
    })
})

it('removing a shop asks first, then takes its login, storage and window; the last one leads to the first start', async () => {
  const options = { answer: 0 }
  const { ask, askAs, seen, other } = await twoShops(options)
  await askAs(other, channels.writeSession, 'sentinel-other')
  expect(await ask(channels.removeShop, 'https://other.example')).toBe(false)
  expect(seen.asked[0]).toMatchObject({ message: 'Remove other.example from this computer?' })
  options.answer = 1
  expect(await ask(channels.removeShop, 'https://other.example')).toBe(true)
  expect(seen.cleared).toEqual([other])
  expect(seen.windows.map(({ destroyed }) => destroyed)).toEqual([false, true])
  await expect(askAs(other, channels.readSession)).rejects.toThrow('not from this page')
  expect(await ask(channels.removeShop, 'https://shop.example')).toBe(true)
  expect(seen.windows.filter(({ destroyed }) => !destroyed)).toHaveLength(1)
  expect(await ask(channels.info)).toMatchObject({ server: null })
  expect(await ask(channels.readSession)).toBeNull()
})

it('the check of an address names the shop and stores nothing', async () => {
  const { ask, userData } = await started({
    fetch: (async (address: string) =>
      address.endsWith('/health')
        ? Response.json({ status: 'ok', version: '3.2.0' })
        : Response.json({ brand: { name: 'Kathak Ghar' } })) as typeof fetch,
  })
  expect(await ask(channels.checkShop, 'kathakghar.example')).toEqual({
    address: 'https://kathakghar.example',
    name: 'Kathak Ghar',
    version: '3.2.0',
  })
  expect(await ask(channels.checkShop, 'http://kathakghar.example')).toEqual({ refused: 'insecure' })
  expect(existsSync(join(userData, 'shops.json'))).toBe(false)
})

it('the place of a shop in the list gives it a key', async () => {
  const { menu } = await twoShops()
  expect(menu('shop.example (log in again)')).toMatchObject({ accelerator: 'CmdOrCtrl+1', checked: false })
  expect(menu('other.example (log in again)')).toMatchObject({ accelerator: 'CmdOrCtrl+2', checked: true })
})
