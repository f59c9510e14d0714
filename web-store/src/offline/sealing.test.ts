import { expect, it } from 'vitest'
import { latePlace, newKey, seal, sealJson, unseal, unsealJson } from './sealing.ts'

const place = latePlace({ user_id: 'usr_a' })
const bytes = new TextEncoder().encode('The lesson, second by second')

it('a sealed value opens with its key in its place, and the key cannot be exported', async () => {
  const key = await newKey()
  const sealed = await seal(key, place, bytes)
  expect(new Uint8Array(await unseal(key, place, sealed))).toEqual(bytes)
  expect(new TextDecoder('latin1').decode(sealed)).not.toContain('lesson')
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  expect(new Uint8Array(await seal(key, place, bytes))).not.toEqual(new Uint8Array(sealed))
})

it('a sealed value opens nowhere else: not for another student, nor with another key', async () => {
  const key = await newKey()
  const sealed = await seal(key, place, bytes)
  await expect(unseal(key, latePlace({ user_id: 'usr_b' }), sealed)).rejects.toThrow()
  await expect(unseal(await newKey(), place, sealed)).rejects.toThrow()
})

it('a changed bit prevents decryption', async () => {
  const key = await newKey()
  const sealed = await seal(key, place, bytes)
  const changed = new Uint8Array(sealed)
  changed[20] = (changed[20] ?? 0) ^ 1
  await expect(unseal(key, place, changed.buffer)).rejects.toThrow()
})

it('sealing encrypts values', async () => {
  const key = await newKey()
  const value = { course: 'एक', lessons: [1, 2] }
  expect(await unsealJson(key, 'p', await sealJson(key, 'p', value))).toEqual(value)
})
