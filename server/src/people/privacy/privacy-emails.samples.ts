import { REQUEST_KINDS } from 'contract/privacy/requests'
import type { EmailContent, MailShop } from '../../platform/mail/email.ts'
import { erasedEmail, privacyCodeEmail, requestAnswerEmail, requestReceivedEmail } from './privacy-emails.ts'

const who = { name: 'आशा', designation: 'शिकायत अधिकारी', email: '', address: '१२ एमजी रोड' }
const request_no = '2026-011'
const due_on = '2026-12-28'
const retained = [
  { reason: 'papers', count: 2, until: '2033-12-31' },
  { reason: 'ledger', count: null, until: '2033-12-31' },
  { reason: 'logs', count: null, until: '2027-11-28' },
] as const

export function samples(shop: MailShop): Record<string, EmailContent> {
  const received = { who, name: 'आशा', request_no, due_on }
  const answered = { who, name: 'आशा', request_no, answer: 'सब ठीक है।', refused: false }
  const kinds = REQUEST_KINDS.map(
    (kind) => [`request received ${kind}`, requestReceivedEmail({ ...received, kind, nominee: false })(shop)] as const,
  )
  const erasure = { token: '1', on: '2026-12-05', retained }
  return {
    'privacy code': privacyCodeEmail({ code: '048213' })(shop),
    ...Object.fromEntries(kinds),
    'request received hidden': requestReceivedEmail({
      ...received,
      kind: 'erasure',
      nominee: false,
      erasure,
    })(shop),
    'request received nominee': requestReceivedEmail({ ...received, kind: 'access', nominee: true })(shop),
    'request answered': requestAnswerEmail(answered)(shop),
    'request refused': requestAnswerEmail({ ...answered, refused: true })(shop),
    'request answered file': requestAnswerEmail({ ...answered, file: '1' })(shop),
    'request answered erasure': requestAnswerEmail({ ...answered, erased_on: '2026-12-05' })(shop),
    'request erased': erasedEmail({ who, request_no, retained })(shop),
    'request erased one': erasedEmail({
      who,
      request_no,
      retained: [{ reason: 'papers', count: 1, until: '2033-12-31' }],
    })(shop),
  }
}
