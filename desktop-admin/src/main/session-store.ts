import { rmSync } from 'node:fs'
import { z } from 'zod'
import type { SessionKept } from '../bridge.ts'
import { jsonFile } from './settings-file.ts'

/** What we use of Electron's safeStorage. */
export type SafeStorage = {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(bytes: Buffer): string
  /** Linux only. */
  getSelectedStorageBackend?(): string
}

const Kept = z.object({ server: z.string(), sealed: z.base64() })

/**
 * The admin's session, sealed by the system's own key store, bound to the server it belongs to. Where the system has no
 * real key store (on Linux `basic_text`, a fixed password), it stays in memory and the app says so.
 */
export function sessionStore(path: string, safeStorage: SafeStorage) {
  const file = jsonFile(path, Kept)
  let inMemory: { server: string; value: string } | undefined
  const kept = (): SessionKept => (isSafe(safeStorage) ? 'encrypted' : 'memory')

  return {
    kept,
    read(server: string): string | null {
      if (kept() === 'memory') return inMemory?.server === server ? inMemory.value : null
      const found = file.read()
      if (found?.server !== server) return null
      try {
        return safeStorage.decryptString(Buffer.from(found.sealed, 'base64'))
      } catch {
        // Sealed by another user or machine, or damaged.
        rmSync(path, { force: true })
        return null
      }
    },
    write(server: string, value: string | null): SessionKept {
      inMemory = undefined
      if (value === null || kept() === 'memory') rmSync(path, { force: true })
      if (value === null) return kept()
      if (kept() === 'memory') inMemory = { server, value }
      else file.write({ server, sealed: safeStorage.encryptString(value).toString('base64') })
      return kept()
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>

function isSafe(safeStorage: SafeStorage): boolean {
  const weak = ['basic_text', 'unknown']
  return safeStorage.isEncryptionAvailable() && !weak.includes(safeStorage.getSelectedStorageBackend?.() ?? 'system')
}
