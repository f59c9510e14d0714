import { stat } from 'node:fs/promises'
import { type EinvoiceAnswer, MAX_ANSWERS } from 'contract/books/einvoice-answers'
import { MOVE_IN_BYTES } from 'contract/foreign-table'
import { indianDay } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import type { Context, Db } from '../../context.ts'
import { adminSender, lookInto } from '../../courses/media/foreign-look.ts'
import { plainError } from '../../errors.ts'
import type { PaperMark } from '../../sales/documents/paper-mark.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { TYPES } from './e-invoice.ts'
import {
  type AnsweredPaper,
  findAnswer,
  findPapersBySerial,
  insertAnswer,
  markCancelled,
} from './einvoice-answers.queries.ts'

const FIELDS = [
  'Irn',
  'AckNo',
  'AckDt',
  'Status',
  'SignedQRCode',
  'SignedInvoice',
  'ErrorMessage',
  'error_message',
  'ErrorDetails',
]

const CANCELLED =
  'Cancelled at the portal. Its number is used up: never upload this paper again. If the sale does not hold, refund the order, whose credit note takes the tax back. If it holds, ask your accountant.'

type Foreign = Partial<Record<string, string>>
/** Claims of the signed QR. */
type Claims = Partial<
  Record<'SellerGstin' | 'BuyerGstin' | 'DocNo' | 'DocTyp' | 'DocDt' | 'TotInvVal' | 'Irn', unknown>
>
type Answered = {
  irn: string
  ack_no: string
  ack_at: string
  status: 'ACT' | 'CNL'
  claims: Claims
  signed_qr: string
  signed_invoice: string | null
}

/** Adopts the portal's answers that fit our documents, each by itself; the file is read in a process of its own. */
export async function importEinvoices(ctx: Context, admin: { id: number }, upload: { path: string } | undefined) {
  if (!upload) throw plainError('invalid', 'Please choose a file')
  if ((await stat(upload.path)).size > MOVE_IN_BYTES)
    throw plainError('too_large', 'The file is larger than 20 MB. Split it into several.')
  const records = await lookInto(adminSender(admin.id), 'records', {
    path: upload.path,
    fields: FIELDS,
    most: MAX_ANSWERS,
  })
  if (typeof records === 'string') throw plainError('invalid', records)
  const read = records.map(answeredOf)
  const papers = await papersOf(ctx.db, read)
  const lines: EinvoiceAnswer[] = []
  await ctx.db.transaction(async (trx) => {
    for (const [at, answered] of read.entries()) {
      const serial = typeof answered === 'string' ? null : serialOf(answered.claims) || null
      const made =
        typeof answered === 'string' ? refused(answered) : await adopt(ctx, trx, answered, papers.get(serial ?? ''))
      lines.push({ line: at + 1, serial, ...made })
    }
    const after = countsOf(lines)
    await noteChange(trx, { kind: 'settings', id: 'einvoice', name: 'E-invoices', after })
  })
  const counts = countsOf(lines)
  ctx.log.info(counts, 'answers of the e-invoice portal imported')
  return { message: messageOf(counts), ...counts, lines }
}

const refused = (reason: string) => ({ state: 'refused' as const, reason })

function countsOf(lines: readonly EinvoiceAnswer[]) {
  const count = (state: EinvoiceAnswer['state']) => lines.filter((line) => line.state === state).length
  return {
    adopted: count('adopted'),
    cancelled: count('cancelled'),
    unchanged: count('unchanged'),
    refused: count('refused'),
  }
}

const messageOf = ({ adopted, cancelled, unchanged, refused }: ReturnType<typeof countsOf>) =>
  `${adopted} adopted, ${cancelled} cancelled, ${unchanged} known, ${refused} refused`

const serialOf = ({ DocNo }: Claims) =>
  String(DocNo ?? '')
    .trim()
    .toUpperCase()

async function papersOf(db: Db, read: readonly (Answered | string)[]): Promise<Map<string, AnsweredPaper>> {
  const serials = read.flatMap((one) => (typeof one === 'string' ? [] : [serialOf(one.claims)]))
  return new Map((await findPapersBySerial(db, serials)).map((paper) => [paper.serial, paper]))
}

/** Reads one answer; a text says why it is none. */
function answeredOf(foreign: Foreign): Answered | string {
  const problem = foreign.ErrorMessage ?? foreign.error_message ?? foreign.ErrorDetails
  const irn = foreign.Irn?.toLowerCase()
  if (!irn) return problem ? `The portal refused it: ${problem.slice(0, 300)}` : 'The IRN is missing'
  if (!/^[0-9a-f]{64}$/.test(irn)) return 'The IRN must have 64 digits and letters from a to f'
  const { AckNo: ack_no = '', SignedQRCode: signed_qr, SignedInvoice: signed_invoice = null } = foreign
  if (!/^\d{1,20}$/.test(ack_no)) return 'The acknowledgement number is missing'
  const ack_at = momentOf(foreign.AckDt ?? '')
  if (!ack_at) return 'The day of the acknowledgement cannot be read'
  const status = foreign.Status?.toUpperCase()
  if (status !== 'ACT' && status !== 'CNL') return 'The status must be ACT or CNL'
  const claims = signed_qr && claimsOf(signed_qr)
  if (!claims) return 'The signed QR code is missing or cannot be read'
  if (String(claims.Irn ?? '').toLowerCase() !== irn) return 'The signed QR code is of another IRN'
  return { irn, ack_no, ack_at, status, claims, signed_qr, signed_invoice }
}

