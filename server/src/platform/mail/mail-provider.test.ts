import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { mailProvider } from './mail-provider.ts'

test.each([
  ['smtps://key:secret@in-v3.mailjet.com:465', 'Mailjet'],
  ['smtp://resend:re_secret@smtp.resend.com:587', 'Resend'],
  ['smtps://key:secret@email-smtp.ap-south-1.amazonaws.com', 'Amazon SES'],
  ['smtps://shop:secret@smtp.example.in:465', 'smtp.example.in'],
  ['smtps://shop:secret@notmailjet.com', 'notmailjet.com'],
])('the mail of %s is sent by %s', (address, name) => {
  expect(mailProvider(address)).toBe(name)
})

test('the public page, the console and the register name the service that sends the mail', async () => {
  const server = await startTestServer({
    work: false,
    env: { SMTP_URL: 'smtps://key:secret@in-v3.mailjet.com:465', MAIL_FROM: 'shop@example.in' },
  })
  try {
    const owner = await server.adminToken('owner')
    expect(await server.api(owner).processors.list()).toContainEqual(expect.objectContaining({ name: 'Mailjet' }))
    const page = await fetch(`${server.url}/privacy/processors`)
    expect(await page.text()).toContain('<b>Mailjet</b>')
    const register = await fetch(`${server.url}/api/admin/registers/processors.csv`, {
      headers: { authorization: `Bearer ${owner}` },
    })
    expect(await register.text()).toContain('Mailjet,Sends the emails of the shop')
  } finally {
    await server.stop()
  }
})
