import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseEnv } from 'node:util'
import { root, runNode, stopAll } from './children.mjs'

const storePort = '5173'

/** The store with hot replacement on its own port, which passes everything else on to the API; the API with reload. */
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
  // One without the other is of no use.
  const code = await Promise.race(parts)
  stopAll()
  await Promise.all(parts)
  return code
}

/** The port of the API and the public address of the store: as the environment says, else `.env`, which the API alone would read too late. */
export function addressesOf(environment, file = join(root, '.env')) {
  const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...environment }
  return { api: settings.PORT || '3000', store: settings.STORE_URL || `http://localhost:${storePort}` }
}
