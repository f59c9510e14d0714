import { importAll } from '../src/platform/features/import-all.ts'
import {
  accountDeletedEmail,
  contactLinkEmail,
  contactTakenEmail,
  profileChangedEmail,
} from '../src/platform/mail/account-emails.ts'
import { markedEmail, questionAnswerEmail } from '../src/platform/mail/course-emails.ts'
import type { EmailContent, MailShop } from '../src/platform/mail/email.ts'
import {
  adminPasswordEmail,
  courseLinkEmail,
  enrolledEmail,
  forgottenPasswordEmail,
  freeCourseEmail,
  newDeviceEmail,
  welcomeEmail,
} from '../src/platform/mail/login-emails.ts'
import { movedLetter } from '../src/platform/mail/move-letters.ts'
import { documentEmail, giftEmail } from '../src/platform/mail/order-emails.ts'
import { receiptEmail } from '../src/platform/mail/receipt-emails.ts'
import {
  guaranteeDeclinedEmail,
  refundEmail,
  refundFailedEmail,
  seatTakenEmail,
} from '../src/platform/mail/refund-emails.ts'
import { accessEndingEmail, workDueEmail } from '../src/platform/mail/reminder-emails.ts'
import { ticketAnswerEmail, ticketReceivedEmail } from '../src/platform/mail/shop-emails.ts'

/** Names and texts of people, which no language changes: none has a Latin letter. */
const name = 'आशा वर्मा'
const course_name = 'रील्स'
const order_no = 'SH-2026-01001'
const bought = { course_id: '10', course_name }
const place = { courseId: 'crs_1', courseName: course_name, lessonId: 'les_1', lessonTitle: 'पहला' }
/** Typed by an owner. */
const link = `https://1.example/${'9'.repeat(80)}?1=2&3=4`
const step = { text: `यहाँ: ${link}`, url: 'https://1.example/5' }
const day = '2026-11-20T10:05:00.000Z'
const sums = { subtotal_paise: 149_700, discount_paise: 9_900, tax_paise: 25_200, minimum_charge_paise: 100 }
/** As long as in a shop: a phone is narrower than the whole address. */
const proof = new URLSearchParams({ order_id: '7'.repeat(20), t: '0'.repeat(43) })
const paid = { order_no, proof, ...sums, total_paise: 165_100, paid_at: day, received_at: day }

type Samples = { samples: (shop: MailShop) => Record<string, EmailContent> }
/** Samples beside the emails of a feature. */
const found = (await importAll('../src/**/*.samples.ts', import.meta.dirname)) as Samples[]

