import { expect, test } from 'vitest'
import { errorsOf, type FieldProblem, refilled } from './use-fields.ts'

type Values = { state: string; number: string }

/** A number begins with the code of its state. */
const check = ({ state, number }: Values): FieldProblem<Values>[] => [
  ...(state ? [] : [{ field: 'state' as const, message: 'Choose a state' }]),
  ...(number.startsWith(state) ? [] : [{ field: 'number' as const, message: 'Of another state' }]),
]

test('a field shows only its first message', () => {
  const problems = [
    { field: 'number', message: 'Missing' },
    { field: 'number', message: 'Too short' },
  ] as const
  expect(errorsOf<Values>(problems)).toEqual({ number: 'Missing' })
})

test('a message disappears when its field is corrected, and stays until then', () => {
  const empty = { values: { state: '', number: '' }, errors: { state: 'Choose a state' } }
  expect(refilled(empty, { state: '27' }, () => []).errors).toEqual({})
  const wrong = { values: { state: '27', number: '0' }, errors: { number: 'Of another state' } }
  expect(refilled(wrong, { number: '09' }, check)).toEqual({ ...wrong, values: { state: '27', number: '09' } })
})

test('correcting one field clears the error it caused in another', () => {
  const wrong = { values: { state: '27', number: '09A' }, errors: { number: 'Of another state' } }
  expect(refilled(wrong, { state: '09' }, check)).toEqual({ values: { state: '09', number: '09A' }, errors: {} })
})

test('no field is marked wrong during typing, and the server’s message for another field stays', () => {
  const taken = { values: { state: '27', number: '27A' }, errors: { number: 'Is taken' } }
  expect(refilled(taken, { state: '' }, check).errors).toEqual({ number: 'Is taken' })
  expect(refilled(taken, { number: '27B' }, check).errors).toEqual({})
})
