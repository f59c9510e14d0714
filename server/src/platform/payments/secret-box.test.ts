import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type EncryptionKeys, open, reseal, seal } from './secret-box.ts'

const [key, former] = [randomBytes(32), randomBytes(32)]
const keys: EncryptionKeys = [key]
const aad = 'razorpay:api_secret'
const plain = 'rzp-secret-ünïcödé-₹'

describe('secret box', () => {
  it('opens a sealed secret, and seals the same one differently each time', () => {
    const sealed = seal(plain, { keys, aad })
    expect(open(sealed, { keys, aad })).toBe(plain)
    expect(seal(plain, { keys, aad })).not.toBe(sealed)
    expect(open(seal('', { keys, aad }), { keys, aad })).toBe('')
  })

  it('S3: shows nothing of the secret', () => {
    const sealed = seal(plain, { keys, aad })
    expect(sealed).not.toContain('secret')
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('utf8')).not.toContain('rzp')
  })

  it('S3: throws on any flipped byte of nonce, ciphertext or tag', () => {
    const sealed = seal(plain, { keys, aad })
    for (const part of [2, 3]) {
      const parts = sealed.split('.')
      const bytes = Buffer.from(parts[part] ?? '', 'base64url')
      for (let index = 0; index < bytes.length; index += 1) {
        const changed = Buffer.from(bytes)
        changed[index] = (changed[index] ?? 0) ^ 0x10
        const text = parts.with(part, changed.toString('base64url')).join('.')
        expect(() => open(text, { keys, aad })).toThrow(expect.objectContaining({ kind: 'damaged' }))
      }
    }
  })

  it('S3: names a wrong key in the error', () => {
    const sealed = seal(plain, { keys, aad })
    const wrong = expect.objectContaining({ kind: 'wrong_key', message: expect.stringContaining('ENCRYPTION_KEY') })
    expect(() => open(sealed, { keys: [randomBytes(32)], aad })).toThrow(wrong)
  })

  it('refuses one secret in place of another', () => {
    const sealed = seal(plain, { keys, aad })
    expect(() => open(sealed, { keys, aad: 'razorpay:webhook_secret' })).toThrow(
      expect.objectContaining({ kind: 'damaged' }),
    )
  })

  it.each(['', 'v1', 'v1.x.y.z', 'v2.0.0.0', 'plain-text-secret'])('throws a clear error on %j', (text) => {
    expect(() => open(text, { keys, aad })).toThrow(
      expect.objectContaining({ name: 'SecretBoxError', kind: 'damaged' }),
    )
  })

  it('opens what a former key sealed, and seals it anew with the first', () => {
    const old = seal(plain, { keys: [former], aad })
    expect(open(old, { keys: [key, former], aad })).toBe(plain)
    const refresh = reseal(old, { keys: [key, former], aad })
    expect(open(refresh ?? '', { keys, aad })).toBe(plain)
    expect(reseal(refresh ?? '', { keys: [key, former], aad })).toBeUndefined()
    expect(reseal(old, { keys, aad })).toBeUndefined()
    expect(reseal(`${old.slice(0, -4)}AAAA`, { keys: [key, former], aad })).toBeUndefined()
  })

  it('refuses a short key', () => {
    expect(() => seal(plain, { keys: [randomBytes(16)], aad })).toThrow(RangeError)
  })
})
