import type { Verdict } from '../../../platform/mail/refusal.ts'

/** One form of a refusal: who writes it and where that is documented, its status field, the server's words, and what it means for the address. */
export type RefusalForm = [source: string, status: string, words: string, means: Verdict | undefined]

/** Refusals of large providers and gateways, in our own words after the documents that `source` names. */
export const providerRefusals: RefusalForm[] = [
  // Microsoft Exchange and Exchange Online: "Email non-delivery reports and SMTP errors"
  [
    'Exchange Online 5.1.10',
    '5.1.10',
    'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient asha@reader.example not found by SMTP address lookup',
    'dead',
  ],
  ['Exchange Online 5.4.1', '5.4.1', 'smtp;550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'dead'],
  [
    'Exchange Online 5.4.310',
    '5.4.310',
    'smtp;550 5.4.310 DNS domain reader.example does not exist [Message=InfoDomainNonexistent]',
    'dead',
  ],
  ['Exchange Online 5.4.312', '5.4.312', 'smtp;550 5.4.312 Message expired, DNS query failed', 'passing'],
  ['Exchange Online 5.4.316', '5.4.316', 'smtp;550 5.4.316 Message expired, connection refused', 'passing'],
  ['Exchange Online 5.4.300', '5.4.300', 'smtp;550 5.4.300 Message expired', 'passing'],
  ['Exchange Online 5.4.14', '5.4.14', 'smtp;554 5.4.14 Hop count exceeded - possible mail loop', 'passing'],
  [
    'Exchange 5.2.122',
    '5.2.121',
    "smtp;550 5.2.121 RESOLVER.MAXRECIPIENTRATE; the recipient's hourly message receive rate limit is exceeded",
    'passing',
  ],
  [
    'Exchange 5.2.2',
    '5.2.2',
    'smtp;554 5.2.2 STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
    'passing',
  ],
  ['Exchange 5.1.8', '5.1.8', 'smtp;550 5.1.8 Access denied, bad outbound sender', 'refused'],
  [
    'Exchange 5.7.1',
    '5.7.1',
    'smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
    'refused',
  ],
  [
    'Exchange 5.7.133',
    '5.7.133',
    'smtp;550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
    'refused',
  ],
  [
    'Exchange 5.7.708',
    '5.7.708',
    'smtp;550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP',
    'refused',
  ],
  ['Exchange, unknown but 5.7.1', '5.7.1', 'smtp;550 5.7.1 Invalid recipient asha@reader.example', 'dead'],
  [
    'Outlook.com 5.5.0',
    '5.5.0',
    'smtp;550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
    'dead',
  ],
  [
    'Outlook.com OU-002',
    '5.7.1',
    'smtp;550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Your IP is on our block list (S3150).',
    'refused',
  ],

  // Gmail: "Gmail SMTP errors and codes"
  [
    'Gmail NoSuchUser',
    '5.1.1',
    'smtp; 550-5.1.1 The email account that you tried to reach does not exist. https://support.example/mail/?p=NoSuchUser',
    'dead',
  ],
  [
    'Gmail DisabledUser',
    '5.2.1',
    'smtp; 550-5.2.1 The email account that you tried to reach is inactive. 550 5.2.1 https://support.example/?p=DisabledUser',
    'dead',
  ],
  [
    'Gmail ReceivingRate',
    '5.2.1',
    'smtp; 450-4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered',
    'passing',
  ],
  [
    'Gmail ReceivingRatePerm',
    '5.2.1',
    'smtp; 550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered',
    'passing',
  ],
  [
    'Gmail OverQuotaPerm',
    '5.2.2',
    'smtp; 552-5.2.2 The email account that you tried to reach is over quota',
    'passing',
  ],
  ['Gmail OverQuota, new words', '5.2.2', "smtp; 452-4.2.2 The recipient's inbox is out of storage space", 'passing'],
  [
    'Gmail UnsolicitedMessage',
    '5.7.1',
    'smtp; 550-5.7.1 Our system has detected that this message is likely unsolicited mail. This message has been blocked.',
    'refused',
  ],
  [
    'Gmail UnauthenticatedSender',
    '5.7.26',
    'smtp; 550-5.7.26 This mail has been blocked because the sender is unauthenticated',
    'refused',
  ],
  [
    'Gmail PTR',
    '5.7.25',
    'smtp; 550-5.7.25 The IP address sending this message does not have a PTR record setup',
    'refused',
  ],
  ['Gmail MaxSize', '5.3.4', "smtp; 552-5.3.4 Your message exceeded Google's message size limits", 'passing'],
  [
    'Gmail no connection',
    '5.4.1',
    'The recipient server did not accept our requests to connect. [mx.reader.example. 192.0.2.1: timed out]',
    'passing',
  ],

  // Yahoo, AOL: "SMTP error codes"
  [
    'Yahoo unknown',
    '5.0.0',
    "smtp; 554 delivery error: dd This user doesn't have a yahoo.example account (asha@yahoo.example) [0]",
    'dead',
  ],
  [
    'Yahoo disabled',
    '',
    '554 30 Sorry, your message to asha@yahoo.example cannot be delivered. This mailbox is disabled (554.30).',
    'dead',
  ],
  ['Yahoo over quota', '', "552 1 Requested mail action aborted, mailbox not found; user's quota exceeded", 'passing'],
  [
    'Yahoo TSS04',
    '',
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints',
    'passing',
  ],
  ['Yahoo policy', '', '554 5.7.9 Message not accepted for policy reasons', 'refused'],
  [
    'Yahoo PH01',
    '',
    '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in a list',
    'refused',
  ],
  [
    'Yahoo after attempts',
    '',
    'Sorry, we were unable to deliver your message after several attempts. The remote mail server is not responding',
    'passing',
  ],

  // iCloud, Mail.ru, GMX, Rediffmail, Zoho
  ['iCloud full', '5.2.2', 'smtp; 552 5.2.2 <asha@icloud.example>: user is over quota', 'passing'],
  ['iCloud policy', '5.7.1', 'smtp; 550 5.7.1 [CS01] Message rejected due to local policy', 'refused'],
  [
    'Mail.ru',
    '',
    '550 Message was not accepted -- invalid mailbox. Local mailbox asha@mail.example is unavailable: user not found',
    'dead',
  ],
  [
    'GMX',
    '',
    '550 5.1.1 The following address failed: <asha@gmx.example>: Requested action not taken: mailbox unavailable',
    'dead',
  ],
  [
    'GMX, no reverse DNS',
    '',
    '554-gmx.example (mxgmx016) Nemesis ESMTP Service not available 554-No SMTP service 554-Bad DNS PTR resource record.',
    'refused',
  ],
  ['Rediffmail', '', "The user's inbox is full. 552 mailbox is over quota", 'passing'],
  ['Zoho', '5.1.1', 'smtp; 550 5.1.1 User does not exist - <asha@zoho.example>', 'dead'],
  [
    'Zoho policy',
    '5.7.1',
    'smtp; 550 5.7.1 Email cannot be delivered. Reason: Email detected as Spam by spam filters.',
    'refused',
  ],

  // Lotus Domino, GroupWise, IronPort, Barracuda, Mimecast, Proofpoint
  ['Domino', '5.0.0', 'because: User asha (asha@reader.example) not listed in Domino Directory', 'dead'],
  ['Domino 5.7.1', '5.7.1', 'smtp; 550 5.7.1 asha@reader.example... No such user', 'dead'],
  ['GroupWise', '5.0.0', 'The message that you sent was undeliverable to the following: asha (user not found)', 'dead'],
  [
    'IronPort wraps a refusal',
    '5.1.0',
    "smtp; 5.1.0 - Unknown address error 550-'5.7.1 Message rejected as spam'",
    'refused',
  ],
  ['IronPort wraps a user', '5.1.0', "smtp; 5.1.0 - Unknown address error 550-'5.1.1 user unknown'", 'dead'],
  ['IronPort sender', '5.1.0', 'smtp; 553 5.1.0 Sender rejected', 'refused'],
  [
    'Barracuda',
    '5.7.1',
    'smtp; 550 permanent failure for one or more recipients (asha@reader.example:blocked)',
    'refused',
  ],
  ['Mimecast', '', '550 Invalid Recipient - https://community.example/docs/DOC-1369#550', 'dead'],
  ['Mimecast sender', '', '550 Administrative prohibition - envelope blocked', 'refused'],
  ['Proofpoint', '5.7.1', 'smtp; 550 5.7.1 Message content rejected due to suspected spam', 'refused'],
  ['Proofpoint directory', '5.1.1', 'smtp; 550 5.1.1 User Unknown', 'dead'],
  ['Spamhaus words', '5.0.0', '550 IP address 192.0.2.1 is blacklisted', 'refused'],
  ['Symantec.cloud', '5.0.0', '501 Connection rejected by policy [7.7] 17', 'refused'],

  // Texts after a code without a meaning, as several servers write them
  ['vague: blocked', '5.0.0', 'blocked', 'refused'],
  ['vague: rejected', '5.0.0', '550 rejected', 'refused'],
  ['vague: not allowed', '5.0.0', '550 mail from this address is not allowed', 'refused'],
  ['vague: protocol', '5.0.0', '554 protocol violation', 'refused'],
  ['vague: virus', '5.0.0', '550 virus detected', 'refused'],
  ['vague: unauthenticated', '5.0.0', '550 unauthenticated senders not allowed', 'refused'],
  ['vague: connections', '5.0.0', '421 mx.reader.example not accepting connections', 'refused'],
  ['vague: connections for good', '5.0.0', '554 mx.reader.example not accepting connections', 'refused'],
  ['vague: reverse DNS', '5.0.0', '550 no reverse DNS for 192.0.2.1', 'refused'],
  ['vague: PTR', '5.0.0', '550 your host must have a PTR record', 'refused'],
  ['vague: client', '5.0.0', '550 domain mismatches client ip', 'refused'],
  ['vague: over quota', '5.0.0', 'over quota', 'passing'],
  ['vague: full', '5.0.0', 'mailbox full', 'passing'],
  ['vague: not valid', '5.0.911', 'asha@reader.example is not a valid mailbox', 'dead'],
  ['vague: directory', '5.0.0', 'user not in directory', 'dead'],
  ['vague: days', '5.0.0', 'the message could not be delivered for the last 4 days', 'passing'],
  ['vague: loop', '', '554 hop count exceeded', 'passing'],
  ['sender by SPF', '', '553 you are not allowed to send from this domain (SPF)', 'refused'],
  ['sender', '5.1.0', '550 5.1.0 sender rejected', 'refused'],
  ['no mailbox by policy code', '5.7.1', 'smtp; 550 5.7.1 no mailbox here by that name', 'dead'],
  [
    'warning',
    '',
    'THIS IS A WARNING MESSAGE ONLY. 451 4.4.1 reader.example: host unknown, will be retried for 5 days',
    'passing',
  ],
]