/** Builds every email to a buyer or student, in each variant. */
export function everyEmail(shop: MailShop): Record<string, EmailContent> {
  const both = [true, false]
  const letters: [string, EmailContent][] = [
    ...both.map((sold) =>
      pair(
        `access ending ${sold}`,
        accessEndingEmail({
          name,
          end: `${shop.storeUrl}/unsubscribe`,
          course_id: 'crs_1',
          course_name,
          ends_at: day,
          sold,
        })(shop),
      ),
    ),
    ['account deleted', accountDeletedEmail()(shop)],
    ...[{}, { token: '1' }, { login: '1' }].flatMap((by) =>
      [undefined, '10'].map((courseId) =>
        pair(
          `course link ${Object.keys(by)} ${courseId}`,
          courseLinkEmail({
            order_no,
            courseId,
            proof,
            days: 7,
            minutes: 60,
            token: undefined,
            login: undefined,
            ...by,
          })(shop),
        ),
      ),
    ),
    ...[undefined, 'token'].map((token) =>
      pair(
        `moved ${token}`,
        movedLetter({
          subject: 'नया पता',
          body: `नमस्ते {name},\n\nआपके कोर्स यहाँ हैं: ${link}.`,
          name,
          courses: [true, false].map((ready) => ({ name: course_name, ready })),
          token,
          days: 7,
        })({ contact: '1@1.example', ...shop }),
      ),
    ),
    pair('contact taken', contactTakenEmail()(shop)),
    ...(['email', 'phone'] as const).flatMap((kind) => [
      ...both.map((changes) =>
        pair(`contact link ${kind} ${changes}`, contactLinkEmail({ kind, token: 'token', minutes: 60, changes })(shop)),
      ),
      ...both.map((requested) =>
        pair(`profile changed ${kind} ${requested}`, profileChangedEmail({ changed: [kind], asked: requested })(shop)),
      ),
    ]),
    ...both.map((requested) =>
      pair(
        `profile changed both ${requested}`,
        profileChangedEmail({ changed: ['email', 'phone'], asked: requested })(shop),
      ),
    ),
    ...(['invoice', 'receipt', 'bill_of_supply', 'credit_note', 'refund_receipt', 'debit_note'] as const).flatMap(
      (kind) =>
        [name, null].map((who) =>
          pair(
            `${kind} ${who}`,
            documentEmail({
              name: who,
              kind,
              serial: 'INV/26-27/1',
              order_no,
              total_paise: 99_900,
              corrects: null,
              proof,
            })(shop),
          ),
        ),
    ),
    [
      'invoice anew',
      documentEmail({
        name,
        kind: 'credit_note',
        serial: 'INV/26-27/2',
        order_no,
        total_paise: 99_900,
        corrects: 'doc_1',
        proof,
      })(shop),
    ],
    ['enrolled', enrolledEmail({ name, courses: [course_name], account: 'known', password: undefined, days: 7 })(shop)],
    [
      'enrolled anew',
      enrolledEmail({
        name: null,
        courses: [course_name, 'चित्र'],
        account: 'new',
        password: '123-456',
        days: 7,
      })(shop),
    ],
    [
      'enrolled unproven',
      enrolledEmail({
        name: null,
        courses: [course_name],
        account: 'unproven',
        password: '123-456',
        days: 7,
      })(shop),
    ],
    ['forgotten admin password', adminPasswordEmail({ token: 'aToken', minutes: 60 })(shop)],
    ['forgotten password', forgottenPasswordEmail({ name, password: '123-456', minutes: 60 })(shop)],
    ['free course', freeCourseEmail({ course: course_name, token: 'aToken', days: 7 })(shop)],
    ['gift', giftEmail({ name, order_no, course_name, code: '1234' })(shop)],
    ['guarantee declined', guaranteeDeclinedEmail({ name, order_no, answer: `देर हुई: ${link}।` })(shop)],
    [
      'marked',
      markedEmail({
        ...place,
        name,
        accepted: true,
        points: { given: 7, most: 10 },
        feedback: `अच्छा\n${link}`,
        dueAt: null,
      })(shop),
    ],
    [
      'marked with a point',
      markedEmail({
        ...place,
        name,
        accepted: true,
        points: { given: 1, most: 1 },
        feedback: null,
        dueAt: null,
      })(shop),
    ],
    [
      'marked again',
      markedEmail({
        ...place,
        lessonTitle: null,
        name,
        accepted: false,
        points: null,
        feedback: null,
        dueAt: '2026-12-03T10:00:00Z',
      })(shop),
    ],
    ...['Chrome on Windows', 'Unknown browser on Windows', 'Desktop app', 'Unknown device'].map((device) =>
      pair(
        `new device ${device}`,
        newDeviceEmail({ name, device, at: new Date(day), settingsPath: '/dashboard/settings' })(shop),
      ),
    ),
    [
      'work due',
      workDueEmail({
        name,
        end: `${shop.storeUrl}/unsubscribe`,
        title: 'पहला',
        course_name,
        due_at: day,
        address: `${shop.storeUrl}/learn/crs_1`,
      })(shop),
    ],
    ['question', questionAnswerEmail({ ...place, name, answer: `हाँ, ${link}` })(shop)],
    [
      'receipt',
      receiptEmail({
        ...paid,
        name,
        proven: true,
        can_set_password: false,
        document: '2026',
        promocode: '2026',
        payment_id: '77',
        payment_method: 'netbanking',
        lines: [
          { ...bought, lessons: 3, quantity: 2, price_paise: 49_900, access_period: 'P12M', next_step: step },
          { ...bought, lessons: 1, quantity: 1, price_paise: 49_900, access_period: 'P1M' },
          { ...bought, lessons: 0, quantity: 1, price_paise: 0, access_period: 'P30D' },
          { ...bought, lessons: 0, quantity: 1, price_paise: 0, access_period: 'P1D' },
        ],
        gift_codes: [{ code: '1234', course_name }],
      })({
        people: {
          person: 'मीरा',
          email: '',
          phone: '9876500000',
          hours: '10–18',
          legal_name: 'हाट',
          legal_address: 'पुणे',
          guarantee_days: 30,
        },
        ...shop,
      }),
    ],
    [
      'receipt apart',
      receiptEmail({
        ...paid,
        name: null,
        proven: false,
        can_set_password: true,
        promocode: null,
        payment_id: null,
        payment_method: null,
        lines: [{ ...bought, lessons: 0, quantity: 1, price_paise: 0 }],
        gift_codes: [],
      })(shop),
    ],
    ...['UPI', null].map((payment_id) =>
      pair(
        `receipt of one course ${payment_id}`,
        receiptEmail({
          ...paid,
          name: null,
          proven: true,
          can_set_password: false,
          promocode: null,
          payment_id: payment_id && '77',
          payment_method: payment_id && 'card',
          lines: [{ ...bought, lessons: 0, quantity: 1, price_paise: 0 }],
          gift_codes: [],
        })(shop),
      ),
    ),
    ...['card', 'wallet', 'bank_transfer', 'cash'].map((payment_method) =>
      pair(
        `receipt by ${payment_method}`,
        receiptEmail({
          ...paid,
          name: null,
          proven: true,
          can_set_password: false,
          promocode: null,
          payment_id: '77',
          payment_method,
          lines: [],
          gift_codes: [],
        })(shop),
      ),
    ),
    ...(['gateway', 'bank', 'dispute'] as const).map((channel) =>
      pair(
        `refund ${channel}`,
        refundEmail({
          name,
          order_no,
          amount_paise: 49_900,
          origin: 'duplicate_payment',
          lost: channel === 'bank',
          channel,
          reference: '0077',
          proof,
        })(shop),
      ),
    ),
    ['refund failed', refundFailedEmail({ name, order_no, amount_paise: 49_900, proof })(shop)],
    ['seat taken', seatTakenEmail({ name, course_name })(shop)],
    ['ticket received', ticketReceivedEmail({ ticketNo: 'T-4H7KPM' })(shop)],
    [
      'ticket answer',
      ticketAnswerEmail({ ticketNo: 'T-4H7KPM', writtenAt: new Date(day), answer: `हाँ, ${link}` })(shop),
    ],
    ...both.flatMap((made) =>
      ['token', undefined].map((token) =>
        pair(`welcome ${made} ${token}`, welcomeEmail({ referral_code: '1234', token, made, days: 7 })(shop)),
      ),
    ),
  ]
  return Object.assign(Object.fromEntries(letters), ...found.map(({ samples }) => samples(shop)))
}

const pair = (title: string, letter: EmailContent): [string, EmailContent] => [title, letter]
