import { MOVE_IN_BYTES } from 'contract/foreign-table'
import { expect, test } from 'vitest'
import { refusalOf } from './use-move-files.ts'

test('a file that cannot be a table is refused with what to do, before it is sent', () => {
  const refused = (name: string, size = 100) => refusalOf({ name, size })
  expect(refused('learners.csv')).toBeUndefined()
  expect(refused('विद्यार्थी सूची.XLSX')).toBeUndefined()
  expect(refused('Export')).toBeUndefined()
  expect(refused('old.XLS')).toMatch('Save it as XLSX or CSV')
  expect(refused('lesson 1.mp4')).toMatch('Videos go to Media')
  expect(refused('learners.csv', 0)).toMatch('empty')
  expect(refused('learners.csv', MOVE_IN_BYTES)).toBeUndefined()
  expect(refused('learners.csv', MOVE_IN_BYTES + 1)).toMatch('20 MB')
})
