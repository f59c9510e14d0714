import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { hashMadePassword, hashPassword, verifyPassword } from './passwords.ts'

test('a password matches its own hash only, whatever its characters and length', async () => {
  const long = `${'पासवर्ड-🔑'.repeat(12)}`
  const passwordHash = await hashPassword(long)
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(passwordHash, long)).toBe(true)
  expect(await verifyPassword(passwordHash, long.slice(0, -1))).toBe(false)
  expect(await verifyPassword(null, long)).toBe(false)
})

test('a generated password is verified without a slow hash, and only by its own check', async () => {
  const [one, other] = [hashMadePassword('Kx7!mango2Lq'), hashMadePassword('Kx7!mango2Lq')]
  expect(one).not.toBe(other)
  expect(one).not.toContain('mango')
  expect(await verifyPassword(one, 'Kx7!mango2Lq')).toBe(true)
  for (const wrong of ['kx7!mango2Lq', '', one]) expect(await verifyPassword(one, wrong)).toBe(false)
  expect(await verifyPassword('$sha256$', '')).toBe(false)
})

test('K12: many simultaneous hashes take no time of the event loop', async () => {
  const [ofThread, ofProcess] = [process.threadCpuUsage(), process.cpuUsage()]
  const hashes = await Promise.all(Array.from({ length: 20 }, () => hashPassword('Mango-Kulfi-42')))
  const [onLoop, inAll] = [process.threadCpuUsage(ofThread), process.cpuUsage(ofProcess)]
  expect(new Set(hashes).size).toBe(20)
  expect(onLoop.user + onLoop.system).toBeLessThan((inAll.user + inAll.system) / 2)
})

test("K10: common passwords and the shop's name are recognised in any case", () => {
  for (const password of [
    'password1',
    'PassWord1',
    'qwertyuiop',
    '12345678',
    'SkillHaat',
    'skillhaat@2026',
    'sunshine2026!',
    '987654321',
  ]) {
    expect(isCommonPassword(password), password).toBe(true)
  }
  for (const password of ['Mango-Kulfi-42', 'skillhaatlover-99x', '']) expect(isCommonPassword(password)).toBe(false)
})
