import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judgeRefusal } from '../../../platform/mail/refusal.ts'
import { readMailReport } from './read-mail-report.ts'
import { readNotice } from './read-notice.ts'
import { refusalForms } from './refusal-forms.ts'
import type { Report } from './report.ts'

const TOKEN = 'c0ffee00c0ffee00c0ffee00c0ffee00'
const SENDER = `bounce+${TOKEN}@news.example.com`
const READER = 'asha@reader.example'

/** A delivery report (RFC 3464) with the fields of its one address. */
const delivery = (head: string[], fields: string[]) =>
  [
    ...head,
    `To: <${SENDER}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
    '',
    '--=_b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Your message could not be delivered.',
    '',
    '--=_b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.reader.example',
    'Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0530',
    '',
    ...fields,
    '',
    '--=_b',
    'Content-Type: message/rfc822',
    '',
    'Subject: New course',
    '',
    'Hello',
    '--=_b--',
    '',
  ].join('\r\n')

const plain = (head: string[], body: string[]) => [...head, `To: ${SENDER}`, '', ...body, ''].join('\r\n')

/** A report with its words, and the fields of its second part. */
const report = (type: 'delivery-status' | 'disposition-notification', words: string[], fields: string[]) =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example.org>',
    `To: ${SENDER}`,
    'Subject: Mail failure',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="=_r"`,
    '',
    '--=_r',
    'Content-Type: text/plain',
    '',
    ...words,
    '--=_r',
    `Content-Type: message/${type}`,
    '',
    ...fields,
    '',
    '--=_r--',
  ].join('\r\n')

const feedback = (type: string, more: string[] = []) =>
  [
    'From: <feedback@provider.example>',
    'To: <fbl@shop.example>',
    'Subject: FW: New course',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"',
    '',
    '--=_f',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--=_f',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Feedback/1.0',
    'Version: 1',
    `Original-Mail-From: <${SENDER}>`,
    ...more,
    '',
    '--=_f',
    'Content-Type: message/rfc822',
    '',
    'Subject: New course',
    '',
    'Hello',
    '--=_f--',
  ].join('\n')

type Meaning = Report['is'] | 'nothing' | 'unread'

