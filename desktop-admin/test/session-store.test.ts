import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { type SafeStorage, sessionStore } from '../src/main/session-store.ts'

const SESSION = '{"token":"sentinel-token"}'
const SHOP = 'https://shop.example'

/** A key store for tests: inverts every byte, so that the file is unreadable. */
function keyStore(options: { available?: boolean; backend?: string } = {}): SafeStorage {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0xa5))
  return {
    isEncryptionAvailable: () => options.available ?? true,
    encryptString: (text) => turn(Buffer.from(text)),
    decryptString: (bytes) => turn(bytes).toString(),
    ...(options.backend ? { getSelectedStorageBackend: () => options.backend ?? '' } : {}),
  }
}
const fileIn = () => join(mkdtempSync(join(tmpdir(), 'session-')), 'session.json')

it('E8 the session is encrypted, for its own server only', () => {
  const path = fileIn()
  expect(sessionStore(path, keyStore({ backend: 'gnome_libsecret' })).write(SHOP, SESSION)).toBe('encrypted')
  expect(readFileSync(path, 'utf8')).not.toContain('sentinel')
  const later = sessionStore(path, keyStore())
  expect(later.read(SHOP)).toBe(SESSION)
  expect(later.read('https://other.example')).toBeNull()
  later.write(SHOP, null)
  expect(existsSync(path)).toBe(false)
})

it.each([{ backend: 'basic_text' }, { backend: 'unknown' }, { available: false }])(
  'E8 the session stays in memory if the system has no real key store: %o',
  (system) => {
    const path = fileIn()
    const store = sessionStore(path, keyStore(system))
    expect(store.write(SHOP, SESSION)).toBe('memory')
    expect(store.read(SHOP)).toBe(SESSION)
    expect(existsSync(path)).toBe(false)
    expect(sessionStore(path, keyStore(system)).read(SHOP)).toBeNull()
  },
)

it('a damaged file, or one with another key, means no session', () => {
  const path = fileIn()
  for (const content of ['', '{', '{"server":1}', `{"server":"${SHOP}","sealed":"%%%"}`]) {
    writeFileSync(path, content)
    expect(sessionStore(path, keyStore()).read(SHOP)).toBeNull()
  }
  sessionStore(path, keyStore()).write(SHOP, SESSION)
  const other = {
    ...keyStore(),
    decryptString: () => {
      throw new Error('wrong key')
    },
  }
  expect(sessionStore(path, other).read(SHOP)).toBeNull()
  expect(existsSync(path)).toBe(false)
})

it('the session lasts while the app runs if disk or key store fail', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const path = fileIn()
  // Blocks the place of the new file.
  mkdirSync(`${path}.new`)
  const locked = {
    ...keyStore(),
    encryptString: () => {
      throw new Error('the key store is locked')
    },
  }
  for (const store of [sessionStore(path, keyStore()), sessionStore(fileIn(), locked)]) {
    expect(store.write(SHOP, SESSION)).toBe('memory')
    expect(store.read(SHOP)).toBe(SESSION)
    expect(store.read('https://other.example')).toBeNull()
    expect(store.write(SHOP, null)).toBe('encrypted')
    expect(store.read(SHOP)).toBeNull()
  }
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
})
