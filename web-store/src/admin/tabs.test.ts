import { expect, test } from 'vitest'
import { tabs } from './tabs.ts'

test('every tab names the file that it loads, which the server has fetched along', () => {
  for (const { id, module, load } of tabs) expect(String(load), id).toContain(module)
})
