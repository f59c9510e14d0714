// Runs before a release: moves 400 students in.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Locator } from '@playwright/test'
import { removeCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { art, PATIENT } from '../media-library.ts'
import { courseChoice, figures, graphyExport, learner, table } from '../moves.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail, openLetterHours, toast } from '../steps.ts'

const STUDENTS = 400

test('an owner comes from an export and a folder of videos to 400 students who can log in', {
  tag: ['@both', '@tab-only'],
}, async ({ page, admin, shop, newVisitor }) => {
  const info = test.info()
  const mark = `${info.workerIndex}-${Date.now()}`
  const name = `Reels Growth ${mark.replace('-', ' ')}`
  const folder = info.outputPath(name)
  const clip = await art('reel-hooks.webm')
  for (const path of ['1 Start/01 Why.webm', '1 Start/02 How.webm', '2 Grow/01 Post.webm']) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // Each video differs: players ignore the bytes behind its end.
    await writeFile(join(folder, path), Buffer.concat([clip, Buffer.alloc(64, mark + path)]))
  }
  let clicks = 0
  const press = async (on: Locator) => {
    clicks += 1
    await on.click()
  }
  const choose = async (...files: Parameters<typeof admin.choose> extends [unknown, ...infer Rest] ? Rest : never) => {
    // The button, the file, and the dialog's own button.
    clicks += 3
    await admin.choose(page, ...files)
  }

  await admin.open('/admin?tab=courses')
  await press(page.getByRole('button', { name: 'Add course' }))
  await choose(folder, 'From a folder')
  const plan = page.getByRole('dialog', { name: 'Check before we upload' })
  await plan.getByRole('textbox', { name: 'Price in ₹' }).fill('499')
  await press(plan.getByRole('button', { name: /^Create the course/ }))
  await expect(toast(page, `${name} is in the course`)).toBeVisible(PATIENT)
  const id = new URL(page.url()).searchParams.get('course_id') ?? ''
  try {
    await admin.open('/admin?tab=users')
    // On a phone it is among the tools, a press more.
    if ((page.viewportSize()?.width ?? 1280) < 1024)
      await press(page.getByRole('button', { name: 'Filters and tools' }))
    await press(page.getByRole('link', { name: 'Move in', exact: true }))
    await choose([graphyExport(mark, STUDENTS + 10, (n) => (n % 2 ? name : 'Reels (Hindi)'))])
    const other = courseChoice(page, 'Reels (Hindi)')
    // Opening a select and choosing in it.
    clicks += 2
    await other.selectOption({ label: name })
    await press(page.getByRole('button', { name: 'Check 410 rows' }))
    await expect(page.getByText('Nothing has been made or sent yet.')).toBeVisible()
    expect(await figures(page)).toEqual({
      'new accounts': '400',
      'already have one': '0',
      enrolments: '400',
      'rows left out': '10',
    })
    await press(page.getByRole('button', { name: 'Move 400 enrolments' }))
    await expect(page.getByRole('heading', { name: '400 enrolments are in' })).toBeVisible({ timeout: 120_000 })
    await expect(page.getByText('Nobody has got it yet.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Preview of the email' })).toBeVisible()
    await checkScreen(page, 'the letter after a move')
    await openLetterHours(shop)
    await press(page.getByRole('button', { name: 'Send to 400 people' }))
    const request = page.getByRole('alertdialog', { name: 'Send to 400 people?' })
    await press(request.getByRole('button', { name: 'Send to 400 people' }))
    await expect(page.getByRole('heading', { name: /^The email is/ })).toBeVisible()
    console.log(
      `From an export and a folder to ${STUDENTS} students: ${clicks} clicks at ${page.viewportSize()?.width} px`,
    )
    expect(clicks).toBeLessThanOrEqual(17)

    // The first letter; the others follow at their pace.
    const email = learner(mark, 0)
    const mail = (await awaitMail(shop, email, /courses/i)).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
    const link = /https?:\/\/[^\s"<]+#[\w-]{20,}/.exec(mail)?.[0] ?? 'no link'
    const visitor = await newVisitor()
    await visitor.goto(link)
    await visitor.getByLabel('New password').fill('Mango-Kulfi-42')
    await visitor.getByRole('button', { name: 'Set password and log in' }).click()
    await expect(visitor).toHaveURL((url) => url.pathname === `/learn/${id}`)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Why')
    const { status } = await shop.call('POST', '/login', { body: { email, password: 'Mango-Kulfi-42' } })
    expect(status).toBe(200)
  } finally {
    await removeCourse(shop, id)
  }
})

