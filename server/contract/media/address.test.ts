import { describe, expect, test } from 'vitest'
import { MediaUrl } from '../fields.ts'
import { atWidth, mediaFacts, mediaIdWith, neutralAddress, olderMediaId, storedName, widthsOf } from './address.ts'

const random = 'a1'.repeat(16)
const id = mediaIdWith(random, { width: 1280, height: 720, colour: '#C21B63' })

describe('the address of a picture', () => {
  test('says its sides, its colour and the widths it is offered in', () => {
    expect(id).toBe(`${random}-0128000720c21b63`)
    expect(mediaFacts(`/media/${id}/banner.png`)).toEqual({
      width: 1280,
      height: 720,
      colour: '#c21b63',
      widths: [360, 640, 960, 1280],
    })
    const moving = mediaIdWith(random, { width: 2560, height: 2560, colour: '#ffffff', moving: true })
    expect(mediaFacts(`/media/${moving}/cat.gif`)).toMatchObject({ width: 2560, widths: [] })
    expect(MediaUrl.parse(`/media/${moving}/cat.gif`)).toBe(`/media/${moving}/cat.gif`)
  })

  test.each([
    `/media/${random}/banner.png`,
    `https://elsewhere.example/media/${id}/banner.png`,
    `/media/${random}-0128000720c21b6/file.png`,
    `/media/${random}-0000000720c21b63/file.png`,
    `/media/${random}-0128000720red;}/file.png`,
    `/media/${random}-0x720-c21b63/banner.png`,
    '',
  ])('says nothing where it has no facts: %s', (url) => expect(mediaFacts(url)).toBeUndefined())
})

test('no width is wider than the picture, and none is offered twice', () => {
  expect([300, 360, 800, 1280, 2560].map(widthsOf)).toEqual([
    [300],
    [360],
    [360, 640, 800],
    [360, 640, 960, 1280],
    [360, 640, 960, 1280],
  ])
})

test('names of widths follow from the name', () => {
  const url = `/media/${id}/my.banner-1.png`
  expect(atWidth(url, { width: 1280 }, 640, 'avif')).toBe(`/media/${id}/my.banner-1-640.avif`)
  expect(atWidth('a.webp', { width: 800 }, 800, 'avif')).toBe('a-800.avif')
  expect(atWidth('a.webp', { width: 800 }, 800, 'webp')).toBe('a.webp')
  expect(atWidth('a.webp', { width: 2560 }, 1280, 'webp')).toBe('a-1280.webp')
})

describe('a file stored before 2026-12', () => {
  const older = `${random}-300x250-c21b63`
  const newer = `${random}-0030000250c21b63`

  test.each([
    [`/media/${older}/Banner-Ad.png`, `/media/${newer}/file.png`],
    [`/media/${older}-moving/cat.gif`, `/media/${newer}-moving/file.gif`],
    [`/media/${random}/Advert.mp4`, `/media/${random}/file.mp4`],
    [`/media/${random}/lesson-728x90.pdf`, `/media/${random}/file.pdf`],
  ])('%s has a neutral address with the same facts', (url, neutral) => {
    expect(neutralAddress(url)).toBe(neutral)
    expect(mediaFacts(neutral)).toEqual(mediaFacts(url))
  })

  test.each([
    `/media/${newer}/file-640.avif`,
    `/media/${random}/file.mp4`,
    `/media/${random}/_720.mp4`,
    `/media/${random}/Advert.mp4?key=a`,
    `https://elsewhere.example/media/${random}/Advert.mp4`,
    '',
  ])('%s stays as it is', (url) => expect(neutralAddress(url)).toBe(url))

  test('its id and its names follow from the neutral address', () => {
    expect(olderMediaId(newer)).toBe(older)
    expect(olderMediaId(`${newer}-moving`)).toBe(`${older}-moving`)
    expect(olderMediaId(random)).toBeUndefined()
    expect(storedName('file.png', 'Banner-Ad.png')).toBe('Banner-Ad.png')
    expect(storedName('file-640.avif', 'Banner-Ad.png')).toBe('Banner-Ad-640.avif')
    expect(storedName('file-640.png', 'file-640.png')).toBe('file-640.png')
    expect(storedName('_720.mp4', 'Advert.mp4')).toBe('_720.mp4')
  })
})
