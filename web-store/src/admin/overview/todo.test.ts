import { WAITING_KINDS } from 'contract/todo'
import { expect, test } from 'vitest'
import type { TodoFile } from './TodoCard.tsx'

const files = Object.values(import.meta.glob<TodoFile>('../*/todo.ts', { eager: true }))
const kinds = files.flatMap(({ todo }) => Object.keys(todo))

test('each waiting thing has its words in one folder, unless its feature is deleted', () => {
  expect(kinds.toSorted()).toEqual([...new Set(kinds)].sort())
  const wordless = WAITING_KINDS.filter((kind) => !kinds.includes(kind))
  expect(['backup', 'privacy', 'reports']).toEqual(expect.arrayContaining(wordless))
})
