import type { Locator, Page } from '@playwright/test'
import { liveLesson, paidLesson, quizCourse, requestWork } from './lessons.ts'
import { type Account, buy } from './people.ts'
import { finishCourse } from './reviews.ts'
import type { Shop } from './shop.ts'

const COURSE = 'hindi-script-vault'

type MakeCourse = () => Promise<{ course_id: string; name: string }>
type Setting = { shop: Shop; student: Account; newCourse: MakeCourse }

/** A press of a student's screen that calls the shop. */
export type StudentPress = {
  name: string
  /** Makes what the press needs; returns the address of its screen. */
  at: (setting: Setting) => Promise<string>
  /** Fills the form, up to the press. */
  fill?: (page: Page, student: Account) => Promise<void>
  /** The words that a lost session must not lose. */
  kept?: (page: Page) => Locator
  /** Opens the form once more, where the screen shows it closed. */
  open?: (page: Page) => Promise<void>
  press: (page: Page) => Promise<void>
  /** Shows that the press has worked; a file is saved. */
  done: ((page: Page) => Locator) | 'download'
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const click = (name: string | RegExp) => (page: Page) => button(page, name).first().click()
const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).filter({ visible: true }).first()

const settings = async () => '/dashboard/settings'
const lesson = async ({ shop, student, newCourse }: Setting) => {
  const { course_id } = await newCourse()
  await paidLesson(shop, course_id)
  await buy(shop, student, [course_id])
  return `/learn/${course_id}`
}
const bought = async ({ shop, student }: Setting) => {
  await buy(shop, student, [COURSE])
  return '/dashboard/orders'
}
const finished = async ({ shop, student, newCourse }: Setting) => {
  const { course_id } = await newCourse()
  await paidLesson(shop, course_id)
  await buy(shop, student, [course_id])
  await finishCourse(shop, student, course_id)
  await shop.admin('PUT', `/courses/certificate/${course_id}`, { offered: true })
  return '/dashboard'
}
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()

/** Every press of a student's screens, each with its own account. */
export const presses: readonly StudentPress[] = [
  {
    name: 'save the profile',
    at: settings,
    fill: (page) => field(page, 'Full Name').fill('Asha Sample'),
    kept: (page) => field(page, 'Full Name'),
    press: click('Save Changes'),
    done: shows('Profile updated'),
  },
  {
    name: 'change the password',
    at: settings,
    fill: async (page, { password }) => {
      await field(page, 'Current password').fill(password)
      await field(page, 'New password').fill('Nimbu-Pani-2027')
    },
    press: click('Change password'),
    done: shows('Password changed'),
  },
  {
    name: 'agree to news',
    at: settings,
    press: (page) => page.getByRole('checkbox', { name: /news and offers by email/ }).click(),
    done: shows(/^On since/),
  },
  {
    name: 'send the link of the address again',
    at: settings,
    press: click('Send link'),
    done: shows('Link sent'),
  },
  { name: 'download own data', at: settings, press: click('Download my data'), done: 'download' },
  {
    name: 'delete the account',
    at: settings,
    fill: async (page, { password }) => {
      await button(page, 'Delete my account').click()
      await page.getByRole('alertdialog').getByLabel('Your password').fill(password)
    },
    press: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click(),
    done: shows('Account deleted'),
  },
  {
    name: 'ask for a refund',
    at: bought,
    fill: async (page) => {
      await button(page, 'Ask for a refund').click()
      await field(page, 'Why?').fill('Too long for me')
    },
    kept: (page) => field(page, 'Why?'),
    press: click(/^Ask for ₹.* back$/),
    done: shows(/^You asked for ₹/),
  },
  {
    name: 'email the receipt once more',
    at: bought,
    press: async (page) => {
      await button(page, 'Documents').click()
      await page.getByRole('menuitem', { name: /^Email me the/ }).click()
    },
    done: shows('Email on its way'),
  },
  {
    name: 'review a course',
    at: finished,
    fill: async (page) => {
      const dialog = page.getByRole('dialog')
      await button(page, /^Review this course/).click()
      // People press the label. A press waits until the dialog no longer moves.
      await dialog
        .locator('label')
        .filter({ has: page.getByRole('radio', { name: /^4 of 5/ }) })
        .click()
      await field(page, 'Your review').fill('Clear and short.')
    },
    open: click(/^Review this course/),
    kept: (page) => field(page, 'Your review'),
    press: click('Post review'),
    done: shows('Review saved'),
  },
  {
    name: 'take a certificate',
    at: finished,
    fill: async (page) => {
      await button(page, /^Get your certificate/).click()
      await page.getByRole('figure', { name: 'Preview' }).waitFor()
    },
    press: click('Get my certificate'),
    done: shows('Your certificate is ready'),
  },
  { name: 'mark a lesson', at: lesson, press: click('Mark as complete'), done: shows('You finished the course') },
  {
    name: 'write a note',
    at: lesson,
    open: tab('Notes'),
    fill: async (page) => {
      await tab('Notes')(page)
      await field(page, /^New note/).fill('Two lines at most')
    },
    kept: (page) => field(page, /^New note/),
    press: click('Save note'),
    done: (page) => page.getByRole('listitem').filter({ hasText: 'Two lines at most' }),
  },
  {
    name: 'ask a question',
    at: lesson,
    open: tab('Questions'),
    fill: async (page) => {
      await tab('Questions')(page)
      await field(page, 'Your question').fill('Why three seconds?')
    },
    kept: (page) => field(page, 'Your question'),
    press: click('Ask'),
    done: shows('Waiting for an answer'),
  },
  {
    name: 'answer a quiz',
    at: async ({ shop, student }) => {
      const course_id = await quizCourse(shop)
      await buy(shop, student, [course_id])
      return `/learn/${course_id}`
    },
    fill: (page) => field(page, /What is the bar called/).fill('Timeline'),
    kept: (page) => field(page, /What is the bar called/),
    press: click('Check my answers'),
    done: shows(/You passed/),
  },
  {
    name: 'submit an assignment',
    at: async ({ shop, student, newCourse }) => {
      const { course_id } = await newCourse()
      await requestWork(shop, course_id)
      await buy(shop, student, [course_id])
      return `/learn/${course_id}`
    },
    fill: async (page) => {
      await page.getByRole('link', { name: 'Open assignment' }).click()
      await field(page, 'Your work').fill('Cut at the beat.')
    },
    kept: (page) => field(page, 'Your work'),
    press: (page) =>
      page.getByRole('form', { name: 'Submit your work' }).getByRole('button', { name: 'Submit' }).click(),
    done: (page) => page.getByRole('heading', { name: 'Submitted' }),
  },
  {
    name: 'add a live lesson to the calendar',
    at: async ({ shop, student, newCourse }) => {
      const { course_id } = await newCourse()
      await liveLesson(shop, course_id, 120)
      await buy(shop, student, [course_id])
      return `/learn/${course_id}`
    },
    press: click('Add to calendar'),
    done: 'download',
  },
]
