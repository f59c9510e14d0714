import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { bring, check, courseChoice, figures, graphyExport, HEADINGS, learner, match, move, table } from '../moves.ts'
import { checkFocus, checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'

const MARK = () => `${process.pid}-${Date.now()}`

test('mended rows are moved in later, and the mapping is remembered', { tag: ['@both', '@long'] }, async ({
  page,
  admin,
}) => {
  test.slow()
  const mark = MARK()
  const file = table(
    `learners-${mark}.csv`,
    HEADINGS,
    `${learner(mark, 1)},आशा कुलकर्णी,9.19877E+11,Reels ${mark},03/12/2025,Active,`,
    `${learner(mark, 2)},Ravi Kumar,9810000002,Hindi Script Vault,14/12/2025,Active,`,
    `meena.example.com,Meena Iyer,9810000003,Hindi Script Vault,15/12/2025,Active,`,
    `${learner(mark, 4)},Neha Rao,9810000004,Old webinar ${mark},16/12/2025,Active,`,
    `${learner(mark, 2)},Ravi Kumar,9810000002,Hindi Script Vault,14/12/2025,Active,`,
  )
  await bring(page, admin, [file])
  await expect(page.getByRole('heading', { name: `learners-${mark}.csv` })).toBeFocused()
  await checkScreen(page, 'matching columns and courses')
  await checkFocus(page, 'matching columns and courses')
  await page.getByRole('button', { name: 'Check 5 rows' }).click()
  await expect(page.getByText('2 course names are open')).toBeVisible()
  await expect(courseChoice(page, `Reels ${mark}`)).toBeFocused()
  await match(page, `Reels ${mark}`, 'Reels Growth Mega Bundle')
  await match(page, `Old webinar ${mark}`, 'Leave out')
  // Another device has what was checked; this one also what was chosen since.
  await page.getByRole('main').getByRole('link', { name: 'Students' }).click()
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible()
  await page.goBack()
  await expect(courseChoice(page, `Old webinar ${mark}`)).toHaveValue('leave out')
  await check(page)
  expect(await figures(page)).toEqual({
    'new accounts': '2',
    'already have one': '0',
    enrolments: '2',
    'rows left out': '3',
  })
  await expect(page.getByText(/has cut this number short/).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing has been made or sent yet.')).toBeVisible()
  await checkScreen(page, 'what a move would do')
  await page.getByRole('radio', { name: /^Left out/ }).check()
  await expect(page.getByRole('row').filter({ hasText: 'Same as row 3' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: learner(mark, 1) })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search name, email or course' }).fill('meena')
  await expect(page.getByRole('row').filter({ hasText: 'Neha Rao' })).toHaveCount(0)
  await page.goBack()
  await page.goForward()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download these rows' }).click()
  const skipped = await readFile(await (await download).path(), 'utf8')
  expect(skipped).toContain('Reason')
  expect(skipped).toContain('आशा कुलकर्णी')
  await move(page, '2 enrolments')
  await checkScreen(page, 'the end of a move')

  const mended = skipped.replace('meena.example.com', learner(mark, 3)).replace('9.19877E+11', '9810000001')
  await bring(page, admin, [{ name: 'left out.csv', mimeType: 'text/csv', buffer: Buffer.from(mended) }])
  // The file names this course again, and it was left out: a choice that is made for each file.
  const again = courseChoice(page, `Old webinar ${mark}`)
  await again.selectOption({ label: 'Leave out' })
  await expect(courseChoice(page, `Reels ${mark}`)).not.toHaveValue('')
  await check(page)
  expect(await figures(page)).toMatchObject({ 'new accounts': '1', enrolments: '1' })
  await move(page, '1 enrolment')
})

test('a move stops, survives a reload, goes on, and can be undone', { tag: '@long' }, async ({ page, admin, shop }) => {
  test.slow()
  const mark = MARK()
  await bring(page, admin, [graphyExport(mark, 1200, () => 'Hindi Script Vault')], 'Graphy')
  await check(page)
  await page.getByRole('button', { name: 'Move 1,170 enrolments' }).click()
  // Pressed at once: a fast shop is through while a page loads.
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const stopped = page.getByRole('heading', { name: /^Stopped after [\d,]+ of 1,170 rows$/ })
  await expect(stopped).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(stopped).toBeVisible()
  // Another visit finds it where it was left.
  await admin.open('/admin?tab=movein')
  await page.getByRole('link', { name: `Open graphy-${mark}.csv` }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: '1,170 enrolments are in' })).toBeVisible({ timeout: 60_000 })
  const count = async () =>
    (await shop.query<{ n: string }>(`select count(*) as n from users where email like $1`, [`learner-${mark}-%`]))[0]
      ?.n
  expect(await count()).toBe('1170')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Undo the move' }).click()
  await expect(page.getByRole('heading', { name: 'This move was undone' })).toBeVisible({ timeout: 60_000 })
  expect(await count()).toBe('0')
})

test('several files wait in a queue, and what is no table is refused in a sentence', { tag: '@long' }, async ({
  page,
  admin,
}) => {
  const mark = MARK()
  const one = (name: string) => table(`${name}-${mark}.csv`, 'Email,Course', `${learner(mark, 1)},Hindi Script Vault`)
  const pdf = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await bring(page, admin, [one('first'), pdf, one('second')])
  await expect(page.getByText('This is no table. Choose the export as XLSX or CSV.')).toBeVisible()
  for (const name of ['first', 'second'])
    await expect(page.getByRole('link', { name: `Go on with ${name}-${mark}.csv` })).toBeVisible()
  await checkScreen(page, 'files that wait')
  await page.getByRole('button', { name: 'Dismiss report.pdf' }).click()
  await page.getByRole('link', { name: `Go on with second-${mark}.csv` }).click()
  await check(page)
  await move(page, '1 enrolment')
  await page.getByRole('link', { name: `Upload the next file, first-${mark}.csv` }).click()
  await check(page)
  await expect(page.getByText('There is nothing to move')).toBeVisible()
})

test('a double click and an ended session lose nothing that was chosen', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/status of 401/)
  const mark = MARK()
  await bring(page, admin, [graphyExport(mark, 3, () => `Course ${mark}`)])
  await match(page, `Course ${mark}`, 'Hindi Script Vault')
  await admin.endSession()
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
  const again = page.getByRole('alertdialog')
  await again.getByLabel('Password', { exact: true }).fill(shop.owner.password)
  await again.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Nothing has been made or sent yet.')).toBeVisible()
  expect(await figures(page)).toMatchObject({ 'new accounts': '3', enrolments: '3' })
  const release = await holdBack(page, `/admin/move_in/${new URL(page.url()).searchParams.get('move')}/run`)
  await page.getByRole('button', { name: 'Move 3 enrolments' }).dblclick()
  release()
  await expect(page.getByRole('heading', { name: '3 enrolments are in' })).toBeVisible({ timeout: 60_000 })
})

