import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import storeConfig from '../vite.config.ts'

test('what the API answers beside the pages of the store, the store in development passes on to it', () => {
  const app = readFileSync(join(import.meta.dirname, '../../server/src/app.ts'), 'utf8')
  const mounted = [...app.matchAll(/app\.(?:use|get)\('(\/[^']+)'/g)].map(([, path]) => `${path}/`)
  expect(mounted).toContain('/pay/')
  const proxy = Object.keys(storeConfig({ command: 'serve', mode: 'development' }).server?.proxy ?? {})
  // Asked on the machine itself, at the API's port.
  const own = ['/metrics/']
  expect(mounted.filter((path) => !own.includes(path) && !proxy.some((to) => path.startsWith(to)))).toEqual([])
})
