import { describe, expect, it } from 'vitest'
import { cartPromocode, checkPromocode, offeredPromocodes, offerText, shortText } from './promocode-check.ts'

const now = new Date('2026-11-20T10:00:00Z')
const code = (promocode: string, rest: { expiry_date?: string; course_id?: string } = {}) => ({
  promocode,
  discount: 20,
  expiry_date: rest.expiry_date ?? '2026-12-31',
  course_id: rest.course_id ?? null,
})
const known = [
  code('HAAT20'),
  code('REELS', { course_id: 'reels' }),
  code('OLD', { expiry_date: '2026-11-19' }),
  code('OLDREELS', { expiry_date: '2026-11-19', course_id: 'reels' }),
]
const reels = [{ id: 'reels' }]
const other = [{ id: 'thumbnails' }]

describe('a promo code in a cart', () => {
  it('ignores case and spaces of a typed code', () => {
    expect(checkPromocode('  haat20 ', known, other, now).promocode).toBe(known[0])
  })

  it('refuses an unknown code', () => {
    expect(checkPromocode('NOPE', known, reels, now).problem).toBe('Invalid promocode')
    expect(checkPromocode('', known, reels, now).problem).toBe('Invalid promocode')
  })

  it('refuses a code after its last day in India', () => {
    expect(checkPromocode('OLD', known, reels, now).problem).toBe('Promocode has expired')
    expect(checkPromocode('OLD', known, reels, new Date('2026-11-19T18:29:59Z')).promocode).toBe(known[2])
    expect(checkPromocode('OLD', known, reels, new Date('2026-11-19T18:30:00Z')).problem).toBe('Promocode has expired')
  })

  it('refuses a code of one course without that course in the cart', () => {
    expect(checkPromocode('REELS', known, reels, now).promocode).toBe(known[1])
    expect(checkPromocode('REELS', known, other, now).problem).toBe('Invalid promocode')
  })

  it('reports an expired code before one of another course', () => {
    expect(checkPromocode('OLDREELS', known, other, now).problem).toBe('Promocode has expired')
  })

  it('offers only codes that would be accepted', () => {
    expect(offeredPromocodes(known, reels, now).map((one) => one.promocode)).toEqual(['HAAT20', 'REELS'])
    expect(offeredPromocodes(known, other, now).map((one) => one.promocode)).toEqual(['HAAT20'])
  })
})

describe('the words of a code', () => {
  it('name discount, minimum and buyer', () => {
    expect(offerText(code('A'))).toBe('20% off')
    expect(offerText({ ...code('B'), discount: 0, amount: 200 })).toBe('₹200 off')
    expect(offerText({ ...code('C'), minimum_order: 999.5, first_purchase: true })).toBe(
      '20% off from ₹999.50, first purchase',
    )
    expect(offerText({ ...code('D'), max_discount: 500 })).toBe('20% off, up to ₹500')
    expect(shortText('C', 20_050)).toBe('Add ₹200.50 more to your cart to use C.')
  })

  it('convert rupees to paise for a priced cart', () => {
    const priced = cartPromocode({ ...code('D'), max_discount: 200.5, minimum_order: 999 })
    expect(priced).toMatchObject({ max_discount_paise: 20_050, minimum_paise: 99_900 })
  })
})