const mails: [name: string, source: string, means: Meaning][] = [
  [
    'Postfix: no such user',
    delivery(
      ['Return-Path: <>', 'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)', 'Auto-Submitted: auto-replied'],
      [
        `Final-Recipient: rfc822; ${READER}`,
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1 <asha@reader.example>: Recipient address',
        '    rejected: User unknown in virtual mailbox table',
      ],
    ),
    'dead',
  ],
  [
    'Gmail: the account does not exist',
    delivery(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'Auto-Submitted: auto-replied'],
      [
        `Final-Recipient: rfc822; ${READER}`,
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; gmail-smtp-in.l.google.com. (2a00:1450::1a, the server for the domain gmail.com.)',
        'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. https://support.google.com/mail/?p=NoSuchUser',
      ],
    ),
    'dead',
  ],
  [
    'Gmail: the mailbox is full',
    delivery(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>'],
      [
        `Final-Recipient: rfc822; ${READER}`,
        'Action: failed',
        'Status: 5.2.2',
        'Diagnostic-Code: smtp; 552-5.2.2 The email account that you tried to reach is over quota',
      ],
    ),
    'passing',
  ],
  [
    'Gmail: the sender is not authenticated',
    delivery(
      ['From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>'],
      [
        `Final-Recipient: rfc822; ${READER}`,
        'Action: failed',
        'Status: 5.7.26',
        'Diagnostic-Code: smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated.',
      ],
    ),
    'refused',
  ],
  [
    'Exchange: a group that outsiders may not write to',
    delivery(
      ['From: postmaster@reader.example'],
      [
        `Final-Recipient: rfc822;${READER}`,
        'Action: failed',
        'Status: 5.7.133',
        'Diagnostic-Code: smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
      ],
    ),
    'refused',
  ],
  [
    'Exchange: one company’s own rule',
    delivery(
      ['From: postmaster@reader.example'],
      [
        `Final-Recipient: rfc822;${READER}`,
        'Action: failed',
        'Status: 5.7.1',
        'Diagnostic-Code: smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
      ],
    ),
    'refused',
  ],
  [
    'Outlook.com: access to the recipient denied',
    delivery(
      ['From: postmaster@outlook.com'],
      [
        `Final-Recipient: rfc822;${READER}`,
        'Action: failed',
        'Status: 5.5.0',
        'Diagnostic-Code: smtp;550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
      ],
    ),
    'dead',
  ],
  [
    'a vague status with an exact answer behind it',
    delivery(
      ['From: MAILER-DAEMON@mx.example.org'],
      [
        `Final-Recipient: rfc822;${READER}`,
        'Action: failed',
        'Status: 5.0.0',
        'Diagnostic-Code: smtp;550 5.7.1 Message rejected as spam',
      ],
    ),
    'refused',
  ],
  [
    'a letter that waited too long',
    delivery(
      ['From: MAILER-DAEMON@mx.example.org'],
      [
        `Final-Recipient: rfc822;${READER}`,
        'Action: failed',
        'Status: 4.4.7',
        'Diagnostic-Code: smtp; Delivery time expired',
      ],
    ),
    'passing',
  ],
  ...(['delayed', 'delivered', 'relayed', 'expanded'] as const).map((action): [string, string, Meaning] => [
    `a report that the letter is ${action}`,
    delivery(
      ['From: MAILER-DAEMON@mx.example.org'],
      [`Final-Recipient: rfc822;${READER}`, `Action: ${action}`, `Status: ${action === 'delayed' ? '4.4.1' : '2.0.0'}`],
    ),
    'nothing',
  ]),
  [
    'qmail',
    plain(
      ['From: MAILER-DAEMON@mx.example.org', 'Subject: failure notice'],
      [
        'Hi. This is the qmail-send program at mx.example.org.',
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        '',
        `<${READER}>:`,
        '10.1.2.3 does not like recipient.',
        'Remote host said: 550 5.1.1 unknown user',
        'Giving up on 10.1.2.3.',
        '',
        '--- Below this line is a copy of the message.',
        '',
        'Return-Path: <>',
      ],
    ),
    'dead',
  ],
  [
    'qmail of a host without the mailbox',
    plain(
      ['From: MAILER-DAEMON@mx.example.org', 'Subject: failure notice'],
      [
        'Hi. This is the mail program at mx.example.org.',
        'I could not deliver your message. This is a permanent error.',
        '',
        `<${READER}>:`,
        'Sorry, no mailbox here by that name. (#5.1.1)',
      ],
    ),
    'dead',
  ],
  [
    'Exim',
    plain(
      [
        'Return-path: <>',
        `X-Failed-Recipients: ${READER}`,
        'Auto-Submitted: auto-replied',
        'From: Mail Delivery System <Mailer-Daemon@mx.example.org>',
        'Subject: Mail delivery failed: returning message to sender',
      ],
      [
        'This message was created automatically by mail delivery software.',
        '',
        'A message that you sent could not be delivered to one or more of its',
        'recipients. This is a permanent error. The following address(es) failed:',
        '',
        `  ${READER}`,
        '    Unrouteable address',
        '',
        '------ This is a copy of the message, including all the headers. ------',
        '',
        `Return-path: <${SENDER}>`,
      ],
    ),
    'dead',
  ],
  [
    'Exim: a warning that it still tries',
    plain(
      ['From: Mail Delivery System <Mailer-Daemon@mx.example.org>', 'Subject: Warning: message 1AbC delayed 24 hours'],
      [
        'This message was created automatically by mail delivery software.',
        'A message that you sent has not yet been delivered to one or more of its',
        'recipients after more than 24 hours on the queue.',
        'No action is required on your part. Delivery attempts will continue for some time.',
      ],
    ),
    'passing',
  ],
  [
    'Sendmail',
    plain(
      [
        'From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
        'Subject: Returned mail: see transcript for details',
      ],
      [
        '   ----- The following addresses had permanent fatal errors -----',
        `<${READER}>`,
        '    (reason: 550 Host unknown)',
        '',
        '   ----- Transcript of session follows -----',
        `550 5.1.2 <${READER}>... Host unknown (Name server: reader.example: host not found)`,
      ],
    ),
    'dead',
  ],
  [
    'old Gmail in words',
    plain(
      [
        'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
        'Subject: Delivery Status Notification (Failure)',
      ],
      [
        'Delivery to the following recipient failed permanently:',
        '',
        `     ${READER}`,
        '',
        'Technical details of permanent failure:',
        'Google tried to deliver your message, but it was rejected by the server for the recipient domain',
        'The error that the other server returned was:',
        '550 550 5.1.1 User does not exist',
        '',
        '----- Original message -----',
        'Received: by 10.0.0.1',
      ],
    ),
    'dead',
  ],
  [
    'Exchange in words',
    plain(
      ['From: postmaster@reader.example', 'Subject: Undeliverable: New course'],
      [
        'Your message did not reach some or all of the intended recipients.',
        '',
        'Diagnostic information for administrators:',
        'Generating server: EX01.reader.example',
        READER,
        '#550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup ##',
        '',
        'Original message headers:',
        'Received: from mx',
      ],
    ),
    'dead',
  ],
  [
    'Yahoo in words',
    plain(
      ['From: MAILER-DAEMON@yahoo.com', 'Subject: Failure Notice'],
      [
        'Sorry, we were unable to deliver your message to the following address.',
        '',
        `<${READER}>:`,
        "554: delivery error: dd This user doesn't have a yahoo.com account (asha@reader.example) [0]",
      ],
    ),
    'dead',
  ],
  [
    'Rediffmail: the inbox is full',
    plain(
      ['From: MAILER-DAEMON@rediffmail.com', 'Subject: failure notice'],
      [`<${READER}>:`, "The user's inbox is full. 552 mailbox is over quota"],
    ),
    'passing',
  ],
  [
    'words that say no reason',
    plain(['From: MAILER-DAEMON@mx.example.org', 'Subject: Undelivered Mail'], ['Ihre Nachricht kam nicht an.']),
    'unread',
  ],
  [
    'a bounce without a token',
    plain(['From: MAILER-DAEMON@x.example'], ['550 5.1.1 unknown user']).replace(SENDER, 'owner@shop.example'),
    'unread',
  ],
  [
    'an answer by a machine',
    plain(['From: asha@reader.example', 'Auto-Submitted: auto-replied'], ['I am away. 550 5.1.1 is my room.']),
    'nothing',
  ],
  [
    'an answer by a person',
    plain(['From: asha@reader.example', 'Subject: Re: New course'], ['How much is it?']),
    'unread',
  ],
  [
    'spam to the mailbox',
    plain(['From: a@spam.example', 'Subject: Win'], ['Win']).replace(SENDER, 'x@shop.example'),
    'nothing',
  ],
  ['no mail', 'x'.repeat(1000), 'unread'],
  [
    'Yahoo: a complaint',
    feedback('abuse', ['Original-Rcpt-To: asha@yahoo.com', 'Reported-Domain: news.example.com']),
    'complained',
  ],
  ['a complaint about fraud', feedback('fraud'), 'complained'],
  ['a complaint about a virus', feedback('virus'), 'complained'],
  ['a wish to get no more', feedback('opt-out'), 'unsubscribed'],
  ['a mail taken out of the spam folder', feedback('not-spam'), 'nothing'],
  ['a failed authentication', feedback('auth-failure', ['Auth-Failure: dmarc']), 'nothing'],
  ['feedback of another kind', feedback('other'), 'unread'],
  [
    'Outlook.com: a complaint that encloses the letter',
    [
      'From: staff@hotmail.com',
      'To: fbl@shop.example',
      'Subject: complaint about message from 192.0.2.1',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="=_h"',
      '',
      '--=_h',
      'Content-Type: message/rfc822',
      '',
      `Return-Path: ${SENDER}`,
      'Subject: New course',
      '',
      'Hello',
      '--=_h--',
    ].join('\n'),
    'complained',
  ],
  [
    'a receipt of reading',
    [
      `To: ${SENDER}`,
      'From: asha@reader.example',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=m',
      '',
      '--m',
      'Content-Type: text/plain',
      '',
      'Read.',
      '--m',
      'Content-Type: message/disposition-notification',
      '',
      `Final-Recipient: rfc822; ${READER}`,
      'Disposition: manual-action/MDN-sent-manually; displayed',
      '',
      '--m--',
    ].join('\n'),
    'nothing',
  ],
  [
    'Exim: the host was away for days (a report with fields, and the reason in its text)',
    report(
      'delivery-status',
      [
        'This message was created automatically by mail delivery software.',
        'A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.',
        `  ${READER}`,
        '    host mx.reader.example [192.0.2.1]: retry timeout exceeded',
      ],
      [
        'Reporting-MTA: dns; mx.example.org',
        '',
        'Action: failed',
        `Final-Recipient: rfc822;${READER}`,
        'Status: 5.0.0',
      ],
    ),
    'passing',
  ],
  [
    'OpenSMTPD: the text is blocked',
    report(
      'delivery-status',
      [
        '    Hi!',
        '    This is the MAILER-DAEMON, please DO NOT REPLY to this email.',
        `${READER}: 554 5.7.1 <${SENDER}>: Sender address rejected: listed`,
        '    Below is a copy of the original message:',
      ],
      [
        'Reporting-MTA: dns; relay.example',
        '',
        `Final-Recipient: rfc822; ${READER}`,
        'Action: failed',
        'Status: 5.0.0',
      ],
    ),
    'refused',
  ],
  [
    'Sieve: the reader rejects the sender (RFC 5429)',
    report(
      'disposition-notification',
      [`Your message to <${READER}> was automatically rejected:`, 'I do not want letters of shops.'],
      [
        'Reporting-UA: mx.reader.example; Dovecot Mail Delivery Agent',
        `Final-Recipient: rfc822; ${READER}`,
        'Disposition: automatic-action/MDN-sent-automatically; deleted',
      ],
    ),
    'refused',
  ],
  [
    'Dovecot: the mailbox is full',
    report(
      'disposition-notification',
      [`Your message to <${READER}> was automatically rejected:`, 'Quota exceeded (mailbox for user is full)'],
      [`Final-Recipient: rfc822; ${READER}`, 'Disposition: automatic-action/MDN-sent-automatically; deleted'],
    ),
    'passing',
  ],
  [
    'a letter deleted without reading',
    report(
      'disposition-notification',
      [`Your message was deleted without being read on Saturday.`],
      [`Final-Recipient: rfc822; ${READER}`, 'Disposition: automatic-action/MDN-sent-automatically; deleted'],
    ),
    'nothing',
  ],
  [
    'an SNS notice of SES that comes as an email: a bounce',
    plain(
      ['From: AWS Notifications <no-reply@sns.amazonaws.com>', 'Subject: Amazon SES Email Event Notification'],
      [
        JSON.stringify({
          notificationType: 'Bounce',
          bounce: {
            bounceType: 'Permanent',
            bouncedRecipients: [{ emailAddress: READER, status: '5.1.1', diagnosticCode: '550 user unknown' }],
          },
          mail: { source: SENDER },
        }),
        '',
        '--',
        'If you wish to stop receiving notifications from this topic, visit https://sns.example/unsubscribe.html?a=b',
      ],
    ),
    'dead',
  ],
  [
    'an SNS notice of SES that comes as an email: a complaint, in the envelope of SNS',
    plain(
      ['From: AWS Notifications <no-reply@sns.amazonaws.com>', 'Subject: AWS Notification Message'],
      [
        JSON.stringify({
          Type: 'Notification',
          Message: JSON.stringify({
            notificationType: 'Complaint',
            complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: READER }] },
            mail: { source: SENDER },
          }),
        }),
      ],
    ),
    'complained',
  ],
  [
    'a returned mail that a person forwards in their own',
    plain(
      ['From: asha@other.example', 'Subject: Fwd: Returned mail: see transcript for details'],
      [
        '---------- Forwarded message ---------',
        'From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
        '   ----- Transcript of session follows -----',
        `550 5.1.1 <${READER}>... User unknown`,
      ],
    ),
    'dead',
  ],
  [
    'a returned mail inside an answer',
    plain(
      ['From: help@provider.example', 'Subject: Your ticket'],
      ['We looked at it: the message could not be delivered, 552 5.2.2 mailbox full.'],
    ),
    'passing',
  ],
  [
    'a report that another server encloses in its own',
    [
      'From: postmaster@reader.example',
      `To: ${SENDER}`,
      'Subject: Undeliverable: New course',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=n',
      '',
      '--n',
      'Content-Type: text/plain',
      '',
      'See the attached report.',
      '--n',
      'Content-Type: message/rfc822',
      '',
      delivery(
        ['From: MAILER-DAEMON@inner.reader.example'],
        [
          `Final-Recipient: rfc822;${READER}`,
          'Action: failed',
          'Status: 5.0.0',
          'Diagnostic-Code: smtp; 550 5.1.1 gone',
        ],
      ),
      '--n--',
    ].join('\r\n'),
    'dead',
  ],
  [
    'Verizon: a text message',
    plain(
      ['From: post_master@vtext.example', 'Subject: Undeliverable Message'],
      [`To: ${READER}`, 'Error: No valid recipients for this MM'],
    ),
    'dead',
  ],
  [
    'Yahoo: several attempts failed',
    plain(
      ['From: MAILER-DAEMON@yahoo.example', 'Subject: Failure Notice'],
      [
        'Sorry, we were unable to deliver your message to the following address after several attempts.',
        `<${READER}>:`,
      ],
    ),
    'passing',
  ],
  [
    'a delivery report whose action is written as error',
    delivery(
      ['From: MAILER-DAEMON@mx.example.org'],
      [
        `Final-Recipient: rfc822;${READER}`,
        'Action: error',
        'Status: 5.0.0',
        'Diagnostic-Code: smtp; Domain does not exist',
      ],
    ),
    'dead',
  ],
  [
    'Apple: the reader pressed Unsubscribe',
    plain(['From: asha@reader.example', 'Subject: unsubscribe', 'X-Apple-Unsubscribe: true'], ['']),
    'unsubscribed',
  ],
  [
    'a reader answers STOP',
    plain(
      ['From: asha@reader.example', 'Subject: Re: New course'],
      ['', 'Stop.', '', 'On Thu, 26 Nov 2026, the shop wrote:', '> Hello'],
    ),
    'unsubscribed',
  ],
  [
    'a machine answers STOP',
    plain(['From: asha@reader.example', 'Subject: Re: New course', 'Auto-Submitted: auto-replied'], ['STOP']),
    'nothing',
  ],
  [
    'a reader writes the word in a sentence, and below in a quotation',
    plain(['From: asha@reader.example', 'Subject: Re: New course'], ['When does it stop?', '', '> STOP']),
    'unread',
  ],
  [
    'a question about JSON',
    plain(['From: asha@reader.example', 'Subject: Re: New course'], ['What is {"a": 1}?']),
    'unread',
  ],
]

