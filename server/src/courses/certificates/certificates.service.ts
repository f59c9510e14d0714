import type { AdminCertificate, Certificate } from 'contract/certificates'
import type { ErrorText } from 'contract/errors'
import type { Language } from 'contract/languages'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { printed, unprintableLetters } from '../../platform/pdf/pdf-runs.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { factStored } from '../../shop/moments/moments.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { findShownUser, lockLiving } from '../../shop/users/users.queries.ts'
import { findAnyCourse } from '../courses/courses.queries.ts'
import { courseNotFound } from '../courses/courses.service.ts'
import { findEnrolment } from '../enrolments/enrolments.queries.ts'
import { counts, type Measured, measureLessons } from '../learning/measured.queries.ts'
import { checkAddress, newCode } from './certificate-code.ts'
import { findCertificate, type ListedCertificate, listCertificates, setRevoked } from './certificate-list.queries.ts'
import { findInk, findLook } from './certificate-looks.queries.ts'
import { certificateFileName, drawCertificate } from './certificate-pdf.ts'
import {
  type CertificateRow,
  findOwnCertificate,
  insertCertificate,
  isOffered,
  setOffered,
} from './certificates.queries.ts'
import { logoOf } from './shop-logo.ts'

const notFound = () => appError('not_found', 'Certificate not found')

function shownOf(ctx: Context, { code, name, course_name, issued_at, reason }: CertificateRow): Certificate {
  const status = reason === null ? 'valid' : 'revoked'
  return { code, name, course_name, issued_at, status, revoked_reason: reason, address: checkAddress(ctx.config, code) }
}

function listedOf(ctx: Context, row: ListedCertificate): AdminCertificate {
  const { certificate_id, course_id, user_id, student, by_hand } = row
  return { ...shownOf(ctx, row), certificate_id, course_id, user_id, student, by_hand }
}

/**
 * Checks that the course gives one, that each present lesson is completed and measured, and that the student's access
 * was not lost; ended access counts. `missing` are completed but unmeasured ones.
 */
async function mayTake(ctx: Context, userId: number, courseId: string): Promise<{ may: boolean; missing: Measured[] }> {
  const [offered, enrolled, lessons] = await Promise.all([
    isOffered(ctx.db, courseId),
    findEnrolment(ctx.db, userId, courseId),
    measureLessons(ctx.db, userId, courseId),
  ])
  if (!offered || enrolled === undefined) return { may: false, missing: [] }
  return {
    may: lessons.length > 0 && lessons.every(counts),
    missing: lessons.filter((lesson) => lesson.done && !counts(lesson)),
  }
}

export async function readOwnCertificate(ctx: Context, userId: number, courseId: string) {
  const [found, { may, missing }, user] = await Promise.all([
    findOwnCertificate(ctx.db, userId, courseId),
    mayTake(ctx, userId, courseId),
    findShownUser(ctx.db, userId),
  ])
  return {
    certificate: found ? shownOf(ctx, found) : null,
    may_take: !found && may,
    missing: found ? [] : missing.map(({ lesson_id, title, missing: seconds }) => ({ lesson_id, title, seconds })),
    suggested_name: user?.name ?? '',
  }
}

/**
 * Matches an address in a name: a site or mailbox, but no initials, titles or degrees (`A.P.J.`, `Dr.Rao`, `M.Com`).
 */
const ADDRESS =
  /[/@:\\]|www\.|\p{L}{2}\.(com|in|net|org|co|io|me|info|link|app|site|shop|xyz|ly|tk)\b|(?<![\p{L}\p{N}-])(?!prof\.)[\p{L}\p{N}-]{4,}\.\p{L}{2}/iu

/** Throws 422 for a name that differs from the account's, or that the shop does not sign. */
function refuseName(name: string, account: string): void {
  const refuse = (message: ErrorText) => appError('invalid', message, { errors: [{ path: 'name', message }] })
  if (name !== account) throw refuse('The certificate shows the name of your account. Change it in Settings first')
  if (printed(name, 'bold') === '' || unprintableLetters(name).length > 0)
    throw refuse('Use letters of an Indian script, or Latin ones')
  if (ADDRESS.test(name)) throw refuse('A name cannot hold an address. Change it in Settings first')
}

/**
 * Issues the certificate once; repeated and simultaneous requests get the first. 403 before the course is completed and
 * measured; 422 for its name.
 */