test('sixty columns and three hundred course names stay within the screen, and one name can mean two courses', {
  tag: '@long',
}, async ({ page, admin }) => {
  const mark = MARK()
  const more = Array.from({ length: 55 }, (_, n) => `Custom field ${n} ${'लंबा नाम '.repeat(n % 4)}`.trim())
  const names = Array.from({ length: 300 }, (_, n) => `${n} ${'रील्स और शॉर्ट्स का पूरा कोर्स '.repeat(2)}${mark}`)
  const lines = names.map((name, n) => [learner(mark, n), name, ...more.map(() => 'x')])
  await bring(page, admin, [table(`wide-${mark}.csv`, ['Email', 'Course', ...more], ...lines)])
  await expect(page.getByText('55 columns are left out')).toBeVisible()
  await expect(page.getByText('Show more of 300 names')).toBeVisible()
  await checkScreen(page, 'many columns and names')
  await page.getByRole('searchbox', { name: 'Search names of the file' }).fill('299 ')
  const last = courseChoice(page, names[299] ?? '')
  await last.selectOption({ label: 'Others or several...' })
  const dialog = page.getByRole('dialog', { name: /^Courses for 299/ })
  await dialog.getByLabel('Hindi Script Vault').check()
  await dialog.getByLabel('Bio Link in an Hour').check()
  await dialog.getByRole('button', { name: 'Choose 2 courses' }).click()
  await expect(last).toHaveValue(/ /)
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await check(page)
  expect(await figures(page)).toMatchObject({ 'new accounts': '1', enrolments: '2', 'rows left out': '299' })
})
