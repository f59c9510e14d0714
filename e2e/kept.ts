import type { BrowserContext, Page } from '@playwright/test'

/** Until the worker of this release answers for the page. */
export const worked = (page: Page) =>
  page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.ready).active?.state === 'activated' &&
      navigator.serviceWorker.controller !== null,
  )

type Table = 'owner' | 'lessons' | 'courses' | 'chunks' | 'late'

/** How much of everything lies in the database of what this browser keeps. */
export const keptRows = (page: Page): Promise<Record<Table, number>> =>
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

/** The first bytes of the first piece that is kept, as they lie on the disk. */
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

/** The clock of the device goes on by days: what is kept was so long ago. */
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

export async function withoutNetwork(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}
