import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import {
  awaitMail,
  findInMails,
  goToPayPage,
  paidHeading,
  pressPay,
  slowDown,
  startCheckout,
  watchMoves,
} from '../steps.ts'
import { holdScripts } from '../taken-over.ts'

const DAY_MS = 86_400_000

const after = (ms: number) => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + ms).toISOString()

async function addRun(shop: Shop, course_id: string, fields: object = {}) {
  const run = { starts_at: after(14 * DAY_MS), ends_at: after(14 * DAY_MS + 7_200_000), seats: 2, replay_days: 30 }
  const { run_id } = await shop.admin<{ run_id: string }>('POST', '/runs', { ...run, course_id, ...fields })
  return run_id
}

/** Buys a seat without a browser. */
async function book(shop: Shop, course_id: string, run_id: string, name: string) {
  const student = await newAccount(shop, name)
  const query = new URLSearchParams({ user_id: student.user_id, run_id })
  const { body } = await shop.call<{ payment_link: string }>('POST', `/user/buy?${query}`, {
    token: student.token,
    body: [course_id],
  })
  return { student, pay: () => shop.sandbox.pay(body.payment_link.split('/').at(-1) ?? '') }
}

// In a plain run `sales/workshops/workshops-http.test.ts` covers the same.
test('a student books the last seat of a date, and takes the next date when it is cancelled', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const course = await newCourse({ name: 'Live reels workshop', price: 1200, workshops: true })
  const first = await addRun(shop, course.course_id, { seats: 1, group_url: 'https://chat.example.com/first' })
  await addRun(shop, course.course_id, { starts_at: after(28 * DAY_MS), ends_at: after(28 * DAY_MS + 7_200_000) })
  await signIn(page, await newAccount(shop, 'Ravi Kulkarni'))
  await page.goto(`/course/${course.course_id}`)
  const dates = page.getByRole('group', { name: 'Choose a date' })
  await expect(dates).toContainText('1 seat left')
  await expect(dates).toContainText('2 seats left')
  await checkScreen(page, 'a sales page with dates')
  await startCheckout(page, course.course_id)
  const own = page.getByRole('group', { name: 'Your date' })
  await expect(own.getByRole('radio').first()).toBeChecked()
  await checkScreen(page, 'a checkout of a date')
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()

  await page.goto('/dashboard')
  const card = page.getByRole('region', { name: 'Your date' })
  await expect(card).toContainText(course.name)
  await expect(card.getByRole('link', { name: 'Join the group' })).toHaveAttribute(
    'href',
    'https://chat.example.com/first',
  )
  await checkScreen(page, 'a dashboard with a date')
  const saved = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Save to calendar' }).click()
  expect((await saved).suggestedFilename()).toBe('workshop.ics')
  await page.goto('/dashboard/orders')
  await expect(
    page.getByRole('link', { name: /^Live reels workshop \(\d+ \w+ \d{4}, \d+:\d\d [ap]m\)$/ }).first(),
  ).toBeVisible()

  await shop.admin('POST', `/runs/${first}/cancel`, {})
  await page.goto('/dashboard')
  await expect(card).toContainText('This date was cancelled')
  await checkScreen(page, 'a dashboard with a cancelled date')
  await card.getByRole('button', { name: /^Come on / }).dblclick()
  await expect(card.getByRole('button', { name: 'Save to calendar' })).toBeVisible()
  await page.goto('/hi/dashboard')
  await expect(page.getByRole('button', { name: hi('Save to calendar') })).toBeVisible()
})

test('a visitor sees that the last seats are being paid for, that all are taken, and joins the list', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const course = await newCourse({ name: 'Full reels workshop', price: 1200, workshops: true })
  const run = await addRun(shop, course.course_id, { seats: 1 })
  const { pay } = await book(shop, course.course_id, run, 'Asha Verma')
  await page.goto(`/course/${course.course_id}`)
  await expect(page.getByText('The last seats are being paid for')).toBeVisible()
  await pay()
  await shop.sandbox.deliver()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No seat is free now' })).toBeVisible()
  await checkScreen(page, 'a sales page whose dates are full')
  const { email } = newPerson()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me once' }).click()
  await expect(page.getByText('We emailed you a link. Open it to join the list.')).toBeVisible()
  await awaitMail(shop, email, /Confirm/)
})

