import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.mjs'

const folder = join(root, 'deploy')
const read = (file) => readFileSync(join(folder, file), 'utf8')
const directives = (text) => text.split('\n').filter((line) => /^\w+=/.test(line))

/** Makes `systemd-analyze security` answer 1.6 instead of 9.2; the image workflow runs it. */
const hardening = read('skillhaat.service').split('\n\n').at(-2) ?? ''

test('every unit that runs the shop is hardened alike, bounded in memory, and starts after PostgreSQL', () => {
  expect(directives(hardening).length).toBeGreaterThan(20)
  // V8 writes the code that it runs, and an embedded PostgreSQL owns shared memory.
  expect(hardening).not.toMatch(/MemoryDenyWriteExecute|RemoveIPC|PrivateUsers/)
  for (const file of ['skillhaat.service', 'skillhaat@.service', 'skillhaat-backup.service']) {
    expect(read(file), file).toContain(hardening)
    expect(read(file), file).toMatch(/^User=skillhaat$/m)
    expect(read(file), file).toMatch(/^MemoryMax=/m)
    expect(read(file), file).toMatch(/^After=.*postgresql\.service/m)
  }
})

test('the unit for one port differs from the simple one in its release and its port alone', () => {
  const simple = directives(read('skillhaat.service').replaceAll('/srv/skillhaat/current', '/srv/skillhaat/%i'))
  const added = directives(read('skillhaat@.service')).filter((line) => !simple.includes(line))
  expect(added).toEqual(['Description=SkillHaat on port %i', 'Environment=PORT=%i'])
})
