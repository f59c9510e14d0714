import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

it('later() is the only way to lazy-load a part: a bare lazy() takes the page down when its file fails', () => {
  expect(sources.filter(({ text }) => /\blazy\(/.test(text)).map(({ name }) => name)).toEqual(['ui/later.tsx'])
})

/** Code before an `import()` that offers a next step if the file fails to load. */
const WAYS = [
  /\b(later|laterPage|refetchStale|header)(<[^()]*>)?\((\s*'[^']+',)?\s*\(\) =>\s*$/,
  /\bserverMarkup(<[^()]*>)?\(\s*import\.meta\.env\.SSR \? \(await import\('[^']+'\)\)\.default : undefined,\s*\(\) =>\s*$/,
  // The server has every file.
  /\bimport\.meta\.env\.SSR \? \(await\s*$/,
]

/** Files that handle failures themselves, or need no handling. */
const BY_THEMSELVES = {
  'refetch-stale.ts': 'is such a way',
  'entry-client.tsx': 'lets the app say so, in English',
  'ui/Toasts.tsx': 'gives what it fetches ahead to later()',
  'shared/login/RegisterForm.tsx': 'leaves the checks to the server',
  'app/StoreLayout.tsx': 'leaves the visit uncounted, and the focus to the browser',
  'admin/AdminRoutes.tsx': 'leaves the focus to the browser',
  'features/checkout/use-billing.ts': 'leaves the checks to the server',
  'features/checkout/use-purchase.ts': 'leaves the password to the link of the welcome email',
  'shared/cart/buy-link.ts': 'leaves the code in the address, for the next load',
  'shared/cart/code-link.ts': 'leaves the code in the address, for the next load',
  'shared/cart/priced-cart.ts': 'is tried again, and the total waits',
  'features/learn/player/use-engine.ts': 'plays the original',
  'admin/content/admin-awaited-courses.ts': 'is tried again, like a save without a network',
}

it('every lazily loaded file has a way on: a new one states what happens when it fails', () => {
  const found = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/\bimport\((?=[\s/'"`])/g)]
      .map(({ index }) => text.slice(Math.max(0, index - 200), index))
      .filter((before) => !/(typeof |: |Fits<|Part<)$/.test(before))
      .filter((before) => !WAYS.some((way) => way.test(before)))
      .map(() => name),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(BY_THEMSELVES).sort())
})
