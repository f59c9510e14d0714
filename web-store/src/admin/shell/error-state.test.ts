import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tabs } from '../tabs/tabs.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

it('a failed request has the same words in its notice and in its place', () => {
  const shown = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/useFailureToast\([^,]+, ([^)]+)\)/g)].map(([, words = '']) => ({ name, text, words })),
  )
  // A list says it through `ListTab`.
  expect(shown.length + sources.filter(({ text }) => text.includes('<ListTab')).length).toBeGreaterThan(15)
  const silent = shown.filter(({ text, words }) => {
    const value = words.startsWith("'") ? `"${words.slice(1, -1)}"` : `{${words}}`
    return !new RegExp(`<(ErrorState\\s+title|Loaded\\s[^>]*failed)=${value.replace(/[{}]/g, '\\$&')}`).test(text)
  })
  // A course to choose says it at its field.
  expect(silent.map(({ name }) => name)).toEqual(['forms/CourseSelect.tsx'])
})

it('a tab that fetches says when it could not, or its parts do', () => {
  const files: string[] = tabs.map(({ file }) => file)
  const fetching = sources.filter(({ name, text }) => files.includes(name) && text.includes('useQuery('))
  expect(fetching.length).toBeGreaterThan(15)
  const silent = fetching.filter(({ text }) => !/<(ErrorState|Loaded|ListTab)/.test(text))
  expect(silent.map(({ name }) => name)).toEqual(['inbox/InboxTab.tsx'])
})
