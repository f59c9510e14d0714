import { beforeEach, expect, it } from 'vitest'
import { studentDrafts } from './drafts.ts'
import { useSession } from './session.ts'

const student = { user_id: 'usr_asha', name: 'Asha', email: 'asha@example.com', phone: '9876543210' }
const note = { text: 'Two lines', second: 12.5, key: 'key of a note' }

beforeEach(() => {
  useSession.setState({ user: student })
  const stored = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
  studentDrafts.forget()
})

/** Reloads the page: empty memory, the same tab storage. */
const reload = (of = student.user_id) => studentDrafts.open(of)

it('a draft of one form stays over a reload until it is sent or its student leaves', () => {
  studentDrafts.keep('note one', note)
  studentDrafts.keep('note two', { ...note, second: null })
  studentDrafts.keep('change one', { text: 'Three lines', version: 2 })
  reload()
  expect(studentDrafts.read('note one')).toEqual(note)
  studentDrafts.keep('note one', undefined)
  reload()
  expect([studentDrafts.read('note one'), studentDrafts.read('note two')]).toEqual([
    undefined,
    { ...note, second: null },
  ])
  expect(studentDrafts.read('change one')).toEqual({ text: 'Three lines', version: 2 })
  reload('usr_bela')
  reload()
  expect(studentDrafts.read('note two')).toBeUndefined()
})

it('a spoiled storage holds no draft', () => {
  for (const spoiled of ['null', '{"of":"usr_asha"}', '{"of":"usr_asha","drafts":"null"}', 'x']) {
    sessionStorage.setItem('lesson_drafts', spoiled)
    reload()
    expect(studentDrafts.read('note one'), spoiled).toBeUndefined()
  }
})

it('the last draft leaves nothing in the storage of the tab', () => {
  studentDrafts.keep('note one', note)
  expect(sessionStorage.getItem('lesson_drafts')).not.toBeNull()
  studentDrafts.keep('note one', undefined)
  expect(sessionStorage.getItem('lesson_drafts')).toBeNull()
})
