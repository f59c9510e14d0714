import { browserHost, consoleIn } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import type { Lesson } from '../lessons.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

// In a plain run `admin-course-form.spec.ts` walks the same dialog, `lesson-versions.test.ts` holds its parts, and `learning.test.ts` the conflict.
test('two who edit the same lessons are both heard, lesson by lesson', { tag: '@long' }, async ({
  page,
  admin,
  newVisitor,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/status of 409/)
  const { course_id } = await newCourse({ name: 'Lessons of two' })
  const link = 'https://youtu.be/aaaaaaaaaaa'
  const stored = async () =>
    (await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)).content
  const lessons = ['One', 'Two', 'Three'].map((title) => ({ title, watch_link: link }))
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content: lessons })
  const address = `/admin?tab=content&course_id=${course_id}`
  const other = await newVisitor()
  await admin.open(address)
  await consoleIn(browserHost, other, shop).open(address)
  const title = (of: typeof page, place: number) => of.getByLabel(`Lesson ${place}, title`)
  const save = (of: typeof page) => of.getByRole('button', { name: 'Save content' }).click()

  await title(other, 1).fill('One of theirs')
  await title(other, 2).fill('Two of theirs')
  await save(other)
  await expect(toast(other, 'Course content updated successfully')).toBeVisible()

  await title(page, 2).fill('Two of mine')
  await page.getByRole('button', { name: 'Add lesson' }).click()
  await title(page, 4).fill('Four of mine')
  await page.getByLabel('Lesson 4, watch link').fill(link)
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed these lessons' })
  const part = (name: string) => dialog.getByRole('region', { name: `lesson ‘${name}’` })
  await expect(part('Two of mine').getByText('Two of theirs')).toBeVisible()
  // Only they have changed the first one: theirs is proposed.
  await expect(part('One').getByRole('radio', { name: 'Theirs' })).toBeChecked()
  await expect(part('Two of mine').getByRole('radio', { name: 'Yours' })).toBeChecked()
  await expect(dialog.getByRole('region')).toHaveCount(2)
  await checkScreen(page, 'two versions of lessons')
  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  expect((await stored()).map((lesson) => lesson.title)).toEqual(['One of theirs', 'Two of theirs', 'Three'])
  await save(page)
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(toast(page, 'Course content updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect((await stored()).map((lesson) => lesson.title)).toEqual([
    'One of theirs',
    'Two of mine',
    'Three',
    'Four of mine',
  ])
  // What was saved is where the next edit begins.
  await title(page, 3).fill('Three again')
  await save(page)
  await expect.poll(async () => (await stored())[2]?.title).toBe('Three again')
})

// In a plain run `admin-course-form.spec.ts` walks the same dialog, `settings-versions.test.ts` holds its parts, and `settings.test.ts` the conflict.
test('two who edit the settings are shown both versions', { tag: '@long' }, async ({
  page,
  admin,
  newVisitor,
  shop,
  guard,
}) => {
  guard.allow(/status of 409/)
  type Settings = { contact: { hours: string }; claims: { countries: string; success_stories: string } }
  const before = await shop.admin<Settings>('GET', '/settings')
  const other = await newVisitor()
  await admin.open('/admin?tab=settings')
  await consoleIn(browserHost, other, shop).open('/admin?tab=settings')
  const save = (of: typeof page) => of.getByRole('button', { name: 'Save settings' }).click()
  await other.getByLabel('Hours').fill('Theirs: all day')
  await other.getByLabel('Countries').fill('33')
  await save(other)
  await expect(toast(other, 'Settings saved')).toBeVisible()

  await page.getByLabel('Hours').fill('Mine: mornings')
  await page.getByLabel('Success stories').fill('77')
  await save(page)
  const dialog = page.getByRole('dialog', { name: 'Someone else changed the settings' })
  await expect(dialog.getByRole('region', { name: 'contact hours' }).getByText('Theirs: all day')).toBeVisible()
  await expect(
    dialog.getByRole('region', { name: 'claims countries' }).getByRole('radio', { name: 'Theirs' }),
  ).toBeChecked()
  await checkScreen(page, 'two versions of the settings')
  await dialog.getByRole('group', { name: 'Version of contact hours' }).getByText('Theirs').click()
  await dialog.getByRole('button', { name: 'Save this version' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await shop.admin<Settings>('GET', '/settings')).toMatchObject({
    contact: { hours: 'Theirs: all day' },
    claims: { countries: '33', success_stories: '77' },
  })
  await expect(page.getByLabel('Hours')).toHaveValue('Theirs: all day')
  await shop.admin('PUT', '/settings', before)
})
