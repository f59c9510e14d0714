import { lifetimeText } from 'contract/access-period'
import { describe, expect, it } from 'vitest'
import { ownPath } from '../paths.ts'
import { awningFor, groundForWhiteText } from './colour.ts'
import { countText, dateTimeText, hoursText, plainRupees, splitRupees } from './format.ts'
import { textsWithKeys } from './with-keys.ts'

describe('texts', () => {
  it('formats money like the shop', () => {
    expect(splitRupees(1357.6)).toEqual({ rupees: '₹1,357', paise: '.60' })
    expect(splitRupees(129999)).toEqual({ rupees: '₹1,29,999', paise: '.00' })
    const plain = [499, 249.5, 499 * 5, 0.1 * 3, 99_999 * 5, 12_499.5].map(plainRupees)
    expect(plain).toEqual(['499', '249.50', '2,495', '0.30', '4,99,995', '12,499.50'])
  })

  it('formats times in Indian time, whatever the clock of the machine', () => {
    expect(dateTimeText('2026-11-18T10:42:00Z')).toBe('18 Nov 2026, 4:12\u00a0pm')
    expect(dateTimeText('2026-12-31T20:00:00Z')).toBe('1 Jan 2027, 1:30\u00a0am')
    expect(dateTimeText('soon')).toBe('')
  })

  it('counts', () => {
    expect([countText(1, 'bundle'), countText(12, 'bundle'), hoursText(1.25)]).toEqual([
      '1 bundle',
      '12 bundles',
      '1.3',
    ])
  })

  it('formats lifetime access', () => {
    expect(['true', 'TRUE', 'false', '', null, 'One year'].map(lifetimeText)).toEqual([
      'Lifetime access',
      'Lifetime access',
      undefined,
      undefined,
      undefined,
      'One year',
    ])
  })
})

describe('colours', () => {
  it('darkens a background until white text is readable on it', () => {
    for (const colour of ['#FFB81C', '#FFFFFF', '#5BC98A', '#14163F']) {
      expect(contrastWithWhite(groundForWhiteText(colour))).toBeGreaterThanOrEqual(4.5)
    }
    expect(groundForWhiteText('#14163F').toLowerCase()).toBe('#14163f')
  })

  it('chooses an awning with contrast', () => {
    expect(['#C21B63', '#2B3390', '#FFB81C', '#1F8549'].map(awningFor)).toEqual(['success', 'buy', 'action', 'offer'])
  })
})

describe('addresses and keys', () => {
  it('follows no external address', () => {
    const addresses = [
      '/dashboard?a=1',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'dashboard',
      '',
      null,
    ]
    expect(addresses.map(ownPath)).toEqual(['/dashboard?a=1', ...Array(6).fill(undefined)])
  })

  it('distinguishes equal entries', () => {
    expect(textsWithKeys(['a', 'b', 'a']).map(({ key }) => key)).toEqual(['a', 'b', 'a 1'])
  })
})

/** WCAG 2.2, relative luminance. */
function contrastWithWhite(hex: string): number {
  const channel = (index: number) => {
    const part = Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2) + 0.05)
}
