import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { root, runNode, stopAll } from './children.mjs'

const storePort = '5173'

/**
 * Runs the API with reload, and the store with hot replacement on its own port, which proxies everything else to the
 * API.
 */
export async function dev() {
  const { api, store } = addressesOf(process.env)
  const parts = [
    runNode(['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
      tool: true,
      env: { PORT: api, STORE_URL: store },
    }),
    runNode(['node_modules/vite/bin/vite.js', 'web-store', '--port', storePort, '--strictPort'], {
      tool: true,
      env: { API_PORT: api },
    }),
  ]
  // Neither is useful without the other.
  const code = await Promise.race(parts)
  stopAll()
  await Promise.all(parts)
  return code
}

/**
 * Reads the API port and the public address of the store from the environment, else from `.env`; the API alone would
 * read that file too late.
 */
export function addressesOf(environment, file = join(root, '.env')) {
  const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...environment }
  return { api: settings.PORT || '3000', store: settings.STORE_URL || `http://localhost:${storePort}` }
}