/** `2026-12-05 14:30:00` or `05/12/2026 02:30:00 PM`, in Indian time, as ISO 8601; undefined for anything else. */
function momentOf(text: string): string | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0', half] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?)?()$/.exec(text) ??
    ((/^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d?):(\d\d)(?::(\d\d))?(?: ?([AP]M))?)?$/i.exec(text) ?? []).map(
      (part, at, all) => (at === 1 ? all[3] : at === 3 ? all[1] : part),
    ) as (string | undefined)[])
  if (!year) return undefined
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  const start = new Date(`${year}-${month}-${day}T00:00:00+05:30`)
  // A day like 31 February is another one.
  if (Number.isNaN(start.getTime()) || indianDay(start) !== `${year}-${month}-${day}` || hours > 23) return undefined
  return new Date(start.getTime() + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000).toISOString()
}

/** Reads what a JWT claims. NIC puts the claims into a text named `data`. */
function claimsOf(token: string): Claims | undefined {
  try {
    const body = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const claims = typeof body?.data === 'string' ? JSON.parse(body.data) : (body?.data ?? body)
    return typeof claims === 'object' && claims !== null ? claims : undefined
  } catch {
    return undefined
  }
}

async function adopt(
  ctx: Context,
  trx: Db,
  answered: Answered,
  paper: AnsweredPaper | undefined,
): Promise<Pick<EinvoiceAnswer, 'state' | 'reason'>> {
  const fault = paper ? differenceOf(answered.claims, paper) : 'No invoice or note of this shop has this number'
  if (!paper || fault) return refused(fault ?? '')
  const { claims: _, ...row } = answered
  const { document_id } = paper
  const stored = await findAnswer(trx, document_id)
  const imported_at = ctx.now().toISOString()
  if (!stored) {
    if (!(await insertAnswer(trx, { ...row, document_id, imported_at })))
      return refused('This IRN is of another paper already')
    return row.status === 'CNL' ? { state: 'cancelled', reason: CANCELLED } : { state: 'adopted', reason: null }
  }
  if (stored.irn !== row.irn) return refused('This paper has another IRN already')
  if (stored.status === row.status) return { state: 'unchanged', reason: row.status === 'CNL' ? CANCELLED : null }
  // An older file: a cancelled IRN never becomes valid again.
  if (stored.status === 'CNL') return refused('This IRN was cancelled later')
  await markCancelled(trx, document_id, imported_at)
  return { state: 'cancelled', reason: CANCELLED }
}

/** Says what differs between the signed QR and the document; undefined where all agrees. */
function differenceOf(claims: Claims, { kind, issued_at, facts }: AnsweredPaper): string | undefined {
  const differs = (what: string, theirs: unknown, ours: unknown) =>
    `${what} is ${String(theirs ?? 'missing').slice(0, 60)} at the portal and ${ours} on the paper`
  const type = TYPES[kind as keyof typeof TYPES]
  if (!type || !facts.buyer.gstin) return 'This paper is no invoice or note to a business'
  if (claims.DocTyp !== type) return differs('The kind', claims.DocTyp, type)
  if (claims.SellerGstin !== facts.seller?.gstin) return differs('Your GSTIN', claims.SellerGstin, facts.seller?.gstin)
  if (claims.BuyerGstin !== facts.buyer.gstin) return differs('The buyer’s GSTIN', claims.BuyerGstin, facts.buyer.gstin)
  const day = indianDay(new Date(issued_at)).split('-').reverse().join('/')
  if (claims.DocDt !== day) return differs('The date', claims.DocDt, day)
  const paise = Math.round(Number(claims.TotInvVal) * 100)
  if (paise !== facts.total_paise) {
    const theirs = Number.isSafeInteger(paise) ? formatRupees(paise) : 'no amount'
    return differs('The amount', theirs, formatRupees(facts.total_paise))
  }
  return undefined
}

/** Returns the code and the lines that a registered document shows. */
export async function markOf(db: Db, documentId: string): Promise<PaperMark | undefined> {
  const answer = await findAnswer(db, documentId)
  if (!answer) return undefined
  const { irn, ack_no, ack_at, status, signed_qr } = answer
  return {
    code: signed_qr,
    lines: ({ both, day }) => [
      ['IRN', irn],
      [both((t) => t('Acknowledgement number')), ack_no],
      [both((t) => t('Acknowledged on')), day(ack_at)],
      ...(status === 'CNL' ? [['IRN', both((t) => t('Cancelled at the e-invoice portal'))] as [string, string]] : []),
    ],
  }
}