test('a buyer whose seat is taken while paying is notified, gets the money back, and joins the list', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse, admin }) => {
  const course = await newCourse({ name: 'Last seat of reels', price: 1200, workshops: true })
  const run = await addRun(shop, course.course_id, { seats: 1 })
  const buyer = await newAccount(shop, 'Ravi Kulkarni')
  await signIn(page, buyer)
  await startCheckout(page, course.course_id)
  await page.goto('/cart')
  await expect(page.getByText(/^Your date: /)).toBeVisible()
  await checkScreen(page, 'a cart with a date')
  await page.goto('/checkout')
  await expect(page.getByRole('group', { name: 'Your date' }).getByRole('radio')).toBeChecked()
  await goToPayPage(page)
  await shop.query(`update run_seats set held_until = now() - interval '1 minute' where run_id = $1`, [run])
  const { pay } = await book(shop, course.course_id, run, 'Asha Verma')
  await pay()
  await shop.sandbox.deliver()
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'This order was refunded' })).toBeVisible()
  await expect(page.getByText('Your payment came too late for a seat. Nothing was booked.')).toBeVisible()
  await checkScreen(page, 'a seat that was lost')
  await awaitMail(shop, buyer.email, /^Not booked: Last seat of reels/)
  const refund = () => findInMails(shop, buyer.email, /(We could not give you what you paid for|You already had)/)
  await expect.poll(refund).toMatch(/^We could not/)
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('article').filter({ hasText: course.name })).toContainText('Nothing was booked')
  await page.goBack()
  await page.getByRole('link', { name: 'See other dates' }).click()
  await expect(page.getByRole('heading', { name: 'No seat is free now' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Just Rs|Buy Now)/ })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email)
  await page.getByRole('button', { name: 'Email me once' }).click()
  await expect(page.getByText('We emailed you a link. Open it to join the list.')).toBeVisible()
  const mail = (await awaitMail(shop, buyer.email, /Confirm/)).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  await page.goto(/\/interest\?[\w=&-]+/.exec(mail)?.[0] ?? '')
  await page.getByRole('button', { name: 'Yes, email me once' }).click()
  await expect(page.getByRole('heading', { name: 'On the list' })).toBeVisible()

  const [lost] = await shop.query<{ order_id: string }>(
    'select order_id from orders where user_id = (select id from users where user_id = $1)',
    [buyer.user_id],
  )
  await admin.open(`/admin?tab=orders&order=${lost?.order_id}`)
  await expect(page.getByText('Nothing was left to give')).toBeVisible()
  await expect(page.getByText(/Owned already|already had/)).toHaveCount(0)
  const [seat] = await shop.query<{ order_id: string }>(
    'select order_id from run_seats where course_id = $1 and taken_at is not null',
    [course.course_id],
  )
  await admin.open(`/admin?tab=orders&order=${seat?.order_id}`)
  await expect(page.getByText(/^A seat with a date cannot be moved/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to another person' })).toHaveCount(0)
})

test('dates that did not load are named on the sales page and at checkout, and load again', { tag: '@long' }, async ({
  page,
  shop,
  guard,
  newCourse,
}) => {
  const { course_id, name } = await newCourse({ name: 'Lost dates workshop', price: 1200, workshops: true })
  await addRun(shop, course_id)
  await signIn(page, await newAccount(shop))
  await startCheckout(page, course_id)
  guard.allow(/status of 503/)
  // The server sends the dates with a sales page that is opened first.
  const open = {
    'Your date': () => page.goto('/checkout'),
    'Choose a date': async () => {
      await page.goto('/courses')
      await page.getByRole('link', { name }).first().click()
    },
  }
  for (const [legend, go] of Object.entries(open)) {
    await page.route('**/api/go/runs/*', (route) => route.fulfill({ status: 503, json: {} }))
    await go()
    const dates = page.getByRole('group', { name: legend })
    await expect(dates).toContainText('Something went wrong')
    await page.unroute('**/api/go/runs/*')
    await dates.getByRole('button', { name: 'Try again' }).click()
    await expect(dates.getByRole('radio')).toBeChecked()
  }
})

for (const seats of ['free', 'none'] as const)
  test(`a workshop’s sales page with ${seats === 'none' ? 'full dates' : 'dates'} moves nothing while it opens`, {
    tag: '@phone',
  }, async ({ page, shop, newCourse }) => {
    const course = await newCourse({ name: 'Steady workshop', price: 1200, workshops: true })
    for (const week of [2, 4, 6])
      await addRun(shop, course.course_id, {
        starts_at: after(week * 7 * DAY_MS),
        ends_at: after(week * 7 * DAY_MS + 7_200_000),
        ...(seats === 'none' && { sells_until: after(-DAY_MS) }),
      })
    const moved = await watchMoves(page)
    await slowDown(page, 4)
    await page.goto(`/course/${course.course_id}`)
    const dates = page.getByRole('group', { name: 'Choose a date' })
    await expect(dates).toContainText(seats === 'none' ? 'Booking has closed' : '2 seats left')
    await untilQuiet(page)
    if (seats === 'none') await expect(page.getByRole('button', { name: /^(Just Rs|Buy Now)/ })).toHaveCount(0)
    expect(await moved()).toBeLessThan(0.01)
  })