test.each(mails)('a report by email is understood: %s', async (_name, source, means) => {
  const { reports, unread } = await readMailReport(source)
  expect(meaningOf(reports, unread)).toBe(means)
  for (const { token, address } of reports) expect([token, address]).toEqual([TOKEN, undefined])
})

test('a report of a real OpenSMTPD says in its text alone that the mailbox is full', async () => {
  const source = readFileSync(new URL('opensmtpd-over-quota.eml', import.meta.url), 'utf8')
  const { reports } = await readMailReport(source)
  expect(reports).toMatchObject([{ is: 'passing', token: '8ad1878f1406434ab40dbd33c2dcaac4' }])
})

test('a rejection by Sieve is quoted without its subject, which Dovecot cuts within an encoded word', async () => {
  const source = report(
    'disposition-notification',
    [`Your message to <${READER}> was automatically rejected:`, 'No letters.'],
    [`Final-Recipient: rfc822; ${READER}`, 'Disposition: automatic-action/MDN-sent-automatically; deleted'],
  ).replace('Subject: Mail failure', 'Subject: Rejected: =?UTF-8?Q?=E0=A4=A8_?=? =?UTF-8?Q?=E0=A4=95=E0=A5=...')
  const { reports } = await readMailReport(source)
  const words = `Your message to <${READER}> was automatically rejected: No letters.`
  expect(reports).toEqual([{ is: 'refused', token: TOKEN, says: words }])
})

