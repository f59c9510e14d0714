import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

// A running clock is the first line of every Home.
test.afterEach(async ({ shop }) => {
  await shop.query('truncate breaches, breach_reports, breach_people, processors')
})

test('an owner reports a breach, notes a report, writes to the people, and adds a processor', { tag: '@long' }, async ({
  page,
  admin,
}) => {
  await admin.open('/admin?tab=privacy&part=breaches')
  await page.getByRole('link', { name: 'Report a breach' }).click()
  const form = page.getByRole('dialog', { name: 'Report a breach' })
  await form.getByRole('textbox', { name: 'Title' }).fill('A list of students went to a wrong address')
  await form.getByRole('textbox', { name: 'What happened' }).first().fill('A table was mailed to a stranger.')
  await checkScreen(page, 'the form of a breach')
  await form.getByRole('button', { name: 'Report' }).click()
  await expect(toast(page, 'Breach reported')).toBeVisible()

  const card = page.getByRole('region', { name: 'Breach: A list of students went to a wrong address' })
  await expect(card.getByText(/^5 h 5\d min$/)).toBeVisible()
  await expect(card.getByText(/^71 h 5\d min$/)).toBeVisible()
  await expect(card.getByText('Not emailed')).toBeVisible()
  await card.getByRole('button', { name: 'Write the report' }).first().click()
  const report = page.getByRole('dialog', { name: 'Report to CERT-In' })
  await expect(report.getByText(/When it happened, Place or system/)).toBeVisible()
  await checkScreen(page, 'the text for CERT-In')
  await report.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(toast(page, 'Report noted')).toBeVisible()
  await expect(card.getByText('Sent', { exact: true })).toBeVisible()

  await card.getByRole('button', { name: 'Write to them' }).click()
  const letter = page.getByRole('dialog', { name: 'Write to the people' })
  await expect(letter.getByText('Still missing:')).toBeVisible()
  await letter.getByRole('button', { name: 'Close' }).click()
  await card.getByRole('link', { name: 'Open the breach' }).click()
  const facts = page.getByRole('dialog', { name: 'The breach' })
  for (const name of ['When it happened', 'Extent', 'Likely consequences', 'Done so far', 'What people can do'])
    await facts.getByRole('textbox', { name }).first().fill('Names and emails')
  await facts.getByText('A list of emails').click()
  await facts.getByRole('textbox', { name: 'Email addresses' }).fill('asha.breach@example.com')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Breach saved')).toBeVisible()
  await card.getByRole('button', { name: 'Write to them' }).click()
  await checkScreen(page, 'the email to the people')
  await letter.getByRole('button', { name: 'Email 1 person' }).click()
  await expect(toast(page, 'The emails are on their way')).toBeVisible()
  await checkScreen(page, 'a breach that is open')

  await page.getByRole('tab', { name: 'How long data stays' }).click()
  await expect(page.getByText('72 months after the annual GST return of their year')).toBeVisible()
  await checkScreen(page, 'how long data are stored')
  await page.getByRole('tab', { name: 'Who gets data' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const processor = page.getByRole('dialog', { name: 'Add a processor' })
  await processor.getByRole('textbox', { name: 'Name' }).fill('Kaveri Hosting')
  await processor.getByRole('textbox', { name: 'What it does for you' }).fill('Runs the server')
  await processor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kaveri Hosting')).toBeVisible()
  await checkScreen(page, 'processors')

  await admin.open('/admin')
  await expect(page.getByText('Report the breach to the Data Protection Board')).toBeVisible()
})
