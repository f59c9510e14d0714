/** Services that send mail, by the domain of their servers. */
const PROVIDERS: Record<string, string> = {
  'amazonaws.com': 'Amazon SES',
  'brevo.com': 'Brevo',
  'mailgun.org': 'Mailgun',
  'mailjet.com': 'Mailjet',
  'mandrillapp.com': 'Mandrill',
  'mtasv.net': 'Postmark',
  'postmarkapp.com': 'Postmark',
  'resend.com': 'Resend',
  'sendgrid.net': 'SendGrid',
  'sendinblue.com': 'Brevo',
  'sparkpostmail.com': 'SparkPost',
  'zeptomail.com': 'ZeptoMail',
  'zeptomail.eu': 'ZeptoMail',
  'zeptomail.in': 'ZeptoMail',
}

/** Returns who sends the mail of this SMTP address: the name of a known service, or the host. */
export function mailProvider(smtpUrl: string): string {
  const { hostname } = new URL(smtpUrl)
  const [, name = hostname] = Object.entries(PROVIDERS).find(([domain]) => `.${hostname}`.endsWith(`.${domain}`)) ?? []
  return name
}
