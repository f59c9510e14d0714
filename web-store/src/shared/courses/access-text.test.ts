import { expect, test } from 'vitest'
import { deviceText } from '../login/device-text.ts'
import { accessText, periodText } from './access-text.ts'

test('a period has words by itself and as an access', () => {
  expect([periodText('P12M'), periodText('P1D'), accessText('P12M'), accessText('P1D')]).toEqual([
    '12 months',
    '1 day',
    '12 months’ access',
    '1 day’s access',
  ])
})

test('a device keeps its name in English', () => {
  expect(['Chrome on Chrome OS', 'Unknown device'].map(deviceText)).toEqual(['Chrome on Chrome OS', 'Unknown device'])
})