const meaningOf = (reports: { is: string }[], unread: string | undefined) =>
  unread === undefined ? (reports[0]?.is ?? 'nothing') : 'unread'

const ses = (event: object) => ({ mail: { source: SENDER, messageId: '0100' }, ...event })
const zepto = (name: string, diagnostic = '') => ({
  event_name: [name],
  event_message: [
    {
      email_info: {
        email_reference: 'r',
        subject: 'New course',
        to: [{ email_address: { address: READER, name: '' } }],
        from: { address: 'hi@shop.example' },
      },
      event_data: [
        {
          object: name,
          details: [{ reason: 'x', bounced_recipient: READER, time: '2026', diagnostic_message: diagnostic }],
        },
      ],
      request_id: 'q',
    },
  ],
  mailagent_key: 'k',
})
const sendGrid = (event: string, more: object = {}) => ({
  email: READER,
  timestamp: 1,
  'smtp-id': `<letter.${TOKEN}@shop.example>`,
  sg_event_id: 'e',
  sg_message_id: 'm',
  event,
  ...more,
})
const mailgun = (event: string, more: object = {}) => ({
  signature: { timestamp: '1', token: 't', signature: 's' },
  'event-data': {
    event,
    recipient: READER,
    message: { headers: { 'message-id': `letter.${TOKEN}@shop.example`, to: READER } },
    ...more,
  },
})
const brevo = (event: string, reason = '') => ({
  event,
  email: READER,
  id: 1,
  date: '2026-11-27 10:00:00',
  'message-id': '<2026@smtp-relay.mailin.fr>',
  reason,
  ts_event: 1,
})
const postmark = (more: object) => ({
  RecordType: 'Bounce',
  MessageStream: 'broadcast',
  MessageID: 'm',
  ServerID: 1,
  Email: READER,
  From: 'hi@shop.example',
  ...more,
})
const sparkPost = (more: object) => [
  {
    msys: {
      message_event: {
        type: 'bounce',
        rcpt_to: READER,
        msg_from: SENDER,
        raw_reason: '550 5.1.1 user unknown',
        ...more,
      },
    },
  },
]
const mandrill = (event: string, more: object = {}) => [
  { event, _id: 'i', ts: 1, msg: { email: READER, state: 'bounced', ...more } },
]

