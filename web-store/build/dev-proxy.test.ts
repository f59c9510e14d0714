import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import storeConfig from '../vite.config.ts'

test('the development store proxies every path that the API answers beside pages', () => {
  const app = readFileSync(join(import.meta.dirname, '../../server/src/app.ts'), 'utf8')
  const mounted = [...app.matchAll(/app\.(?:use|get)\('(\/[^']+)'/g)].map(([, path]) => `${path}/`)
  expect(mounted).toContain('/pay/')
  const proxy = Object.keys(storeConfig({ command: 'serve', mode: 'development' }).server?.proxy ?? {})
  // Read on the API's own port.
  const own = ['/metrics/']
  expect(mounted.filter((path) => !own.includes(path) && !proxy.some((to) => path.startsWith(to)))).toEqual([])
})
