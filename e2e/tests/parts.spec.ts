import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { goToPayPage, paidHeading, pressPay, startCheckout } from '../steps.ts'

const PARTS = { count: 2, every_days: 30, grace_days: 5 }

/** Moves a plan into the past, as though it had begun so many days earlier. */
const AGE = `with moved as (update plan_parts set due_on = due_on - cast($2 as int) where plan_id in (select plan_id from plans where course_id = $1))
  update enrolments set given_until = given_until - make_interval(days => cast($2 as int)), ends_at = ends_at - make_interval(days => cast($2 as int))
  where course_id = $1`

// In a plain run `sales/parts/parts-http.test.ts` covers the same.
test('a student pays a course in two parts, and the lessons pause and open again', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, guard, newCourse }) => {
  const course = await newCourse({ price: 3000, parts: PARTS })
  const student = await newAccount(shop, 'Ravi Kulkarni')
  await signIn(page, student)
  await startCheckout(page, course.course_id)
  const choice = page.getByRole('group', { name: 'How do you want to pay?' })
  await expect(choice).toContainText('Pay in full')
  await choice.getByRole('radio', { name: /^In 2 parts/ }).check()
  await expect(choice).toContainText('₹1,500.00 today')
  await expect(choice).toContainText('The total is the same: ₹3,000.00.')
  await checkScreen(page, 'a checkout in parts')
  await goToPayPage(page)
  await expect(page.getByText('₹1,500.00').first()).toBeVisible()
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  const rest = /^Left to pay: ₹1,500\.00\. Next part: ₹1,500\.00 on \d+ \w+ \d{4}\.$/
  await expect(page.getByText(rest)).toBeVisible()

  await page.goto('/dashboard')
  const card = page.getByRole('article').filter({ hasText: course.name })
  await card.getByRole('link', { name: /^See your plan/ }).click()
  await expect(page.getByRole('heading', { name: 'Your plan, part 2 of 2' })).toBeVisible()
  await expect(page.getByText(/^Your lessons stay open until/)).toBeVisible()
  await checkScreen(page, 'a plan of parts')

  await shop.query(AGE, [course.course_id, 36])
  await page.goto('/dashboard')
  await expect(card).toContainText('Paused. Pay ₹1,500.00 to open it again.')
  guard.allow(/status of 403/)
  await page.goto(`/learn/${course.course_id}`)
  await expect(page.getByRole('heading', { name: 'Your lessons are paused' })).toBeVisible()
  await page.goto('/dashboard')
  await card
    .getByRole('link', { name: /^See your plan/ })
    .first()
    .click()
  await expect(page.getByText(/^Your lessons are paused since/)).toBeVisible()
  await checkScreen(page, 'a plan whose lessons are paused')
  await page.getByRole('button', { name: 'Pay ₹1,500.00' }).dblclick()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()

  await page.goto('/dashboard/orders')
  await page.getByRole('link', { name: 'Part 2 of 2' }).click()
  await expect(page.getByRole('heading', { name: 'Your plan is paid' })).toBeVisible()
  await checkScreen(page, 'a plan that is paid')
  await page.goto(page.url().replace('/dashboard', '/hi/dashboard'))
  await expect(page.getByRole('heading', { name: hi('Your plan is paid') })).toBeVisible()
  await page.goto('/dashboard')
  await expect(card).not.toContainText('Access')
})

test('a course without parts has no trace of them at checkout', async ({ page, shop, newCourse }) => {
  const course = await newCourse({ price: 3000 })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await signIn(page, await newAccount(shop))
  await startCheckout(page, course.course_id)
  await expect(page.getByText('How do you want to pay?')).toHaveCount(0)
  expect(files.filter((url) => /PayWay|\/plans/.test(url))).toEqual([])
})

test('the owner turns parts on, sees what is due, moves a date and ends a plan', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ price: 3000 })
  await admin.open(`/admin?tab=courseways&course_id=${course.course_id}`)
  await page.getByText('Pay in parts').click()
  await page.getByRole('combobox', { name: 'Parts' }).selectOption('2')
  await expect(page.getByText(/^Bought today: ₹1,500\.00 today/)).toBeVisible()
  await checkScreen(page, 'the form of parts')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('2 parts, ₹1,500.00 first')).toBeVisible()

  const student = await newAccount(shop, 'Imran Shaikh')
  const query = new URLSearchParams({ user_id: student.user_id, parts: 'true' })
  const { body } = await shop.call<{ payment_link: string }>('POST', `/user/buy?${query}`, {
    token: student.token,
    body: [course.course_id],
  })
  await shop.sandbox.pay(body.payment_link.split('/').at(-1) ?? '')
  await shop.sandbox.deliver()
  await shop.query(AGE, [course.course_id, 33])
  await admin.open('/admin?tab=due')
  const row = page.getByRole('row').filter({ hasText: 'Imran Shaikh' })
  await expect(row).toContainText('2 of 2')
  await expect(row).toContainText('3 days late')
  await expect(page.getByRole('heading', { name: 'Ask your accountant once' })).toBeVisible()
  await checkScreen(page, 'the board of what is due')
  await row.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('The link is on its way to Imran Shaikh')).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Imran Shaikh' }).click()
  await page.getByRole('menuitem', { name: 'Move the date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Part 2 of Imran Shaikh' })
  await dialog.getByLabel(/^Due on/).fill(
    await dialog
      .getByLabel(/^Due on/)
      .getAttribute('min')
      .then(String),
  )
  await dialog.getByRole('button', { name: 'Move the date' }).click()
  await expect(row).toContainText('Today')
  await row.getByRole('button', { name: 'Actions for Imran Shaikh' }).click()
  await page.getByRole('menuitem', { name: 'First order' }).click()
  await expect(page.getByRole('region', { name: 'Plan of parts' })).toContainText('Part 1 of 2')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Refund' })).toContainText('its plan ends, and no further part falls due')
  await admin.open('/admin?tab=due')
  await row.getByRole('button', { name: 'Actions for Imran Shaikh' }).click()
  await page.getByRole('menuitem', { name: 'End the plan' }).click()
  const end = page.getByRole('dialog', { name: 'End the plan of Imran Shaikh?' })
  await end.getByLabel(/^Reason/).fill('Asked by email')
  await end.getByRole('button', { name: 'End the plan' }).click()
  await expect(row).toHaveCount(0)
})