const notices: [name: string, posted: unknown, means: Meaning][] = [
  [
    'SES: permanent',
    ses({
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [
          { emailAddress: READER, status: '5.1.1', action: 'failed', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
        ],
      },
    }),
    'dead',
  ],
  [
    'SES: on the suppression list',
    ses({
      eventType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'OnAccountSuppressionList',
        bouncedRecipients: [{ emailAddress: READER }],
      },
    }),
    'dead',
  ],
  [
    'SES: transient',
    ses({
      notificationType: 'Bounce',
      bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull', bouncedRecipients: [] },
    }),
    'passing',
  ],
  [
    'SES: a complaint',
    ses({
      notificationType: 'Complaint',
      complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: READER }] },
    }),
    'complained',
  ],
  [
    'SES: a complaint without a type',
    ses({ notificationType: 'Complaint', complaint: { complainedRecipients: [{ emailAddress: READER }] } }),
    'complained',
  ],
  [
    'SES: taken out of the spam folder',
    ses({
      notificationType: 'Complaint',
      complaint: { complaintFeedbackType: 'not-spam', complainedRecipients: [{ emailAddress: READER }] },
    }),
    'nothing',
  ],
  ['SES: delivered', ses({ notificationType: 'Delivery', delivery: {} }), 'nothing'],
  [
    'SES: subscribed',
    { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have successfully subscribed' },
    'nothing',
  ],
  [
    'SendGrid: bounce',
    [sendGrid('bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 The email account does not exist' })],
    'dead',
  ],
  [
    'SendGrid: blocked',
    [sendGrid('bounce', { type: 'blocked', status: '', reason: 'rejected due to the IP' })],
    'refused',
  ],
  ['SendGrid: dropped after a bounce', [sendGrid('dropped', { reason: 'Bounced Address', status: '5.0.0' })], 'dead'],
  ['SendGrid: spam report', [sendGrid('spamreport')], 'complained'],
  ['SendGrid: unsubscribed', [sendGrid('group_unsubscribe', { asm_group_id: 10 })], 'unsubscribed'],
  [
    'SendGrid: under way',
    [sendGrid('processed'), sendGrid('deferred'), sendGrid('delivered'), sendGrid('open')],
    'nothing',
  ],
  [
    'Mailgun: failed for good',
    mailgun('failed', {
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, 'enhanced-code': '5.1.1', message: '5.1.1 The email account does not exist' },
    }),
    'dead',
  ],
  [
    'Mailgun: suppressed after a complaint',
    mailgun('failed', { severity: 'permanent', reason: 'suppress-complaint', 'delivery-status': { code: 607 } }),
    'complained',
  ],
  ['Mailgun: failed for now', mailgun('failed', { severity: 'temporary', reason: 'generic' }), 'nothing'],
  ['Mailgun: complained', mailgun('complained'), 'complained'],
  ['Postmark: hard bounce', postmark({ Type: 'HardBounce', TypeCode: 1, Details: 'smtp;550 5.1.1 unknown' }), 'dead'],
  ['Postmark: blocked as spam', postmark({ Type: 'SpamNotification', TypeCode: 512 }), 'refused'],
  ['Postmark: an answer by a machine', postmark({ Type: 'AutoResponder', TypeCode: 32 }), 'nothing'],
  [
    'Postmark: complaint',
    postmark({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 512 }),
    'complained',
  ],
  [
    'Postmark: unsubscribed',
    {
      RecordType: 'SubscriptionChange',
      Recipient: READER,
      Origin: 'Recipient',
      SuppressSending: true,
      SuppressionReason: 'ManualSuppression',
    },
    'unsubscribed',
  ],
  ['Brevo: hard bounce', brevo('hard_bounce', 'User unknown'), 'dead'],
  ['Brevo: soft bounce', brevo('soft_bounce', 'deferred'), 'nothing'],
  ['Brevo: spam', brevo('spam'), 'complained'],
  ['Brevo: unsubscribed', brevo('unsubscribed'), 'unsubscribed'],
  ['ZeptoMail: hard bounce', zepto('hardbounce', 'smtp; 550 5.1.1 no such user'), 'dead'],
  ['ZeptoMail: a full mailbox', zepto('hardbounce', 'smtp; 552 5.2.2 over quota'), 'passing'],
  ['ZeptoMail: soft bounce', zepto('softbounce'), 'nothing'],
  ['ZeptoMail: complaint', zepto('feedback_loop'), 'complained'],
  [
    'Mandrill: hard bounce',
    mandrill('hard_bounce', { diag: 'smtp;550 5.1.1 unknown', bounce_description: 'bad_mailbox' }),
    'dead',
  ],
  ['Mandrill: complaint', mandrill('spam'), 'complained'],
  ['SparkPost: invalid recipient', sparkPost({ bounce_class: '10' }), 'dead'],
  ['SparkPost: blocked as spam', sparkPost({ bounce_class: '51', raw_reason: '550 blocked' }), 'refused'],
  ['SparkPost: complaint', sparkPost({ type: 'spam_complaint' }), 'complained'],
  ['SparkPost: a try of the address', [{ msys: {} }], 'nothing'],
  ['an object of no provider', { hello: 'world' }, 'unread'],
  ['an unknown event of a known provider', brevo('list_addition'), 'unread'],
  ['an empty list', [], 'unread'],
  ['nothing', null, 'unread'],
]

