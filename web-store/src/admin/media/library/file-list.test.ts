import { expect, it } from 'vitest'
import type { MediaItem } from '../media.queries.ts'
import { fileList } from './file-list.ts'

const file = { kind: 'pdf', folder: 'Work, books', bytes: 12, paid: true, used_in: [], url: '/media/a/b.pdf' }

it('lists files with their addresses, and no name runs in a spreadsheet', () => {
  const items = [
    { ...file, name: '=HYPERLINK("x")' },
    { ...file, name: 'b.pdf', paid: false },
  ] as unknown as MediaItem[]
  expect(fileList(items, ({ url }) => `https://shop.example${url}`)).toBe(
    'name,kind,folder,bytes,buyers_only,used_in,address\r\n' +
      `"'=HYPERLINK(""x"")",pdf,"Work, books",12,yes,0,https://shop.example/media/a/b.pdf\r\n` +
      'b.pdf,pdf,"Work, books",12,no,0,https://shop.example/media/a/b.pdf\r\n',
  )
})
