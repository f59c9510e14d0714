import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { uploadLimitsQuery } from '../media/media.queries.ts'
import type { PickedFile } from '../platform.tsx'
import { planOf, type ReadFolder, readFolder, withOther } from './read-folder.ts'

const file = (name: string): PickedFile => ({
  ...{ name, size: 1000, type: '', modified_at: 0, folder: '' },
  read: async () => new Blob(),
})
const read = (...paths: string[]): ReadFolder => ({
  ...{ folder: 'Course', largest: {}, lessons: [], known: new Map(), languages: new Map(), unread: [] },
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

test('subtitles are in the language of their script, and a text in another encoding is named before anything goes up', async () => {
  const holding = (path: string, bytes: Buffer): PickedFile => ({
    ...{ name: path, size: bytes.length, type: '', modified_at: 0, folder: 'Course/' },
    read: async (start, length) => new Blob([new Uint8Array(bytes.subarray(start, start + length))]),
  })
  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`
  const long = cue('नमस्ते, यह कोर्स है।\n').repeat(3_000)
  const files = [
    holding('README.md', Buffer.from('Caf\xe9 for reels', 'latin1')),
    ...['1 a', '2 b', '3 c', '4 d'].map((name) => holding(`${name}.mp4`, Buffer.from('x'))),
    holding('1 a.srt', Buffer.from(`\ufeff${cue('नमस्ते, आप कैसे हैं')}`, 'utf16le')),
    holding('2 b.srt', Buffer.from(cue('नमस्कार, तुम्ही कसे आहात? हे सोपे आहे'))),
    holding('3 c.srt', Buffer.from(long)),
    holding('4 d.mr.srt', Buffer.from(cue('नमस्ते, आप कैसे हैं'))),
  ]
  const queries = new QueryClient()
  queries.setQueryData(uploadLimitsQuery.queryKey, { max_bytes: {} } as never)
  const read = await readFolder(files, undefined, queries, { signal: new AbortController().signal, onProgress() {} })
  const plan = planOf(read)
  expect(plan.lessons.map(({ captions }) => captions.map(({ language }) => language))).toEqual([
    ['hi'],
    ['mr'],
    ['hi'],
    ['mr'],
  ])
  expect(plan.unusable).toEqual([
    { path: 'README.md', size: 14, reason: expect.stringMatching(/looks like windows-1252.*Save it as UTF-8/) },
  ])
})