test.each(notices)('a notice of a provider is understood: %s', (_name, posted, means) => {
  const { reports, unread } = readNotice(posted)
  expect(meaningOf(reports, unread)).toBe(means)
  for (const { token, address } of reports) expect(token === TOKEN || address === READER).toBe(true)
})

test.each([
  ['5.1.1', '550 mailbox 5.10.20.30', 'dead'],
  ['', 'Sent from 5.10.20.30 at 5.1.1.2026', undefined],
  ['', '550 <full@reader.example>: unknown user', 'dead'],
  ['', '550 <unknown.user@reader.example>: quota exceeded', 'passing'],
  ['5.0.0', 'See https://mx.example/spam/blocked', undefined],
  ['', '550 Requested action not taken', 'dead'],
  ['4.1.1', '450 4.1.1 user unknown', 'passing'],
  ['', '450 no such user, greylisted', 'passing'],
])('a refusal is judged by code and words: %s "%s"', (status, words, verdict) => {
  expect(judgeRefusal(status, words)).toBe(verdict)
})

test.each(refusalForms)('a refusal is judged in the form of %s', (_source, status, words, means) => {
  expect(judgeRefusal(status, words)).toBe(means)
})

test('no form of a living address is taken for dead', () => {
  const living = refusalForms.filter(([, , , means]) => means !== 'dead')
  expect(living.length).toBeGreaterThan(60)
  expect(living.filter(([, status, words]) => judgeRefusal(status, words) === 'dead')).toEqual([])
})
