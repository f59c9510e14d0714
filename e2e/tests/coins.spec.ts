import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { answerInstead, holdBack } from '../stand-ins.ts'
import { pressForStudent } from '../steps.ts'

// In a plain run `CoinHistory.test.tsx` and `CoinList.test.tsx` cover the display, and `users.test.ts` the pages of the
// ledger.
test('a student sees the history of their coins, a page at a time', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, guard }) => {
  guard.allow(/status of 500/)
  const student = await newAccount(shop, 'Coin Collector')
  await signIn(page, student)
  const coins = page.getByRole('region', { name: 'Your coins' })
  const release = await holdBack(page, '/user/coins')
  await page.goto('/dashboard/profile')
  await expect(coins.getByText('Loading coins...')).toBeAttached()
  release()
  await expect(coins.getByText('No coins yet. Coins you earn will show here.')).toBeVisible()

  await shop.admin('PUT', `/add_coins/${student.user_id}?amount=1500`)
  await shop.admin('PUT', `/subtract_coins/${student.user_id}?amount=20`)
  for (let gift = 1; gift <= 20; gift++) await shop.admin('PUT', `/add_coins/${student.user_id}?amount=${gift}`)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Coin history' }).click()
  await expect(coins.getByText('1,690 coins')).toBeInViewport()
  await expect(coins.getByRole('listitem')).toHaveCount(20)
  await expect(coins.getByRole('listitem').first()).toHaveText(/Added by the shop.*\+20.*Balance 1,690/)
  await expect(coins.getByText('1 to 20 of 22')).toBeVisible()
  await checkScreen(page, 'coins of a student')
  await coins.getByRole('button', { name: 'Older' }).click()
  await expect(coins.getByText('21 to 22 of 22')).toBeVisible()
  await expect(coins.getByRole('listitem').first()).toHaveText(/Removed by the shop.*−20.*Balance 1,480/)
  await expect(coins.getByRole('listitem').last()).toHaveText(/\+1,500.*Balance 1,500/)
  await expect(coins.getByRole('button', { name: 'Older' })).toBeDisabled()
  await coins.getByRole('button', { name: 'Newer' }).click()
  await expect(coins.getByText('1 to 20 of 22')).toBeVisible()

  const repaired = await answerInstead(page, '/user/coins', { status: 500, json: {} })
  await page.goto('/dashboard/profile')
  await expect(coins.getByText('Your coins could not be loaded.')).toBeVisible()
  await repaired()
  await coins.getByRole('button', { name: 'Try again' }).click()
  await expect(coins.getByText('1,690 coins')).toBeVisible()
})

// In a plain run `UserCoins.test.tsx` covers the history, and `admin-people.spec.ts` opens its dialog.
test('an admin sees the history of a user’s coins beside the balance', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 500/)
  const student = await newAccount(shop, 'Ledger Reader')
  await admin.open(`/admin?tab=users&q=${student.email}`)
  const open = () => pressForStudent(page, 'Ledger Reader', /^Coins/)
  const history = page.getByRole('dialog', { name: 'Coins of Ledger Reader' }).getByRole('region', { name: 'History' })
  await open()
  await expect(history.getByText('No coins yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await shop.admin('PUT', `/add_coins/${student.user_id}?amount=70`)
  await shop.admin('PUT', `/subtract_coins/${student.user_id}?amount=5`)
  await open()
  await expect(history.getByRole('listitem')).toHaveText([/Removed by the shop.*−5.*Balance 65/, /\+70.*Balance 70/])
  await checkScreen(page, 'history of coins')
  await page.keyboard.press('Escape')
  const repaired = await answerInstead(page, `/admin/users/${student.user_id}/coins`, { status: 500, json: {} })
  await page.reload()
  await open()
  await expect(history.getByText('Failed to load the coins')).toBeVisible()
  await repaired()
  await history.getByRole('button', { name: 'Try again' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(2)
})
