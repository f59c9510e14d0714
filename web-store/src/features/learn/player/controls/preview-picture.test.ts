import { expect, test } from 'vitest'
import { previewPicture } from './SeekBar.tsx'

const sheet = { url: '/media/x/_sprite.jpg', every: 5, count: 23, columns: 10, width: 320, height: 180 }

test('each second has its picture on the sheet, at half its size where it is wide', () => {
  const at = (second: number) => previewPicture(sheet, second).backgroundPosition
  expect([at(0), at(4.9), at(5), at(49), at(50), at(112)]).toEqual([
    '0px 0px',
    '0px 0px',
    '-160px 0px',
    '-1440px 0px',
    '0px -90px',
    '-320px -180px',
  ])
  expect(previewPicture(sheet, 0)).toMatchObject({ width: '160px', height: '90px', backgroundSize: '1600px auto' })
})

test('a second beyond the last picture has the last one', () => {
  expect(previewPicture(sheet, 9_999).backgroundPosition).toBe('-320px -180px')
})
