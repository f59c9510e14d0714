import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'

test('dashboard and lesson ask for their data before a script is there, and once', { tag: '@both' }, async ({
  page,
  shop,
}) => {
  const student = await newAccount(shop)
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  for (const [path, calls, shown] of [
    ['/dashboard', ['/api/user/dashboard'], /Welcome back/],
    [
      '/learn/hindi-script-vault',
      ['/api/user/courses/get_content/hindi-script-vault', '/api/user/dashboard'],
      /Hindi Script/,
    ],
  ] as const) {
    const requested: string[] = []
    const note = (request: { url(): string }) => void requested.push(new URL(request.url()).pathname)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    page.on('request', note)
    await page.goto(path, { waitUntil: 'commit' })
    for (const call of calls) await expect.poll(() => requested.filter((one) => one === call), call).toEqual([call])
    release()
    await expect(page.getByText(shown).first()).toBeVisible()
    for (const call of calls)
      expect(
        requested.filter((one) => one === call),
        call,
      ).toEqual([call])
    page.off('request', note)
    await page.unroute(/\/assets\/.*\.js$/)
  }
})
