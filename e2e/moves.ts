import { expect, type Page } from '@playwright/test'
import type { Console, TestFile } from './console.ts'

const two = (figure: number) => String(figure).padStart(2, '0')

export const table = (name: string, ...lines: (string | string[])[]): TestFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((line) => (Array.isArray(line) ? line.join(',') : line)).join('\r\n')),
})

export const HEADINGS = 'Learner Email,Learner Name,Learner Phone,Course,Enrolled On,Status,Coupon'

export const learner = (mark: string, n: number) => `learner-${mark}-${n}@example.com`

/** An export with that many students; the phone of every tenth one was cut short by a spreadsheet. */
export function graphyExport(mark: string, count: number, courseOf: (n: number) => string): TestFile {
  const lines = Array.from({ length: count }, (_, n) => [
    learner(mark, n),
    n % 7 === 0 ? `आशा कुलकर्णी ${n}` : `Student ${n}`,
    n % 10 === 3 ? '9.19877E+11' : `98${String(10_000_000 + n)}`,
    courseOf(n),
    `${two(1 + (n % 28))}/${two(1 + (n % 12))}/2025`,
    n % 40 === 39 ? 'Refunded' : 'Active',
    n % 5 ? '' : 'DIWALI50',
  ])
  return table(`graphy-${mark}.csv`, HEADINGS, ...lines)
}

/** Chooses files of a platform. */
export async function bring(page: Page, admin: Console, files: TestFile[], from = 'Excel or CSV'): Promise<void> {
  await admin.open('/admin?tab=movein')
  await page.getByRole('combobox', { name: 'Where do your students come from?' }).selectOption({ label: from })
  await expect(page.getByText('Drop the export here')).toBeVisible()
  await admin.choose(page, files)
}

/** The choice for one course name of the file. */
export const courseChoice = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Courses', exact: true }).getByRole('combobox', { name, exact: true })

/** Matches one course name of the file with a course of the shop, or with one of the other choices. */
export const match = (page: Page, name: string, course: string) =>
  courseChoice(page, name).selectOption({ label: course })

export async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).click()
  await expect(page.getByText('Nothing has been made or sent yet.')).toBeVisible()
}

/** Figures of the check, by their labels. */
export async function figures(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent]),
    )
  return Object.fromEntries(pairs)
}

export async function move(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${button}`, exact: true }).click()
  await expect(page.getByRole('heading', { name: / are in$/ })).toBeVisible({ timeout: 60_000 })
}
