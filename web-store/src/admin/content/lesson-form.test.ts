import { describe, expect, it } from 'vitest'
import { contentResolver, emptyLesson, lessonsIn, toForm, typedSeconds } from './lesson-form.ts'

describe('pasted lessons', () => {
  it('takes a title before its address, in the ways in which lists are written', () => {
    const text = [
      '1. Why phone editing wins, https://youtu.be/a81kZZ',
      'Set up your app\thttps://vimeo.com/12345\thttps://files.example.com/setup.pdf',
      '• Captions that people read - https://youtu.be/c77xyz',
      'A line without an address',
    ].join('\n')
    expect(lessonsIn(text)).toMatchObject([
      { lesson_id: '', title: 'Why phone editing wins', watch_link: 'https://youtu.be/a81kZZ', download_link: '' },
      {
        lesson_id: '',
        title: 'Set up your app',
        watch_link: 'https://vimeo.com/12345',
        download_link: 'https://files.example.com/setup.pdf',
      },
      { lesson_id: '', title: 'Captions that people read', watch_link: 'https://youtu.be/c77xyz', download_link: '' },
    ])
  })

  it('names a bare address by its file, and leaves out what is no address of ours to take', () => {
    const media = `/media/${'a'.repeat(32)}/first_steps.mp4`
    expect(lessonsIn(`${media}\njavascript:alert(1)\nhttp://plain.example.com/x`)).toMatchObject([
      { title: 'first steps', watch_link: media },
    ])
  })

  it('begins with one empty lesson where there is none', () => {
    expect(toForm([]).content).toHaveLength(1)
  })
})

it('reads a length as people write it, and tells what is none at its field', async () => {
  const given = ['4:20', '1:04:20', ' 0:05 ', '90:00', '', '4.20', '4:60', 'ten'].map(typedSeconds)
  expect(given).toEqual([260, 3860, 5, 5400, null, Number.NaN, Number.NaN, Number.NaN])
  const content = [{ ...emptyLesson, title: 'A', watch_link: 'https://vimeo.com/1', length: 'ten' }]
  const { errors } = await contentResolver('reels', 'https://store.example')({ content }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(errors.content?.[0]?.length).toMatchObject({ message: 'Length must be a time such as 4:20' })
})
