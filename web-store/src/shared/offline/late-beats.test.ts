import { expect, it } from 'vitest'
import { type LateBeat, mergedBeats } from './late-beats.ts'

it('the beats of a lesson merge into one: all its seconds and the last position', () => {
  const place = (second: number, at: number) => ({ second, tab: 't', number: at, at })
  const beat = (lesson_id: string, seconds: number, more: Partial<LateBeat> = {}): LateBeat => ({
    course_id: 'c',
    lesson_id,
    seconds,
    ...more,
  })
  expect(
    mergedBeats([
      beat('one', 10, { position: place(10, 1) }),
      beat('two', 5),
      beat('one', 10, { position: place(20, 2), completed: true }),
      beat('one', 3),
    ]),
  ).toEqual([beat('one', 23, { position: place(20, 2), completed: true }), beat('two', 5)])
})
