import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Platform, PlatformProvider } from '../host/platform.tsx'
import { readAgain } from './call.ts'
import { rupees, text, tick } from './fields.tsx'
import { Form, SaveButton, useForm } from './form.tsx'

const call = { call: async (_: object) => ({ message: 'Saved' }), key: () => [['offers', 'update'], {}] as const }

function Shown({ layout }: { layout?: readonly (string | string[])[] }) {
  const fields = { name: text('Name'), price: rupees('Price (₹)'), on: tick('Show it') }
  const form = useForm(call, fields, { draft: 'offer:1', begun: { name: 'Reels', price: 499 }, failed: 'Not saved' })
  return (
    <Form form={form} title="Offer" layout={layout}>
      <SaveButton of={form}>Save</SaveButton>
    </Form>
  )
}

const shown = (layout?: readonly (string | string[])[]) =>
  renderToStaticMarkup(
    <PlatformProvider platform={{} as Platform}>
      <QueryClientProvider client={new QueryClient()}>
        <Shown {...(layout && { layout })} />
      </QueryClientProvider>
    </PlatformProvider>,
  )

test('a form of the kit shows what is stored in its fields, one below the other, and waits for a change', () => {
  const page = shown()
  expect([...page.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual(['name', 'price', 'on'])
  expect(page).toContain('value="Reels"')
  expect(page).toContain('value="499"')
  expect(page).toMatch(/<form [^>]*aria-label="Offer"/)
  expect(page).toMatch(/<button[^>]*aria-disabled="true"/)
})

test('a layout puts fields beside each other in its own order', () => {
  const page = shown(['on', ['price', 'name']])
  expect([...page.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual(['on', 'price', 'name'])
})

test('the queries of a whole feature are read again after a call, and those of no other', async () => {
  const queries = new QueryClient()
  const stale = (name: string, of: string) => {
    queries.setQueryData([[of, name], { type: 'query' }], {})
    return () => queries.getQueryState([[of, name], { type: 'query' }])?.isInvalidated
  }
  const [list, one, other] = [stale('list', 'offers'), stale('get', 'offers'), stale('list', 'courses')]
  await readAgain(queries, call)
  expect([list(), one(), other()]).toEqual([true, true, false])
})
