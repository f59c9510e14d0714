import { describe, expect, it } from 'vitest'
import { lessonsIn, toForm } from './lesson-form.ts'

describe('pasted lessons', () => {
  it('takes a title before its address, in the ways in which lists are written', () => {
    const text = [
      '1. Why phone editing wins, https://youtu.be/a81kZZ',
      'Set up your app\thttps://vimeo.com/12345\thttps://files.example.com/setup.pdf',
      '• Captions that people read - https://youtu.be/c77xyz',
      'A line without an address',
    ].join('\n')
    expect(lessonsIn(text)).toEqual([
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
