import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tabs } from '../tabs.ts'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))

/** Where the words stand that a notice says, when that is no `ErrorState` beside it. */
const ELSEWHERE = {
  'forms/CourseSelect.tsx': 'at its field',
  'inbox/Messages.tsx': 'in InboxPanes.tsx',
  'inbox/Questions.tsx': 'in InboxPanes.tsx',
  'inbox/Work.tsx': 'in InboxPanes.tsx',
}

it('what could not be fetched is said in a notice and in its place, in the same words', () => {
  const said = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/useFailureToast\([^,]+, ([^)]+)\)/g)].map(([, words = '']) => ({ name, text, words })),
  )
  expect(said.length).toBeGreaterThan(15)
  const silent = said.filter(({ text, words }) => {
    const title = words.startsWith("'") ? `title="${words.slice(1, -1)}"` : `title={${words}}`
    return !new RegExp(`<ErrorState\\s+${title.replace(/[{}]/g, '\\$&')}[^>]* onRetry=`).test(text)
  })
  expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(ELSEWHERE).sort())
})

it('a tab that fetches says when it could not, or its parts do', () => {
  const files: string[] = tabs.map(({ file }) => file)
  const fetching = sources.filter(({ name, text }) => files.includes(name) && text.includes('useQuery('))
  expect(fetching.length).toBeGreaterThan(15)
  const silent = fetching.filter(({ text }) => !text.includes('<ErrorState'))
  expect(silent.map(({ name }) => name).sort()).toEqual(['inbox/InboxTab.tsx'])
})
