// Runs before a release: presses every button of a student twice.

import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { expectFocus, logIn, toast } from '../steps.ts'
import { presses } from '../student-presses.ts'
import { translate } from '../translated.ts'

// React reports a mismatch where a page was translated before it took over.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/, /Minified React error #418/))

for (const { name, at, fill, kept, open, press, done } of presses) {
  test(`${name}: a session that ended elsewhere leads through the login and back`, async ({
    page,
    shop,
    newCourse,
  }) => {
    const student = await newAccount(shop)
    const address = await at({ shop, student, newCourse })
    await signIn(page, student)
    await page.goto(address)
    await fill?.(page, student)
    await untilQuiet(page)
    const here = page.url()
    const words = await kept?.(page).inputValue()
    await shop.call('POST', '/logout', { token: student.token })
    await press(page)
    await expect(page).toHaveURL('/login')
    await expect(toast(page, /^Session expired/)).toBeVisible()
    await logIn(page, student)
    await expect(page).toHaveURL(here)
    if (!kept) return
    // A dialog that the address opens may come after its page, and hides the button that opens it.
    await expect(async () => {
      if (!(await kept(page).isVisible())) await open?.(page)
      await expect(kept(page)).toHaveValue(words ?? '')
    }).toPass()
  })

  test(`${name}: leaves the focus on something that is there`, async ({ page, shop, newCourse }) => {
    const student = await newAccount(shop)
    const address = await at({ shop, student, newCourse })
    await signIn(page, student)
    await page.goto(address)
    await fill?.(page, student)
    const file = done === 'download' ? page.waitForEvent('download') : undefined
    await press(page)
    if (done === 'download') await file
    else await expect(done(page)).toBeVisible()
    await expectFocus(page)
  })

  test(`${name}: works in a page that the browser translates`, async ({ page, shop, newCourse }) => {
    const student = await newAccount(shop)
    const address = await at({ shop, student, newCourse })
    await signIn(page, student)
    await translate(page)
    await page.goto(address)
    await expect(page.locator('main font > font').first()).toBeAttached()
    await fill?.(page, student)
    const file = done === 'download' ? page.waitForEvent('download') : undefined
    await press(page)
    if (done === 'download') await file
    else await expect(done(page)).toBeVisible()
    await expect(page.getByText(/could not be opened|Something went wrong/)).toHaveCount(0)
  })
}
