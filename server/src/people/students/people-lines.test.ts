import { expect, test } from 'vitest'
import { readPeople } from './people-lines.ts'

const short = (text: string) =>
  readPeople(text).map(({ line, email, phone, name, problem }) => [line, email, phone, name, problem])

test('a pasted list has one person per line, whatever the line holds', () => {
  expect(
    short(
      'ASHA@Example.com\n\n  +91 98765-43210\r\nRavi Kumar <ravi@example.com>\nmeera@example.com\t9812345678\tMeera\n',
    ),
  ).toEqual([
    [1, 'asha@example.com', null, null, null],
    [3, null, '919876543210', null, null],
    [4, 'ravi@example.com', null, 'Ravi Kumar', null],
    [5, 'meera@example.com', '9812345678', 'Meera', null],
  ])
})

test('a spreadsheet’s table: byte order mark, semicolons, quotes, columns in any order, cells guarded against formulas', () => {
  const table =
    '\uFEFFName;City;Mobile No;E-Mail\r\n"Verma; Asha";Pune;\'+919876543210;asha@example.com\r\n;;;ravi@example.com\r\n'
  expect(short(table)).toEqual([
    [2, 'asha@example.com', '919876543210', 'Verma; Asha', null],
    [3, 'ravi@example.com', null, null, null],
  ])
})

test('a line that is nobody says why, by its number', () => {
  const problems = short('asha@\n12345\n9.19877E+11\nAsha Verma\nok@example.com').map(([line, , , , problem]) => [
    line,
    problem,
  ])
  expect(problems).toEqual([
    [1, '“asha@” is no email address'],
    [2, '“12345” is no phone number'],
    [3, 'The spreadsheet has cut this number short: 9.19877E+11'],
    [4, 'There is neither an email nor a phone number'],
    [5, null],
  ])
})

test('a table that cannot be read, and one that is too long, are refused whole', () => {
  expect(() => readPeople('name,email\n"Asha,asha@example.com\n')).toThrow(/Line \d+ cannot be read/)
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `s${at}@example.com`).join('\n')
  expect(readPeople(lines(5000))).toHaveLength(5000)
  expect(readPeople(`email\n${lines(5000)}`)).toHaveLength(5000)
  expect(() => readPeople(lines(5001))).toThrow('At most 5,000 lines at once')
})

test('a cell of any length and shape is read at once', () => {
  const odd = `x${' '.repeat(300_000)}y <z`
  expect(short(odd)[0]?.slice(1, 3)).toEqual([null, null])
})
