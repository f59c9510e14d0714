import { expect, test } from 'vitest'
import { titleOfFile } from './lesson-title.ts'

test.each([
  ['01 Why phone editing wins.mp4', 'Why phone editing wins'],
  ['2. Set up your app.MP4', 'Set up your app'],
  ['03-cutting-to-the-beat.mp4', 'cutting to the beat'],
  ['04_captions_people_read.webm', 'captions people read'],
  ['(5) Sound.mp4', 'Sound'],
  ['Lesson 6: Hooks.mp4', 'Hooks'],
  ['10 - 7 ways to begin.mp4', '7 ways to begin'],
  ['100 reels.mp4', 'reels'],
  ['2024.mp4', '2024'],
  ['Before - after.mp4', 'Before - after'],
  ['02 रील कैसे बनाएँ.mp4', 'रील कैसे बनाएँ'],
  ['.mp4', '.mp4'],
  ['   .mp4', '   .mp4'],
])('%s is called %s', (name, title) => expect(titleOfFile(name)).toBe(title))
