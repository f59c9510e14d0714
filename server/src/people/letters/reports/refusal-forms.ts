import type { Verdict } from '../../../platform/mail/refusal.ts'
import { providerRefusals } from './provider-refusals.ts'

/** One form of a refusal: who writes it and where that is documented, its status field, the server's words, and what it means for the address. */
export type RefusalForm = [source: string, status: string, words: string, means: Verdict | undefined]

/** Written in our own words after the documents that `source` names; addresses are invented. */
export const refusalForms: RefusalForm[] = [
  // RFC 3463, enhanced mail system status codes
  ['RFC 3463 X.1.1', '5.1.1', '', 'dead'],
  ['RFC 3463 X.1.2', '5.1.2', '', 'dead'],
  ['RFC 3463 X.1.3', '5.1.3', 'smtp; 501 5.1.3 Bad recipient address syntax', 'dead'],
  ['RFC 3463 X.1.4', '5.1.4', 'smtp; 550 5.1.4 Address ambiguous', 'passing'],
  ['RFC 3463 X.1.6', '5.1.6', 'smtp; 551 5.1.6 asha has moved to asha@new.example', 'dead'],
  ['RFC 3463 X.1.7', '5.1.7', "smtp; 501 5.1.7 Bad sender's mailbox address syntax", 'refused'],
  ['RFC 3463 X.1.8', '5.1.8', "smtp; 550 5.1.8 Bad sender's system address", 'refused'],
  ['RFC 3463 X.2.1', '5.2.1', 'smtp; 550 5.2.1 Mailbox disabled, not accepting messages', 'dead'],
  ['RFC 3463 X.2.2', '5.2.2', 'smtp; 552 5.2.2 Mailbox full', 'passing'],
  ['RFC 3463 X.2.3', '5.2.3', 'smtp; 552 5.2.3 Message length exceeds administrative limit', 'passing'],
  ['RFC 3463 X.2.4', '5.2.4', 'smtp; 550 5.2.4 Mailing list expansion problem', 'passing'],
  ['RFC 3463 X.3.1', '5.3.1', 'smtp; 452 4.3.1 Mail system full', 'passing'],
  ['RFC 3463 X.3.2', '5.3.2', 'smtp; 550 5.3.2 System not accepting network messages', 'passing'],
  ['RFC 3463 X.3.4', '5.3.4', 'smtp; 552 5.3.4 Message too big for system', 'passing'],
  ['RFC 3463 X.3.5', '5.3.5', 'smtp; 550 5.3.5 System incorrectly configured', 'passing'],
  ['RFC 3463 X.4.1', '4.4.1', 'smtp; No answer from host', 'passing'],
  ['RFC 3463 X.4.6', '5.4.6', 'smtp; 554 5.4.6 Too many hops', 'passing'],
  ['RFC 3463 X.4.7', '5.4.7', 'smtp; Delivery time expired', 'passing'],
  ['RFC 3463 X.5.3', '5.5.3', 'smtp; 552 5.5.3 Too many recipients', 'passing'],
  ['RFC 3463 X.6.1', '5.6.1', 'smtp; 550 5.6.1 Media not supported', 'refused'],
  ['RFC 3463 X.7.1', '5.7.1', 'smtp; 550 5.7.1 Delivery not authorized, message refused', 'refused'],
  ['RFC 3463 X.0.0 without words', '5.0.0', '', undefined],
  ['RFC 5248 X.7.13', '5.7.13', 'smtp; 525 5.7.13 User account disabled', 'dead'],
  ['RFC 7293 X.7.17', '5.7.17', 'smtp; 550 5.7.17 Mailbox owner has changed', 'dead'],
  ['RFC 7293 X.7.18', '5.7.18', 'smtp; 550 5.7.18 Domain owner has changed', 'dead'],
  ['RFC 7372 X.7.20', '5.7.20', 'smtp; 550 5.7.20 No passing DKIM signature found', 'refused'],
  ['RFC 7372 X.7.23', '5.7.23', 'smtp; 550 5.7.23 SPF validation failed', 'refused'],
  ['RFC 7372 X.7.25', '5.7.25', 'smtp; 550 5.7.25 Reverse DNS validation failed', 'refused'],
  ['RFC 7372 X.7.26', '5.7.26', 'smtp; 550 5.7.26 Multiple authentication checks failed', 'refused'],
  ['RFC 7505 X.1.10', '5.1.10', 'smtp; 556 5.1.10 Recipient address has null MX', 'dead'],
  ['RFC 7505 X.7.27', '5.7.27', 'smtp; 550 5.7.27 Sender address has null MX', 'refused'],
  ['RFC 7505, of the receiver', '5.7.27', 'Domain reader.example does not accept mail (nullMX)', 'dead'],
  ['RFC 7504 556', '', '556 Domain does not accept mail', 'dead'],
  ['RFC 7504 521', '', '521 Server does not accept mail', 'dead'],
  ['RFC 5321 551', '', '551 User not local; please try <asha@other.example>', 'dead'],
  ['RFC 5321 552', '', '552 Requested mail action aborted: exceeded storage allocation', 'passing'],
  ['RFC 5321 553', '', '553 Requested action not taken: mailbox name not allowed', 'dead'],
  ['RFC 5321 450', '', '450 Requested mail action not taken: mailbox unavailable', 'passing'],
  ['RFC 5321 550', '', '550 Requested action not taken: mailbox unavailable', 'dead'],
  ['RFC 6647 greylisting', '', '450 4.7.1 asha@reader.example: Recipient address rejected: Greylisted', 'passing'],

  // Postfix: postconf(5), its SMTP client and access tables
  ['Postfix local(8)', '5.1.1', 'X-Postfix; unknown user: "asha"', 'dead'],
  [
    'Postfix smtpd reject_unlisted_recipient',
    '5.1.1',
    'smtp; 550 5.1.1 <asha@reader.example>: Recipient address rejected: User unknown in local recipient table',
    'dead',
  ],
  [
    'Postfix smtp(8): host not found',
    '5.4.4',
    'X-Postfix; Host or domain name not found. Name service error for name=reader.example type=A: Host not found',
    'dead',
  ],
  [
    'Postfix smtp(8): odd answer of a name server',
    '5.4.4',
    'X-Postfix; Host or domain name not found. Name service error for name=reader.example type=MX: Malformed or unexpected name server reply',
    'passing',
  ],
  [
    'Postfix smtp(8): try again',
    '4.4.3',
    'X-Postfix; Host or domain name not found. Name service error for name=reader.example type=MX: Host not found, try again',
    'passing',
  ],
  ['Postfix smtp(8): null MX', '5.1.0', 'X-Postfix; Domain reader.example does not accept mail (nullMX)', 'dead'],
  ['Postfix smtp(8): loop', '5.4.6', 'X-Postfix; mail for reader.example loops back to myself', 'passing'],
  [
    'Postfix smtp(8): time-out',
    '4.4.1',
    'X-Postfix; connect to mx.reader.example[192.0.2.1]:25: Connection timed out',
    'passing',
  ],
  ['Postfix virtual(8): quota', '5.2.2', 'X-Postfix; maildir delivery failed: mailbox size exceeds quota', 'passing'],
  [
    'Postfix reject_unknown_sender_domain',
    '5.1.8',
    'smtp; 550 5.1.8 <bounce@news.example>: Sender address rejected: Domain not found',
    'refused',
  ],
  [
    'Postfix reject_sender_login_mismatch',
    '5.7.1',
    'smtp; 553 5.7.1 <bounce@news.example>: Sender address rejected: not owned by user',
    'refused',
  ],
  [
    'Postfix reject_unknown_client_hostname',
    '5.7.1',
    'smtp; 550 5.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]',
    'refused',
  ],
  [
    'Postfix reject_unknown_helo_hostname',
    '5.7.1',
    'smtp; 550 5.7.1 <relay.news.example>: Helo command rejected: Host not found',
    'refused',
  ],
  [
    'Postfix reject_rbl_client',
    '5.7.1',
    'smtp; 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example',
    'refused',
  ],
  [
    'Postfix reject_unauth_destination',
    '5.7.1',
    'smtp; 554 5.7.1 <asha@reader.example>: Relay access denied',
    'refused',
  ],
  [
    'Postfix check_policy_service',
    '5.7.1',
    'smtp; 554 5.7.1 <asha@reader.example>: Recipient address rejected: Message rejected due to SPF policy',
    'refused',
  ],
  [
    'Postfix address verification',
    '5.1.1',
    'smtp; 550 5.1.1 <asha@reader.example>: Recipient address rejected: undeliverable address: host mx said: 550 No such user',
    'dead',
  ],

  // Exim: the specification's routers, retry rules and callouts
  ['Exim router failure', '5.0.0', 'Unrouteable address', 'dead'],
  ['Exim retry rules', '5.0.0', 'host mx.reader.example [192.0.2.1]: retry timeout exceeded', 'passing'],
  [
    'Exim long failing',
    '5.0.0',
    'all hosts have been failing for a long time and were last tried after this message arrived',
    'passing',
  ],
  ['Exim dnslookup', '5.0.0', 'all relevant MX records point to non-existent hosts', 'dead'],
  ['Exim dnslookup: itself', '5.0.0', 'lowest numbered MX record points to local host', 'passing'],
  ['Exim dnslookup: SRV', '5.0.0', 'an MX or SRV record indicated no SMTP service', 'dead'],
  [
    'Exim callout',
    '5.0.0',
    '550-Verification failed for <bounce@news.example> 550-The mail server could not deliver mail: no such user 550 Sender verify failed',
    'refused',
  ],
  ['Exim appendfile quota', '5.0.0', 'mailbox is full: retry timeout exceeded', 'passing'],
  ['Exim message_size_limit', '', '552 Message size exceeds maximum permitted', 'passing'],
  ['Exim received_headers_max', '', '550 Too many "Received" headers - suspected mail loop', 'passing'],

  // Sendmail: its operations guide and error text
  ['Sendmail user', '5.1.1', 'SMTP; 550 5.1.1 <asha@reader.example>... User unknown', 'dead'],
  [
    'Sendmail host',
    '5.1.2',
    'SMTP; 550 5.1.2 <asha@reader.example>... Host unknown (Name server: reader.example: host not found)',
    'dead',
  ],
  [
    'Sendmail waiting',
    '4.4.7',
    'SMTP; 451 reader.example: Name server timeout, message could not be delivered for 5 days',
    'passing',
  ],
  ['Sendmail access map', '5.7.1', 'SMTP; 550 5.7.1 Access denied', 'refused'],
  [
    'Sendmail relaying',
    '5.7.1',
    'SMTP; 550 5.7.1 <asha@reader.example>... Relaying denied. Proper authentication required.',
    'refused',
  ],
  ['Sendmail hops', '5.4.6', 'SMTP; 554 5.4.6 Too many hops 26 (25 max)', 'passing'],
  [
    'Sendmail sender',
    '5.1.8',
    'SMTP; 553 5.1.8 <bounce@news.example>... Domain of sender address bounce@news.example does not exist',
    'refused',
  ],
  [
    'Sendmail transcript after a code of no meaning',
    '5.0.0',
    '<<< 550 5.1.1 User unknown 550 5.1.1 <asha@reader.example>... User unknown <<< 503 5.0.0 Need RCPT (recipient)',
    'dead',
  ],

  // qmail and netqmail: qmail-send, qmail-remote
  ['qmail-local', '', 'Sorry, no mailbox here by that name. (#5.1.1)', 'dead'],
  ['qmail-remote host', '', "Sorry, I couldn't find any host named reader.example. (#5.1.2)", 'dead'],
  [
    'qmail-remote connection',
    '',
    "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1) I'm not going to try again; this message has been in the queue too long.",
    'passing',
  ],
  [
    'qmail-remote lookup',
    '',
    'CNAME lookup failed temporarily. (#4.4.3) this message has been in the queue too long.',
    'passing',
  ],
  ['qmail rcpthosts', '', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'refused'],
  ['qmail vpopmail', '', 'The users mailfolder is over the allowed quota (size). (#5.2.2)', 'passing'],
  ['qmail loop', '', 'This message is looping: it already has my Delivered-To line. (#5.4.6)', 'passing'],
  ['qmail chkuser', '', '553 sorry, your envelope sender domain must exist (#5.7.1 - chkuser)', 'refused'],

  // Courier
  ['Courier user', '5.1.1', 'smtp; 550 5.1.1 User unknown.', 'dead'],
  ['Courier alias', '5.0.0', '550 User unknown.', 'dead'],
  ['Courier quota', '5.2.2', 'maildir over quota', 'passing'],

  // OpenSMTPD
  ['OpenSMTPD user', '5.0.0', 'asha@reader.example: 550 Invalid recipient: <asha@reader.example>', 'dead'],
  [
    'OpenSMTPD quota',
    '5.0.0',
    'full@reader.example: 552 5.2.2 <full@reader.example>: Recipient address rejected: The email account that you tried to reach is over quota',
    'passing',
  ],
  ['OpenSMTPD expired', '5.0.0', 'asha@reader.example: Envelope expired', 'passing'],
  ['OpenSMTPD domain', '5.0.0', 'asha@reader.example: Domain does not exist', 'dead'],
  [
    'OpenSMTPD blocked',
    '5.0.0',
    'blocked@reader.example: 554 5.7.1 <bounce@news.example>: message rejected as spam',
    'refused',
  ],
  ...providerRefusals,
]
