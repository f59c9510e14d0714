import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import type { StoredSession } from '../bridge.ts'
import { jsonFile } from './settings-file.ts'

/** The used part of Electron's safeStorage. */
export type SafeStorage = {
  isEncryptionAvailable(): boolean
  encryptString(text: string): Buffer
  decryptString(bytes: Buffer): string
  /** Linux only. */
  getSelectedStorageBackend?(): string
}

const SessionFile = z.object({ server: z.string(), sealed: z.base64() })

/**
 * Stores the admin's session, encrypted by the system's key store and bound to its server. Without a real key store (on
 * Linux `basic_text`, a fixed password), it stays in memory and the app shows this.
 */
export function sessionStore(path: string, safeStorage: SafeStorage) {
  const file = jsonFile(path, SessionFile)
  let inMemory: { server: string; value: string } | undefined
  const stored = (): StoredSession => (isSafe(safeStorage) ? 'encrypted' : 'memory')

  return {
    kept: stored,
    read(server: string): string | null {
      if (inMemory) return inMemory.server === server ? inMemory.value : null
      const found = stored() === 'encrypted' ? file.read() : undefined
      if (found?.server !== server) return null
      try {
        return safeStorage.decryptString(Buffer.from(found.sealed, 'base64'))
      } catch {
        // Damaged, or encrypted by another user or machine.
        rmSync(path, { force: true })
        return null
      }
    },
    /**
     * Stores the session, in memory if disk or key store fail, so that the owner stays logged in while the app runs.
     */
    write(server: string, value: string | null): StoredSession {
      inMemory = undefined
      try {
        if (value !== null && stored() === 'encrypted') {
          file.write({ server, sealed: safeStorage.encryptString(value).toString('base64') })
          return 'encrypted'
        }
        rmSync(path, { force: true })
      } catch (error) {
        console.warn(`${basename(path)} could not be written: ${(error as Error).message}`)
      }
      if (value === null) return stored()
      inMemory = { server, value }
      return 'memory'
    },
  }
}

export type SessionStore = ReturnType<typeof sessionStore>

function isSafe(safeStorage: SafeStorage): boolean {
  const weak = ['basic_text', 'unknown']
  return safeStorage.isEncryptionAvailable() && !weak.includes(safeStorage.getSelectedStorageBackend?.() ?? 'system')
}