test('a file of courses makes drafts and finds an image by its name', async ({ page, admin, shop }) => {
  const mark = `${test.info().workerIndex}-${Date.now()}`
  const courses = table(
    `courses-${mark}.csv`,
    'Course Title,Course Description,Selling Price,Image,State',
    `Moved course of reels ${mark},Make your first ten reels with a phone,"1,499/-",banner-ads.webp,published`,
    `Moved course of shorts ${mark},Short,299,,draft`,
  )
  await admin.open('/admin?tab=courses')
  await page.getByRole('button', { name: 'Add course' }).click()
  await page.getByRole('menuitem', { name: 'Move in' }).click()
  await admin.choose(page, [courses])
  await expect(page.getByRole('radio', { name: 'Courses' })).toBeChecked()
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(page.getByText('Nothing has been made or sent yet.')).toBeVisible()
  expect(await figures(page)).toMatchObject({ 'new drafts': '2', 'rows left out': '0' })
  await checkScreen(page, 'what a file of courses would do')
  await page.getByRole('button', { name: 'Move 2 courses' }).click()
  await expect(page.getByRole('heading', { name: '2 courses are in' })).toBeVisible({ timeout: 60_000 })
  const made = await shop.query<{ course_id: string; price_paise: string; banner: string; publish: string }>(
    `select course_id, price_paise, banner from courses where name like $1 order by name`,
    [`Moved course of % ${mark}`],
  )
  expect(made.map(({ price_paise }) => Number(price_paise))).toEqual([149_900, 29_900])
  expect(made[0]?.banner).toContain('banner-ads')
  // Nothing without lessons goes on sale by a file.
  for (const { course_id } of made) {
    expect((await shop.call('GET', `/go/courses/${course_id}`)).status).toBe(404)
    await removeCourse(shop, course_id)
  }
})

test('past orders are stored as history, and make no revenue', async ({ page, admin, shop }) => {
  const mark = `${test.info().workerIndex}-${Date.now()}`
  const orders = table(
    `payments-${mark}.csv`,
    'id,amount,currency,status,email,contact,created_at,description',
    `pay_${mark}1,499.00,INR,captured,${learner(mark, 1)},+919876543210,05/04/2025 14:30:00,Reels ${mark}`,
    `pay_${mark}2,499.00,INR,failed,${learner(mark, 2)},+919876543211,06/04/2025 14:30:00,Reels ${mark}`,
    `pay_${mark}3,999.00,INR,captured,${learner(mark, 3)},+919876543212,17/04/2025 14:30:00,Reels ${mark}`,
  )
  const before = await shop.query<{ n: string }>('select count(*) as n from orders')
  await admin.open('/admin?tab=movein')
  await admin.choose(page, [orders])
  // The file is read again as orders before the choice holds.
  const kind = page.getByRole('radio', { name: 'Past orders' })
  await kind.click()
  await expect(kind).toBeChecked()
  await expect(page.getByText('Reading...')).toHaveCount(0)
  await page
    .getByRole('region', { name: 'Columns' })
    .getByRole('combobox', { name: 'Course', exact: true })
    .selectOption({ label: 'description' })
  await expect(courseChoice(page, `Reels ${mark}`)).toHaveValue('make a draft')
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
  await expect(page.getByText('Nothing has been made or sent yet.')).toBeVisible()
  expect(await figures(page)).toMatchObject({ 'past orders': '2', 'row left out': '1' })
  await page.getByRole('button', { name: 'Move 2 past orders' }).click()
  await expect(page.getByRole('heading', { name: '2 past orders are in' })).toBeVisible({ timeout: 60_000 })
  expect(await shop.query('select count(*) as n from orders')).toEqual(before)
})
