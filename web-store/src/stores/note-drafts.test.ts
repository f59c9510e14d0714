import { beforeEach, expect, it } from 'vitest'
import { lessonDraft } from './draft.ts'
import { noteChanges, noteDrafts } from './note-drafts.ts'
import { useSession } from './session.ts'

const student = { user_id: 'usr_asha', name: 'Asha', email: 'asha@example.com', phone: '9876543210' }

beforeEach(() => {
  useSession.setState({ user: student })
  const kept = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})

const note = { text: 'Two lines', second: 12.5, key: 'key of a note' }

it('what is being written is kept by lesson, until it is sent or the student leaves', () => {
  noteDrafts.keep('one', note)
  noteDrafts.keep('two', { ...note, text: 'Other', second: null })
  expect(noteDrafts.read('one')).toEqual(note)
  noteDrafts.forget('one')
  expect([noteDrafts.read('one'), noteDrafts.read('two')?.text]).toEqual([undefined, 'Other'])
  lessonDraft.forget()
  expect(noteDrafts.read('two')).toBeUndefined()
})

it('other words of a note are kept under its id, with the version that they are to replace', () => {
  noteDrafts.keep('one', note)
  noteChanges.keep('one', { text: 'Three lines', version: 2 })
  expect([noteChanges.read('one'), noteDrafts.read('one')]).toEqual([{ text: 'Three lines', version: 2 }, note])
  noteChanges.forget('one')
  expect([noteChanges.read('one'), noteDrafts.read('one')]).toEqual([undefined, note])
})

it('only so many lessons are kept, the last ones', () => {
  for (let at = 0; at < 25; at += 1) noteDrafts.keep(`lesson ${at}`, note)
  expect([noteDrafts.read('lesson 4'), noteDrafts.read('lesson 5')]).toEqual([undefined, note])
})

it('what was spoiled is no note', () => {
  const of = student.user_id
  const drafts = '{"note one":{"text":1},"note two":{"text":"x","second":"y","key":"long enough"}}'
  lessonDraft.keep({ drafts, of })
  expect(noteDrafts.read('one')).toBeUndefined()
  expect(noteDrafts.read('two')).toEqual({ text: 'x', second: null, key: 'long enough' })
  lessonDraft.keep({ drafts: 'null', of })
  expect(noteDrafts.read('constructor')).toBeUndefined()
})
