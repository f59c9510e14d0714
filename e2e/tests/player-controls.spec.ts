import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { paidLesson, storedFile } from '../lessons.ts'
import { serveLongLessons } from '../long-sound.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { checkLook } from '../screen-checks.ts'

const video = (page: Page) => page.locator('video')
const of = <Key extends 'currentTime' | 'paused' | 'playbackRate' | 'readyState'>(page: Page, key: Key) =>
  video(page).evaluate((it: HTMLVideoElement, name) => it[name], key)

test('the player is worked by keys and says what it does', { tag: ['@each-width', '@phone'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const captions = (words: string) => Buffer.from(`WEBVTT\n\n00:00.000 --> 10:00.000\n${words}`)
  await paidLesson(shop, course_id, {
    captions: [
      { language: 'en', url: await storedFile(shop, captions('Cut on the beat'), 'english.vtt') },
      { language: 'hi', url: await storedFile(shop, captions('ताल पर काटें'), 'hindi.vtt') },
    ],
  })
  const student = await newAccount(shop)
  await buy(shop, student, [course_id])
  await serveLongLessons(page)
  await signIn(page, student)
  await page.goto(`/learn/${course_id}`)
  await expect.poll(() => of(page, 'readyState')).toBeGreaterThan(0)
  const controls = page.getByRole('group', { name: 'Player controls' })
  const press = (key: string) => page.keyboard.press(key)

  await press('5')
  const position = controls.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuetext', '5 minutes of 10 minutes')
  await press('l')
  await press('ArrowRight')
  await press('j')
  await expect(position).toHaveAttribute('aria-valuetext', '5 minutes 5 seconds of 10 minutes')
  await expect(page.getByRole('status').filter({ hasText: 'Back 10 seconds' })).toBeVisible()
  await position.press('Home')
  await expect.poll(() => of(page, 'currentTime')).toBe(0)

  await press('k')
  await expect(controls.getByRole('button', { name: 'Pause' })).toBeVisible()
  await press('k')
  await expect(controls.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  expect(await of(page, 'paused')).toBe(true)

  await controls.getByRole('button', { name: 'CC captions, off' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Off' })).toBeFocused()
  await press('ArrowUp')
  await press('Enter')
  await expect(page.getByText('ताल पर काटें')).toBeVisible()
  await expect(controls.getByRole('button', { name: 'CC captions, हिन्दी' })).toBeFocused()

  await press('Shift+>')
  await press('?')
  const list = page.getByRole('dialog', { name: 'Keys of the player' })
  await expect(list).toContainText('Jump to that tenth of the lesson')
  await checkLook(page, 'list of keys')
  await press('Escape')
  await expect(list).toBeHidden()
  await controls.getByRole('button', { name: 'Speed 1.25×' }).click()
  await expect(page.getByRole('menuitemradio', { name: '1.25×' })).toBeChecked()
  await checkLook(page, 'menu of the player')

  // Speed and language are there on the next visit.
  await page.reload()
  await expect.poll(() => of(page, 'playbackRate')).toBe(1.25)
  await expect(page.getByText('ताल पर काटें')).toBeVisible()
})
