import { describe, expect, it } from 'vitest'
import { billingProblems, billingToSend, stateOfGstin } from './check-billing.ts'

const GSTIN = '29AAGCB7383J1Z4'
const place = { billing_address: '4 MG Road', billing_place: 'Bengaluru', billing_pin: '560 001' }
const problemsOf = (billing_state: string, billing_gstin: string, other: Partial<typeof place> = {}) =>
  billingProblems({ billing_state, billing_gstin, ...place, ...other }).map(
    ({ field, message }) => `${field}: ${message}`,
  )

describe('the buyer of a tax invoice', () => {
  it('needs a state, and a GSTIN of that state or none', () => {
    expect(problemsOf('29', '')).toEqual([])
    expect(problemsOf('29', GSTIN)).toEqual([])
    expect(problemsOf('', '')).toEqual(['billing_state: Please choose your state'])
    expect(problemsOf('', 'x')).toEqual([
      'billing_state: Please choose your state',
      'billing_gstin: GSTIN is not valid',
    ])
    expect(problemsOf('29', '29AAGCB7383J1Z5')).toEqual(['billing_gstin: GSTIN is not valid'])
    expect(problemsOf('27', GSTIN)).toEqual(['billing_gstin: GSTIN is of another state'])
  })

  it('needs the address, the town and the PIN of a business only', () => {
    const none = { billing_address: ' ', billing_place: ' ', billing_pin: '06001' }
    expect(problemsOf('29', GSTIN, none)).toEqual([
      'billing_address: Please enter the business address',
      'billing_place: Please enter the city or town',
      'billing_pin: PIN must have 6 digits',
    ])
    expect(problemsOf('29', '', none)).toEqual([])
  })

  it('takes a GSTIN as people paste it, and reads its state', () => {
    expect(problemsOf('29', ' 29aagcb 7383j1z4 ')).toEqual([])
    expect(stateOfGstin('29aagcb7383j1z4')).toBe('29')
    expect(stateOfGstin('29AAGCB')).toBeUndefined()
  })

  it('sends name and address of a business only with a GSTIN', () => {
    const shown = {
      ...place,
      billing_state: '29',
      billing_name: ' Verma Studios ',
      billing_address: ' ',
      billing_sez: 'true' as const,
    }
    expect(billingToSend({ ...shown, billing_gstin: ' ' })).toEqual({ billing_state: '29' })
    expect(billingToSend({ ...shown, billing_gstin: '29aagcb 7383j1z4' })).toEqual({
      billing_state: '29',
      billing_gstin: GSTIN,
      billing_name: 'Verma Studios',
      billing_place: 'Bengaluru',
      billing_pin: '560 001',
      billing_sez: 'true',
    })
  })

  it('sends a Special Economic Zone with the GSTIN of a taxpayer alone', () => {
    const embassy = { ...place, billing_state: '07', billing_name: '', billing_gstin: '0717USA12345UNP' }
    expect(billingToSend({ ...embassy, billing_sez: 'true' })).not.toHaveProperty('billing_sez')
  })
})
