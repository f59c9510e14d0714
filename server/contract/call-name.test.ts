import { expect, test } from 'vitest'
import { callName, nameParts } from './call-name.ts'

test.each([
  ['Dr. Asha Rao', 'Asha', 'Rao'],
  ['Mohd. Irfan Khan', 'Irfan', 'Khan'],
  ['S. Ramesh', 'Ramesh', null],
  ['R K Laxman', 'Laxman', null],
  ['Smt. Lakshmi Devi', 'Lakshmi', 'Devi'],
  ['Md Asif', 'Asif', null],
  ['A.P.J. Abdul Kalam', 'Abdul', 'Kalam'],
  ['Rao, Asha', 'Asha', 'Rao'],
  ['शिंदे ज्ञानेश्वर', 'शिंदे', 'ज्ञानेश्वर'],
  ['डॉ. श्रद्धा जोशी', 'श्रद्धा', 'जोशी'],
  ['Prof.Dr.Neha Kulkarni', 'Neha', 'Kulkarni'],
  ['CA Rohan Shah', 'Rohan', 'Shah'],
  ['Adv. Er. Ms. Mr Kabir', 'Kabir', null],
  ['Shri Om Prakash', 'Om', 'Prakash'],
  ['OM PRAKASH', 'OM', 'PRAKASH'],
  ['RK LAXMAN', 'LAXMAN', null],
  ['APJ Abdul Kalam', 'Abdul', 'Kalam'],
  ['Asha Rao, MBA', 'Asha', 'Rao'],
  ['Asha Rao, Ph.D.', 'Asha', 'Rao'],
  ['Rao, Dr. Asha K.', 'Asha', 'Rao'],
  ['ಶ್ರದ್ಧಾ ಗೌಡ', 'ಶ್ರದ್ಧಾ', 'ಗೌಡ'],
  ['اردو خان', 'اردو', 'خان'],
  ['👩‍🏫 Meera', 'Meera', null],
  ["D'Souza Maria-Anne", "D'Souza", 'Maria-Anne'],
  ['  asha  ', 'asha', null],
])('%s is called %s', (name, first, last) => {
  expect(nameParts({ name })).toEqual({ first, last })
})

test.each([
  '',
  '   ',
  'Dr.',
  'S.',
  'R',
  'R K',
  'Mohd.',
  'A.P.J.',
  '👩‍🏫',
  '9876543210',
  'https://evil.example',
  'श',
  ',',
  null,
  undefined,
])('a person named %j is called by no name', (name) => {
  expect(callName({ name })).toBeNull()
})

test('the start of an email is no name, for accounts without a name have it', () => {
  expect(callName({ name: 'noname', email: 'noname@example.com' })).toBeNull()
  expect(callName({ name: 'Asha', email: 'asha@example.com' })).toBe('Asha')
})