export async function takeCertificate(
  ctx: Context,
  userId: number,
  courseId: string,
  { name, language }: { name: string; language?: Language | undefined },
): Promise<Certificate> {
  const present = await findOwnCertificate(ctx.db, userId, courseId)
  if (present) return shownOf(ctx, present)
  const [{ may, missing }, user] = await Promise.all([mayTake(ctx, userId, courseId), findShownUser(ctx.db, userId)])
  const [first] = missing
  if (!may && first) {
    const values = { lesson: first.title }
    throw appError('forbidden', 'Too little of “{lesson}” was watched for a certificate', { values })
  }
  if (!may) throw appError('forbidden', 'You can take the certificate after completing the course.')
  refuseName(name, user?.name ?? '')
  return ctx.db.transaction(async (trx) => {
    await lockLiving(trx, userId)
    const found = await findAnyCourse(trx, courseId)
    const [shop, look] = [await readShop(trx), await findLook(trx)]
    if (!found) throw courseNotFound()
    const [code, issued_at] = [newCode(), ctx.now()]
    await insertCertificate(trx, {
      code,
      user_id: userId,
      course_id: courseId,
      name,
      course_name: found.name,
      shop_name: shop.brand.name,
      issued_at,
      language: language ?? (await findLanguage(trx, userId)),
      ...(look ? { look_id: look.look_id, teacher: found.teacher_name ?? '' } : {}),
    })
    await factStored(trx, {
      event: 'certificate.issued',
      subject: code,
      userId,
      courseId,
      detail: { code, address: checkAddress(ctx.config, code) },
      at: issued_at,
    })
    const row = await findOwnCertificate(trx, userId, courseId)
    if (!row) throw notFound()
    return shownOf(ctx, row)
  })
}

/** Draws the own certificate as PDF: 404 without one, 403 while revoked, 503 when too many are queued. */
export async function drawOwn(ctx: Context, userId: number, courseId: string): Promise<File> {
  const row = await requireOwn(ctx, userId, courseId)
  const [logo, ink] = await Promise.all([logoOf(ctx), row.look_id === null ? undefined : findInk(ctx.db, row.look_id)])
  const bytes = await drawCertificate(row, { address: checkAddress(ctx.config, row.code), logo, ink })
  return new File([new Uint8Array(bytes)], certificateFileName(row.course_name), { type: 'application/pdf' })
}

async function requireOwn(ctx: Context, userId: number, courseId: string): Promise<CertificateRow> {
  const found = await findOwnCertificate(ctx.db, userId, courseId)
  if (!found) throw notFound()
  const { reason } = found
  if (reason !== null) throw appError('forbidden', 'This certificate is revoked: {reason}', { values: { reason } })
  return found
}

/** Reads the switch of a course. 404 for an unknown course. */
export async function readOffer(ctx: Context, courseId: string): Promise<{ offered: boolean }> {
  if (!(await findAnyCourse(ctx.db, courseId))) throw courseNotFound()
  return { offered: await isOffered(ctx.db, courseId) }
}

export async function changeOffer(ctx: Context, courseId: string, offered: boolean): Promise<{ offered: boolean }> {
  return writeCatalogue(ctx.db, async (trx) => {
    const course = await findAnyCourse(trx, courseId)
    if (!course) throw courseNotFound()
    const before = await isOffered(trx, courseId)
    await setOffered(trx, courseId, offered, ctx.now())
    await noteChange(trx, {
      kind: 'course',
      id: courseId,
      name: course.name,
      before: { certificate: before },
      after: { certificate: offered },
    })
    return { offered }
  })
}

export async function readCertificates(ctx: Context, query: Parameters<typeof listCertificates>[1]) {
  const { rows, total } = await listCertificates(ctx.db, query)
  return { certificates: rows.map((row) => listedOf(ctx, row)), total }
}

/** Revokes a certificate; an empty reason makes it valid again. 404. */
export async function revokeCertificate(
  ctx: Context,
  certificateId: number,
  reason: string,
): Promise<AdminCertificate> {
  return ctx.db.transaction(async (trx) => {
    const before = await findCertificate(trx, certificateId)
    if (!before) throw notFound()
    await setRevoked(trx, certificateId, reason || null, ctx.now())
    const after = await findCertificate(trx, certificateId)
    if (!after) throw notFound()
    const notified = ({ by_hand, course_name }: ListedCertificate) => ({
      certificate: by_hand ? 'revoked' : 'valid',
      course: course_name,
    })
    await noteChange(trx, {
      kind: 'user',
      id: before.user_id,
      name: before.student,
      before: notified(before),
      after: { ...notified(after), ...(reason ? { reason } : {}) },
    })
    return listedOf(ctx, after)
  })
}
