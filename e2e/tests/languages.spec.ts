import type { Locator } from '@playwright/test'
import { addressIn, translations } from 'contract/languages'
import { screensFor } from '../addresses.ts'
import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { playableLesson } from '../lessons.ts'
import { buy, newAccount, newPerson, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { checkLines, checkLook } from '../screen-checks.ts'
import { openMenu, pressPay } from '../steps.ts'

/** Measures the first space of a text, relative to the font size. */
const wordSpace = (heading: Locator) =>
  heading.evaluate(({ firstChild }) => {
    const text = firstChild as Text
    const range = document.createRange()
    range.setStart(text, text.data.indexOf(' '))
    range.setEnd(text, text.data.indexOf(' ') + 1)
    return (
      range.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(text.parentElement as Element).fontSize)
    )
  })

const COURSE = { id: 'reels-growth-mega-bundle', name: 'Reels Growth Mega Bundle' }

test('a student who chooses Hindi buys, returns from the payment, watches and logs out in Hindi', {
  tag: '@phone',
}, async ({ page, shop }) => {
  const lesson = await playableLesson(shop, COURSE.id)
  const buyer = newPerson()
  const inHindi = () => expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')

  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  await openMenu(page)
  await page.getByRole('link', { name: 'हिन्दी' }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL('/hi')
  await inHindi()
  const heading = page.getByRole('heading', { name: hi('Featured courses') })
  await expect(heading).toBeVisible()
  expect(await wordSpace(heading), 'words of a heading are told apart').toBeGreaterThan(0.22)
  await checkLook(page, 'the home page in Hindi')

  await page.getByRole('link', { name: hi('Explore Courses'), exact: true }).click()
  await expect(page).toHaveURL('/hi/courses')
  await expect(page.getByRole('heading', { name: hi('Explore Our Courses') })).toBeVisible()
  await page.getByRole('link', { name: COURSE.name }).click()
  await expect(page).toHaveURL(`/hi/course/${COURSE.id}`)
  // The default texts of a course, in the served page; later texts are loaded by then.
  const served = await (await page.request.get(`/hi/course/${COURSE.id}`)).text()
  for (const text of ['Do You Want To Grow Your Social Media?', 'Buy Now']) expect(served).toContain(`>${hi(text)}<`)
  await checkLook(page, 'a sales page in Hindi')
  await page.getByRole('button', { name: hi('Just Rs {price}/- Only', { price: '499' }) }).click()
  await expect(page).toHaveURL('/hi/checkout')
  await expect(page.getByRole('heading', { name: hi('Checkout') })).toBeVisible()
  await page.getByRole('textbox', { name: hi('Name'), exact: true }).fill(buyer.name)
  await page.getByRole('textbox', { name: hi('Email'), exact: true }).fill(buyer.email)
  await page.getByRole('textbox', { name: hi('Phone'), exact: true }).fill(buyer.phone)
  await checkLook(page, 'checkout in Hindi')
  await page
    .getByRole('button', { name: hi('Proceed to Payment') })
    .filter({ visible: true })
    .click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(page)

  // The gateway has one return address, without a language.
  await expect(page).toHaveURL(/\/hi\/payment_status\?/)
  await inHindi()
  await expect(page.getByRole('heading', { name: hi('Payment Successful!') })).toBeVisible()
  const notified = page.waitForRequest((request) => request.url().endsWith('/api/user/language'))
  await page.getByRole('link', { name: hi('Go to Dashboard') }).click()
  expect((await notified).postDataJSON()).toEqual({ language: 'hi' })
  await expect(page).toHaveURL('/hi/dashboard')
  await expect(page.getByRole('heading', { name: hi('Welcome back, {name}!', { name: buyer.name }) })).toBeVisible()
  await page
    .getByRole('link', { name: new RegExp(COURSE.name) })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/hi/learn/${COURSE.id}`))
  await expect(page.getByRole('heading', { name: lesson.title })).toBeVisible()
  const video = page.locator('video')
  await video.press(' ')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)
  await video.press(' ')

  // Emails link there.
  await page.goto('/dashboard/settings')
  await expect(page).toHaveURL('/hi/dashboard/settings')
  await page.goto('/hi/courses')
  await openMenu(page, hi('Menu'))
  await page
    .getByRole('button', { name: hi('Log Out') })
    .filter({ visible: true })
    .click()
  await openMenu(page, hi('Menu'))
  await expect(page.getByRole('button', { name: hi('Sign In') }).filter({ visible: true })).toBeVisible()
  await inHindi()
})

test('the chosen language stays for personal pages, and the console stays in English', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/hi/about')
  await page.getByRole('link', { name: 'मराठी' }).last().click()
  await expect(page).toHaveURL('/mr/about')
  await expect(page.locator('html')).toHaveAttribute('lang', 'mr-IN')
  await page.goto('/cart?from=mail#top')
  await expect(page).toHaveURL('/mr/cart?from=mail#top')
  await page.goto('/about')
  await expect(page).toHaveURL('/about')
  await page.goto('/mr/admin')
  await expect(page).toHaveURL(/\/admin/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  await page.goto('/about')
  await page.getByRole('link', { name: 'हिन्दी' }).last().click()
  await page.getByRole('link', { name: 'English' }).last().click()
  await page.goto('/cart')
  await expect(page).toHaveURL('/cart')
})

// In a plain run the purchase in Hindi above checks the same for the screens on its way.
test('every screen of visitors and students fits a phone in each language', { tag: '@long' }, async ({
  page,
  shop,
  newVisitor,
  guard,
}) => {
  test.slow()
  guard.allow(/status of 404/)
  const student = await newAccount(shop, 'प्रियदर्शिनी श्रीवास्तव')
  await buy(shop, student, ['hindi-script-vault', 'hindi-script-vault'])
  const signedIn = await newVisitor()
  await signIn(signedIn, student)
  const walks = [
    {
      walker: page,
      visits: screensFor('public', 'personal', 'guest')
        .map(({ path }) => path)
        .concat('/no/such/page'),
    },
    { walker: signedIn, visits: screensFor('student', 'learner').map(({ path }) => path) },
  ]
  for (const { walker, visits } of walks) {
    for (const language of translations) {
      for (const path of visits) {
        await walker.goto(addressIn(language, path))
        await untilQuiet(walker)
        for (const width of [390, 320]) {
          await walker.setViewportSize({ width, height: 844 })
          await checkLines(walker, `${path} in ${language} at ${width} px`)
        }
      }
    }
  }
})
