import { expect, type Page } from '@playwright/test'
import { paidLesson } from './lessons.ts'
import { worked } from './offline.ts'
import { type Account, buy, newAccount, signIn } from './people.ts'
import type { Shop } from './shop.ts'

type Table = 'owner' | 'lessons' | 'courses' | 'chunks' | 'late'

/** Counts the rows of each table of offline data in this browser. */
export const storedRows = (page: Page): Promise<Record<Table, number>> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('kept')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const names = [...opening.result.objectStoreNames] as Table[]
          const counts = {} as Record<Table, number>
          const transaction = opening.result.transaction(names)
          for (const name of names) {
            const count = transaction.objectStore(name).count()
            count.onsuccess = () => {
              counts[name] = count.result
            }
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve(counts)
          }
        }
      }),
  )

/** Returns the first bytes of the first downloaded chunk, as stored on disk. */
export const firstBytes = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('kept')
        opening.onsuccess = () => {
          const all = opening.result.transaction('chunks').objectStore('chunks').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve([...new Uint8Array(all.result[0])])
          }
        }
      }),
  )

/** Moves the device's clock forward, so that the downloads are that old. */
export const daysLater = (page: Page, days: number): Promise<void> =>
  page.evaluate(
    (ms) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('kept')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('lessons', 'readwrite')
          const lessons = transaction.objectStore('lessons')
          const all = lessons.getAll()
          all.onsuccess = () => {
            for (const lesson of all.result) {
              lesson.term.ends_ms -= ms
              lessons.put(lesson, lesson.lesson_id)
            }
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    days * 86_400_000,
  )

export const video = (page: Page) => page.locator('video')
const second = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.currentTime)

/** Plays the lesson from its beginning up to second `until`. */
export async function play(page: Page, until: number): Promise<void> {
  await video(page).evaluate(async (it: HTMLVideoElement) => {
    it.muted = true
    it.currentTime = 0
    await it.play()
  })
  await expect.poll(() => second(page)).toBeGreaterThan(until)
  await video(page).evaluate((it: HTMLVideoElement) => it.pause())
}

/** Waits until the shop has probed the lesson's file and knows its size. */
export async function measuredLesson(shop: Shop, courseId: string): Promise<void> {
  const url = await paidLesson(shop, courseId)
  await expect.poll(() => shop.query('select 1 from media where url = $1 and width is not null', [url])).toHaveLength(1)
}

export async function studentOf(page: Page, shop: Shop, courseId: string): Promise<Account> {
  const student = await newAccount(shop)
  await buy(shop, student, [courseId])
  await signIn(page, student)
  return student
}

/** Opens the course and downloads its only lesson. `say` returns a text in the language of `base`. */
export async function downloadLesson(
  page: Page,
  courseId: string,
  { base = '', say = (text: string) => text } = {},
): Promise<void> {
  await page.goto(`${base}/learn/${courseId}`)
  await worked(page)
  await page.getByRole('button', { name: say('Download'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: say('Download') })
  // The size is shown before the download.
  await expect(dialog.getByRole('listitem').getByText(/^[\d.]+ [KM]B$/)).toBeVisible()
  await dialog.getByRole('button', { name: `${say('Download')} A lesson` }).click()
  // The browser of a test keeps it for good or not, as it likes.
  const until = [
    'Downloaded, {size}, expires {date}',
    'Downloaded, {size}, expires {date} or when this browser clears its data',
  ]
    .map((text) => say(text).replace('{date}', '\\d+ \\S+ \\d{4}').replace('{size}', '[\\d.]+ [KM]B'))
    .join('|')
  await expect(dialog.getByText(new RegExp(`^(?:${until})$`))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: say('Lessons') }).getByText(say('Downloaded'))).toBeVisible()
}
