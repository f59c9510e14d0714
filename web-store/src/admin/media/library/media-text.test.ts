import { expect, test } from 'vitest'
import type { MediaItem } from '../media.queries.ts'
import { createSpeedMeter, secondsLeft } from '../queue/speed-meter.ts'
import { bytesText, fileList, kindName, leftText, lengthText, usedText, videoText } from './media-text.ts'

test('sizes have the unit in which they are short', () => {
  const [KB, MB, GB] = [1024, 1024 ** 2, 1024 ** 3]
  expect([0, 1, 1023, KB, 1.5 * KB, 9.96 * KB, 310 * KB, MB - 1, 1.5 * GB, GB - 1, 3000 * GB].map(bytesText)).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '10 KB',
    '310 KB',
    '1 MB',
    '1.5 GB',
    '1 GB',
    '2.9 TB',
  ])
})

test('remaining times, lengths and uses read as words', () => {
  expect([1, 59, 60, 89, 90, 3569, 3570, 3600, 5400].map(leftText)).toEqual([
    '1 s left',
    '59 s left',
    '1 min left',
    '1 min left',
    '2 min left',
    '59 min left',
    '1 h left',
    '1 h left',
    '1.5 h left',
  ])
  expect([0, 9.4, 59.6, 3599, 3600, 3750].map(lengthText)).toEqual([
    '0:00',
    '0:09',
    '1:00',
    '59:59',
    '1:00:00',
    '1:02:30',
  ])
  expect((['image', 'pdf'] as const).map(kindName)).toEqual(['Image', 'PDF'])
  expect([0, 1, 3].map(usedText)).toEqual(['Not used', 'Used in 1 place', 'Used in 3 places'])
})

test('the speed is that of the last seconds; a first burst is no second', () => {
  let now = 0
  const meter = createSpeedMeter(() => now)
  expect(meter.speed()).toBe(0)
  meter.add(1000)
  expect(meter.speed()).toBe(2000)
  now = 2000
  meter.add(3000)
  expect(meter.speed()).toBe(2000)
  now = 7000
  expect(meter.speed()).toBe(600)
  now = 8000
  expect(meter.speed()).toBe(0)
  expect([secondsLeft(1001, 100), secondsLeft(1000, 0), secondsLeft(0, 100)]).toEqual([11, undefined, undefined])
})

test('the qualities of a video read as a few words', () => {
  const video = { percent: 0, heights: [], problem: null }
  expect(videoText({ ...video, state: 'original' })).toBe('Original quality only')
  expect(videoText({ ...video, state: 'waiting' })).toBe('Waiting to be processed')
  expect(videoText({ ...video, state: 'making', percent: 40 })).toBe('Processing video, 40 %')
  expect(videoText({ ...video, state: 'ready', heights: [240, 480, 720] })).toBe('240p to 720p')
  expect(videoText({ ...video, state: 'ready', heights: [240] })).toBe('240p')
  expect(videoText({ ...video, state: 'failed', problem: 'ffmpeg could not make it' })).toBe(
    'Original quality only: ffmpeg could not make it',
  )
})

const file = { kind: 'pdf', folder: 'Work, books', bytes: 12, paid: true, used_in: [], url: '/media/a/b.pdf' }

test('an exported list has files with their addresses, and no name runs in a spreadsheet', () => {
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