test('the dates of a workshop are in the page as the server sends it, with the seats of that moment', async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ price: 1200, workshops: true })
  const run = await addRun(shop, course_id)
  const html = async () => (await page.request.get(`/course/${course_id}`)).text()
  expect(await html()).toContain('2 seats left')
  expect(await html(), 'nothing of a date is delivered at once, or stays').not.toMatch(
    /Instant Delivery|Lifetime access/,
  )
  expect(await html()).toContain('We remind you by email before it begins.')
  await book(shop, course_id, run, 'Asha Verma')
  expect(await html()).toContain('1 seat left')
  await shop.query(`update run_seats set held_until = now() - interval '1 minute' where run_id = $1`, [run])
  expect(await html()).toContain('2 seats left')
  await addRun(shop, course_id, { starts_at: after(28 * DAY_MS), ends_at: after(28 * DAY_MS + 7_200_000), seats: 9 })
  expect(await html()).toContain('9 seats left')
})

test('the place of the dates stays while their script loads', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ price: 1200, workshops: true })
  await addRun(shop, course_id)
  await signIn(page, await newAccount(shop))
  const release = await holdScripts(page, /\/assets\/DatesPart[^/]*\.js$/)
  await page.goto(`/course/${course_id}`, { waitUntil: 'commit' })
  // The page is taken over once it answers a press.
  await expect(async () => {
    await page.getByRole('button', { name: 'Share this course' }).click()
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Choose a date')).toBeVisible()
  release()
  await expect(page.getByRole('group', { name: 'Choose a date' }).getByRole('radio')).toBeChecked()
})

test('a student who wants the money of a cancelled date back reads that it is on its way', { tag: '@long' }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ price: 1200, workshops: true })
  const run = await addRun(shop, course_id)
  const { student, pay } = await book(shop, course_id, run, 'Asha Verma')
  await pay()
  await shop.sandbox.deliver()
  await shop.admin('POST', `/runs/${run}/cancel`, {})
  await signIn(page, student)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Money back' }).dblclick()
  await expect(page.getByText('Your money is on its way back.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Money back' })).toHaveCount(0)
})

test('a course without dates has no trace of them', async ({ page, shop, newCourse }) => {
  const course = await newCourse({ price: 3000 })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto(`/course/${course.course_id}`)
  await signIn(page, await newAccount(shop))
  await startCheckout(page, course.course_id)
  await expect(page.getByRole('group', { name: 'Your date' })).toHaveCount(0)
  expect(files.filter((url) => /DatesPart|go\/runs/.test(url))).toEqual([])
})

test('the owner adds dates, lists their students, moves one and cancels a date', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Owner of a workshop', price: 1200 })
  await admin.open(`/admin?tab=courseways&course_id=${course.course_id}`)
  await page.getByText('Dates and seats').click()
  await page.getByRole('button', { name: 'Sell by date' }).click()
  await expect(page.getByText('No dates yet: nobody can buy the course until you add one.')).toBeVisible()
  await page.getByRole('button', { name: 'Add date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a date' })
  const begins = dialog.getByLabel('Begins (Indian time)')
  const day = (await begins.inputValue()).slice(0, 10)
  await begins.fill(`${day}T21:30`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Must be after the beginning')).toBeVisible()
  await begins.fill(`${day}T18:30`)
  await checkScreen(page, 'the form of a date')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Date added')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: '0 of 20' })
  await expect(row).toContainText('6:30 pm')
  const { runs } = await shop.admin<{ runs: { run_id: string }[] }>('GET', `/runs?course_id=${course.course_id}`)
  const { pay } = await book(shop, course.course_id, runs[0]?.run_id ?? '', 'Imran Shaikh')
  await pay()
  await shop.sandbox.deliver()
  await addRun(shop, course.course_id, {
    starts_at: after(40 * DAY_MS),
    ends_at: after(40 * DAY_MS + 7_200_000),
    seats: 5,
  })
  await admin.open(`/admin?tab=courseways&course_id=${course.course_id}`)
  await page.getByText('Dates and seats').click()
  await expect(page.getByRole('row').filter({ hasText: '1 of 20' })).toBeVisible()
  await checkScreen(page, 'the dates of a course')
  await page
    .getByRole('button', { name: /^Who comes on/ })
    .first()
    .click()
  const people = page.getByRole('dialog', { name: /^Who comes on/ })
  await people.getByRole('checkbox', { name: /^Imran Shaikh/ }).check()
  await checkScreen(page, 'who comes on a date')
  await people.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('1 student moved. Each gets an email.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '1 of 5' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sell without dates?' })
  await expect(question).toContainText('The 2 upcoming dates can no longer be booked. 1 student keeps the seat')
  await checkScreen(page, 'the question before dates are turned off')
  await question.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The course is sold without a date. Who has a seat keeps it.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '1 of 5' })).toBeVisible()
  await page.getByRole('button', { name: 'Sell by date' }).click()
  await expect(page.getByText('The course is sold by date').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Cancel / })
    .last()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel date' }).click()
  await expect(page.getByText(/^Date cancelled\. 1 student can choose/)).toBeVisible()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
})
