import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { PickedFile } from '../host/platform.tsx'
import { uploadLimitsQuery } from '../media/media.queries.ts'
import { planOf, type ReadFolder, readFolder, withOther } from './read-folder.ts'

const MP4 = Buffer.from(`\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\0\x08moov\0\0\0\x10mdat${'\0'.repeat(8)}`, 'latin1')
const holding = (name: string, bytes: Buffer, folder = ''): PickedFile => ({
  name,
  size: bytes.length,
  type: '',
  modified_at: 0,
  folder,
  read: async (start, end) => new Blob([new Uint8Array(bytes.subarray(start, end))]),
})
const file = (name: string) => holding(name, MP4)
const read = (...paths: string[]): ReadFolder => ({
  folder: 'Course',
  largest: {},
  lessons: [],
  known: new Map(),
  facts: new Map(),
  unread: [],
  sources: new Map(paths.map((path) => [path, file(path.split('/').at(-1) ?? '')])),
  page: { cover: undefined, description: '', readme: '' },
})

test('another file replaces the one it is chosen for, and an excluded one is no lesson', async () => {
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
  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`
  const long = cue('नमस्ते, यह कोर्स है।\n').repeat(3_000)
  const files = [
    holding('README.md', Buffer.from('Caf\xe9 for reels', 'latin1'), 'Course/'),
    ...['1 a', '2 b', '3 c', '4 d'].map((name) => holding(`${name}.mp4`, MP4, 'Course/')),
    holding('1 a.srt', Buffer.from(`\ufeff${cue('नमस्ते, आप कैसे हैं')}`, 'utf16le'), 'Course/'),
    holding('2 b.srt', Buffer.from(cue('नमस्कार, तुम्ही कसे आहात? हे सोपे आहे')), 'Course/'),
    holding('3 c.srt', Buffer.from(long), 'Course/'),
    holding('4 d.mr.srt', Buffer.from(cue('नमस्ते, आप कैसे हैं')), 'Course/'),
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

test('a video with a text in it, or cut off, is named before anything goes up', async () => {
  const files = [
    holding('1 whole.mp4', MP4),
    holding('2 text.mp4', Buffer.from('This is no video at all.')),
    holding('3 half.mp4', MP4.subarray(0, 44)),
    holding('4 head.mp4', MP4.subarray(0, 24)),
    holding('5 page.pdf', Buffer.from('<html><p>Not found</p></html>')),
  ]
  const queries = new QueryClient()
  queries.setQueryData(uploadLimitsQuery.queryKey, { max_bytes: {} } as never)
  const plan = planOf(
    await readFolder(files, undefined, queries, { signal: new AbortController().signal, onProgress() {} }),
  )
  expect(plan.lessons.map(({ title }) => title)).toEqual(['whole'])
  expect(plan.unusable.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    '2 text.mp4: This file is no video inside. Open it, export it again, or leave it out.',
    '3 half.mp4: This video is cut off: a part of it is missing. Copy or export it again and upload that.',
    '4 head.mp4: This video is cut off: a part of it is missing. Copy or export it again and upload that.',
    '5 page.pdf: This file is no PDF inside. Open it, export it again, or leave it out.',
  ])
})
