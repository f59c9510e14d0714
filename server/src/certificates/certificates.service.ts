import type { AdminCertificate, Certificate } from 'contract/certificates'
import { withChanges } from 'contract/shop-defaults'
import { noteChange } from '../activity/note-change.ts'
import type { Context } from '../context.ts'
import { findAnyCourse } from '../courses/courses.queries.ts'
import { courseNotFound } from '../courses/courses.service.ts'
import { writable } from '../documents/pdf-text.ts'
import { findEnrolment } from '../enrolments/enrolments.queries.ts'
import { appError } from '../errors.ts'
import { courseProgress } from '../learning/learning-progress.queries.ts'
import { withSharp } from '../media/pictures.ts'
import { readStored } from '../media/stored-picture.ts'
import { findLogo, findShop } from '../settings/settings.queries.ts'
import { findLanguage } from '../users/language.queries.ts'
import { findShownUser, keepLiving } from '../users/users.queries.ts'
import { checkAddress, newCode } from './certificate-code.ts'
import { findCertificate, type ListedCertificate, listCertificates, setRevoked } from './certificate-list.queries.ts'
import { certificateFileName, drawCertificate } from './certificate-pdf.ts'
import {
  type CertificateRow,
  findOwnCertificate,
  insertCertificate,
  isOffered,
  setOffered,
} from './certificates.queries.ts'
import { signedBadge } from './credentials.ts'

const notFound = () => appError('not_found', 'Certificate not found')

function shownOf(ctx: Context, { code, name, course_name, issued_at, reason }: CertificateRow): Certificate {
  const status = reason === null ? 'valid' : 'revoked'
  return { code, name, course_name, issued_at, status, revoked_reason: reason, address: checkAddress(ctx.config, code) }
}

function listedOf(ctx: Context, row: ListedCertificate): AdminCertificate {
  const { certificate_id, course_id, user_id, student, by_hand } = row
  return { ...shownOf(ctx, row), certificate_id, course_id, user_id, student, by_hand }
}

/** The course gives one, the student has it, or had it for a period that ended, and it is completed by the rule of the dashboard. */
async function mayTake(ctx: Context, userId: number, courseId: string): Promise<boolean> {
  const [offered, enrolled, [progress]] = await Promise.all([
    isOffered(ctx.db, courseId),
    findEnrolment(ctx.db, userId, courseId),
    courseProgress(ctx.db, userId, [courseId]),
  ])
  return offered && enrolled !== undefined && progress?.course_status === 'completed'
}

export async function readOwnCertificate(ctx: Context, userId: number, courseId: string) {
  const [found, may_take, user] = await Promise.all([
    findOwnCertificate(ctx.db, userId, courseId),
    mayTake(ctx, userId, courseId),
    findShownUser(ctx.db, userId),
  ])
  return {
    certificate: found ? shownOf(ctx, found) : null,
    may_take: !found && may_take,
    suggested_name: user?.name ?? '',
  }
}

/** 422 for letters that the printed certificate has no shapes of. */
function refuseUnprintable(name: string): void {
  if (writable(name, 'bold') === name.normalize('NFC')) return
  const message = 'Use Latin or Devanagari letters'
  throw appError('invalid', message, { errors: [{ path: 'name', message }] })
}

/** Issues it once; whoever asks again, or at the same moment, gets the first. 403 before the course is completed. */
export async function takeCertificate(
  ctx: Context,
  userId: number,
  courseId: string,
  name: string,
): Promise<Certificate> {
  refuseUnprintable(name)
  const present = await findOwnCertificate(ctx.db, userId, courseId)
  if (present) return shownOf(ctx, present)
  if (!(await mayTake(ctx, userId, courseId)))
    throw appError('forbidden', 'You can take the certificate after completing the course.')
  return ctx.db.transaction(async (trx) => {
    await keepLiving(trx, userId)
    const found = await findAnyCourse(trx, courseId)
    const shop = await findShop(trx)
    if (!found) throw courseNotFound()
    await insertCertificate(trx, {
      ...{ code: newCode(), user_id: userId, course_id: courseId, name, course_name: found.name },
      ...{ shop_name: withChanges(shop.changes).brand.name, issued_at: ctx.now() },
      language: await findLanguage(trx, userId),
    })
    const row = await findOwnCertificate(trx, userId, courseId)
    if (!row) throw notFound()
    return shownOf(ctx, row)
  })
}

/** The own certificate as PDF: 404 without one, 403 while it is revoked, 503 when too many are drawn. */
export async function drawOwn(ctx: Context, userId: number, courseId: string): Promise<File> {
  const row = await requireOwn(ctx, userId, courseId)
  const bytes = await drawCertificate(row, { address: checkAddress(ctx.config, row.code), logo: await logoOf(ctx) })
  return new File([new Uint8Array(bytes)], certificateFileName(row.course_name, 'pdf'), { type: 'application/pdf' })
}

/** The shop's logo as it is today, in a form that a PDF can hold; undefined without one, and when it cannot be read. */
async function logoOf(ctx: Context): Promise<Buffer | undefined> {
  const address = await findLogo(ctx.db)
  const bytes = address ? await readStored(ctx, address) : undefined
  if (!bytes) return undefined
  const box = { width: 660, height: 138, fit: 'inside', withoutEnlargement: true } as const
  return withSharp((sharp) => sharp(bytes).resize(box).png().toBuffer()).catch(() => undefined)
}

/** The own certificate as signed credential, in the standard's one file. 404, 403 as above. */
export async function badgeOfOwn(ctx: Context, userId: number, courseId: string): Promise<File> {
  const row = await requireOwn(ctx, userId, courseId)
  return new File([await signedBadge(ctx, row)], certificateFileName(row.course_name, 'jwt'), { type: 'text/plain' })
}

async function requireOwn(ctx: Context, userId: number, courseId: string): Promise<CertificateRow> {
  const found = await findOwnCertificate(ctx.db, userId, courseId)
  if (!found) throw notFound()
  if (found.reason !== null) throw appError('forbidden', `This certificate is revoked: ${found.reason}`)
  return found
}

/** 404 for an unknown course. */
export async function readOffer(ctx: Context, courseId: string): Promise<{ offered: boolean }> {
  if (!(await findAnyCourse(ctx.db, courseId))) throw courseNotFound()
  return { offered: await isOffered(ctx.db, courseId) }
}

export async function changeOffer(ctx: Context, courseId: string, offered: boolean): Promise<{ offered: boolean }> {
  return ctx.db.transaction(async (trx) => {
    const course = await findAnyCourse(trx, courseId)
    if (!course) throw courseNotFound()
    const before = await isOffered(trx, courseId)
    await setOffered(trx, courseId, offered, ctx.now())
    await noteChange(trx, {
      ...{ kind: 'course', id: courseId, name: course.name },
      ...{ before: { certificate: before }, after: { certificate: offered } },
    })
    return { offered }
  })
}

export async function readCertificates(ctx: Context, query: Parameters<typeof listCertificates>[1]) {
  const { rows, total } = await listCertificates(ctx.db, query)
  return { certificates: rows.map((row) => listedOf(ctx, row)), total }
}

/** An empty reason makes it valid again. 404. */
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
    const told = ({ by_hand, course_name }: ListedCertificate) => ({
      certificate: by_hand ? 'revoked' : 'valid',
      course: course_name,
    })
    await noteChange(trx, {
      ...{ kind: 'user', id: before.user_id, name: before.student, before: told(before) },
      after: { ...told(after), ...(reason ? { reason } : {}) },
    })
    return listedOf(ctx, after)
  })
}
