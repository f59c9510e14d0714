import { fileURLToPath } from 'node:url'
import { contract } from 'contract'
import { expect, test } from 'vitest'
import { contractPlugin } from './contract-plugin.ts'

const { load } = contractPlugin(fileURLToPath(new URL('../../server/contract/index.ts', import.meta.url)))

/** Reads the contract that a browser gets. */
async function loaded(name: string): Promise<Record<string, Record<string, object>>> {
  const code: string = await (load as unknown as (id: string) => Promise<string>)(`\0virtual:contract${name}`)
  return JSON.parse(code.replace('export default ', ''))
}

const namesOf = (tree: object) => Object.entries(tree).map(([feature, calls]) => [feature, Object.keys(calls)])

test('the console gets every call, and visitors none of the console, without what only the server reads', async () => {
  const [whole, visitors] = [await loaded('/admin'), await loaded('')]
  expect(namesOf(whole)).toEqual(namesOf(contract))
  expect(Object.keys(contract)).toEqual(expect.arrayContaining(Object.keys(visitors)))
  expect(namesOf(visitors)).not.toContainEqual([expect.anything(), []])
  expect(JSON.stringify(visitors)).toContain('"/user/dashboard"')
  expect(JSON.stringify(visitors)).not.toContain('"/admin/')
  expect(JSON.stringify(whole)).not.toMatch(/"(summary|limits|cost|account":")/)
  expect(new Set(JSON.stringify(whole).match(/(?<="meta":\{)"\w+"|(?<="meta":\{[^}]*,)"\w+"(?=:)/g))).toEqual(
    new Set(['"access"', '"roles"']),
  )
})
