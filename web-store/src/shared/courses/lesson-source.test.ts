import { describe, expect, test } from 'vitest'
import { downloadHref, lessonSource } from './lesson-source.ts'

const MEDIA = '/media/aB3dE6gH9jK2mN5p'
const tube = (id: string) => ({ kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}` })
const vimeo = (rest: string) => ({ kind: 'frame', src: `https://player.vimeo.com/video/${rest}` })
const google = (rest: string) => ({ kind: 'frame', src: `https://${rest}` })
const ID = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms'

test("a host of the owner's own is framed unchanged, and only that host", () => {
  const link = 'https://videos.shop.example/embed/7?x=1'
  expect(lessonSource(link, ['videos.shop.example'])).toEqual({ kind: 'frame', src: link })
  expect(lessonSource(link, ['shop.example'])).toEqual({ kind: 'link', href: link })
  expect(lessonSource('https://videos.shop.example:8443/7', ['videos.shop.example'])).toMatchObject({ kind: 'link' })
})

describe('among own files,', () => {
  test.each(['mp4', 'webm', 'ogg', 'MP4'])('a %s of the store plays in the page', (type) => {
    expect(lessonSource(`${MEDIA}/lesson.${type}`)).toEqual({ kind: 'video', src: `${MEDIA}/lesson.${type}` })
  })

  test('a signed address keeps its signature', () => {
    expect(lessonSource(`${MEDIA}/lesson.mp4?until=9&sig=x`)).toEqual({
      kind: 'video',
      src: `${MEDIA}/lesson.mp4?until=9&sig=x`,
    })
  })

  test('a PDF is read in the page, and downloads under its address', () => {
    const signed = `${MEDIA}/sheet.pdf?user=a&until=9&key=x`
    expect(lessonSource(signed)).toEqual({ kind: 'pdf', href: signed })
    expect(downloadHref(signed)).toBe(`${signed}&download`)
    expect(downloadHref(`${MEDIA}/sheet.pdf`)).toBe(`${MEDIA}/sheet.pdf`)
    expect(lessonSource('https://docs.example/sheet.pdf')).toMatchObject({ kind: 'link' })
  })

  test('a file that is no video opens in a new tab', () => {
    expect(lessonSource(`${MEDIA}/sheet.webp`)).toEqual({ kind: 'link', href: `${MEDIA}/sheet.webp` })
  })
})

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', tube('aqz-KE-bpKQ')],
  ['https://www.youtube.com/watch?list=PL123&v=aqz-KE-bpKQ&feature=share', tube('aqz-KE-bpKQ')],
  ['  https://youtu.be/aqz-KE-bpKQ?si=abc  ', tube('aqz-KE-bpKQ')],
  ['https://youtu.be/aqz-KE-bpKQ?t=1m30s', tube('aqz-KE-bpKQ?start=90')],
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=42', tube('aqz-KE-bpKQ?start=42')],
  ['https://m.youtube.com/shorts/aqz-KE-bpKQ', tube('aqz-KE-bpKQ')],
  ['https://youtube.com/live/aqz-KE-bpKQ?feature=share', tube('aqz-KE-bpKQ')],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1', tube('aqz-KE-bpKQ')],
  ['https://vimeo.com/1084537', vimeo('1084537')],
  ['https://vimeo.com/1084537/ab12cd34ef', vimeo('1084537?h=ab12cd34ef')],
  ['https://vimeo.com/channels/staffpicks/1084537', vimeo('1084537')],
  ['https://vimeo.com/groups/shortfilms/videos/1084537', vimeo('1084537')],
  ['https://player.vimeo.com/video/1084537?h=ab12cd34ef&autoplay=1', vimeo('1084537?h=ab12cd34ef')],
  [`https://drive.google.com/file/d/${ID}/view?usp=sharing`, google(`drive.google.com/file/d/${ID}/preview`)],
  [`https://drive.google.com/open?id=${ID}`, google(`drive.google.com/file/d/${ID}/preview`)],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`, google(`docs.google.com/spreadsheets/d/${ID}/preview`)],
  [`https://docs.google.com/presentation/d/${ID}/preview`, google(`docs.google.com/presentation/d/${ID}/preview`)],
  [
    `https://docs.google.com/forms/d/e/${ID}/viewform`,
    google(`docs.google.com/forms/d/e/${ID}/viewform?embedded=true`),
  ],
  [`https://docs.google.com/document/d/e/${ID}/pub`, google(`docs.google.com/document/d/e/${ID}/pub`)],
])('%s is framed', (link, expected) => {
  expect(lessonSource(link)).toEqual(expected)
})

test.each([
  'https://learn.example.com/lesson/4',
  'https://www.youtube.com/@skillhaat',
  'https://www.youtube.com/watch?v=too-short',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://vimeo.com/skillhaat',
  'https://vimeo.com/ondemand/1084537/settings',
  'https://drive.google.com/drive/folders/abc',
  'https://docs.google.com/document/u/0/',
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://evilyoutube.com/embed/aqz-KE-bpKQ',
  'https://player.vimeo.com.evil.example/video/1084537',
  'https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ',
  'https://evil.example/https://www.youtube.com/embed/aqz-KE-bpKQ',
])('%s is not framed but opens in a new tab', (link) => {
  expect(lessonSource(link)).toEqual({ kind: 'link', href: link })
})

test.each([
  '',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://youtu.be/aqz-KE-bpKQ',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://www.youtube.com/aqz-KE-bpKQ',
  'file:///etc/passwd',
  'vbscript:x',
  'http://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://user:pw@www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com@evil.example/embed/aqz-KE-bpKQ',
  'https:\\\\evil.example\\x',
  'https://evil.example /x',
  '//evil.example/embed/aqz-KE-bpKQ',
  `//evil.example${MEDIA}/lesson.mp4`,
  '/\\evil.example/lesson.mp4',
  '\\\\evil.example\\lesson.mp4',
  '/api/logout',
  '/media/../api/logout',
  `${MEDIA}/../../admin`,
  `${MEDIA}/a/b.mp4`,
  `/media//evil.example/lesson.mp4`,
  'lesson.mp4',
])('%j is shown nowhere', (link) => {
  expect(lessonSource(link)).toEqual({ kind: 'none' })
  expect(downloadHref(link)).toBeUndefined()
})

test('a frame never carries anything of the link but the id, the start and the key of an unlisted video', () => {
  const src = lessonSource('https://www.youtube.com/embed/aqz-KE-bpKQ?origin=https://evil.example&autoplay=1#x')
  expect(src).toEqual(tube('aqz-KE-bpKQ'))
  expect(lessonSource('https://vimeo.com/1084537/"><script>')).toEqual(vimeo('1084537'))
  expect(lessonSource('https://vimeo.com/1084537?h="><script>')).toEqual(vimeo('1084537'))
})

test('resources to download are the page as linked, never an embed', () => {
  expect(downloadHref(null)).toBeUndefined()
  expect(downloadHref(`${MEDIA}/pack.mp4`)).toBe(`${MEDIA}/pack.mp4`)
  expect(downloadHref('https://files.example.com/pack.zip')).toBe('https://files.example.com/pack.zip')
  expect(downloadHref(`https://drive.google.com/file/d/${ID}/view`)).toBe(`https://drive.google.com/file/d/${ID}/view`)
})
