import { expect, test } from 'vitest'
import type { PickedFile } from '../platform.tsx'
import { planOf, type ReadFolder, withOther } from './read-folder.ts'

const file = (name: string): PickedFile => ({
  ...{ name, size: 1000, type: '', modified_at: 0, folder: '' },
  read: async () => new Blob(),
})
const read = (...paths: string[]): ReadFolder => ({
  ...{ folder: 'Course', largest: {}, lessons: [], known: new Map() },
  sources: new Map(paths.map((path) => [path, file(path.split('/').at(-1) ?? '')])),
  page: { cover: undefined, description: '', readme: '' },
})

test('another file stands in the place of the one it is chosen for, and one that is left out is no lesson', async () => {
  const folder = read('1 Start/01 Why.mp4', '1 Start/02 How.avi', '1 Start/03 Then.mp4')
  expect(planOf(folder).unusable.map(({ path }) => path)).toEqual(['1 Start/02 How.avi'])
  const other = await withOther(folder, '1 Start/02 How.avi', file('export final.mp4'), new AbortController().signal)
  const plan = planOf(other, ['1 Start/03 Then.mp4'])
  expect(plan.unusable).toEqual([])
  expect(plan.lessons.map(({ title, section }) => [section, title])).toEqual([
    ['Start', 'Why'],
    ['Start', 'How'],
  ])
  expect(other.sources.get('1 Start/02 How.mp4')?.name).toBe('02 How.mp4')
})
