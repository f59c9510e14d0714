import { z } from 'zod'
import { LanguageBody } from './account.ts'
import { drawings, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { CourseId, isMediaUrl, listQuery, Moment, nameText, text, UserId, wholeNumber } from './fields.ts'

/** A certificate of completion; `name` and `course_name` are as printed and never change. */
const Certificate = z.object({
  /** The number on it, which nobody can guess: 130 random bits in 26 characters. */
  code: z.string(),
  name: z.string(),
  course_name: z.string(),
  issued_at: Moment,
  /** Revoked by the shop, or because the student has the course no more. */
  status: z.enum(['valid', 'revoked']),
  /** Reason of the revocation; null while it is valid. */
  revoked_reason: z.string().nullable(),
  /** The public page that shows whether it is valid. */
  address: z.string(),
})
export type Certificate = z.output<typeof Certificate>

export const AdminCertificate = Certificate.extend({
  certificate_id: z.number().int(),
  course_id: z.string(),
  user_id: z.string(),
  /** The name of the account; `name` is the printed one. */
  student: z.string(),
  /** The shop revoked it: it can be made valid again. */
  by_hand: z.boolean(),
})
export type AdminCertificate = z.output<typeof AdminCertificate>

const IMAGE = 'Must be an image of your library'

/** Forms of the print: in a frame of two lines, or beside a dark panel with the code to scan. */
export const CERTIFICATE_LAYOUTS = ['framed', 'panel'] as const
export type CertificateLayout = (typeof CERTIFICATE_LAYOUTS)[number]

/** The look of certificates issued from now on; those that were issued stay as they are. */
export const CertificateLook = z.object({
  layout: z.enum(CERTIFICATE_LAYOUTS, { error: 'Must be a layout of the certificate' }),
  /** Name of the signatory; empty for the teacher of each course, without an image. */
  signatory: text(0, 60, 'Please enter text'),
  /** Printed below the name, such as `Founder`. */
  signatory_title: text(0, 60, 'Please enter text'),
  /** An image of the library; empty for none. */
  signature: text(0, 2000, IMAGE).refine((url) => url === '' || isMediaUrl(url), { error: IMAGE }),
})
export type CertificateLook = z.output<typeof CertificateLook>

/** Empty texts are absent from an address. */
const Sample = CertificateLook.extend({
  signatory: CertificateLook.shape.signatory.default(''),
  signatory_title: CertificateLook.shape.signatory_title.default(''),
  signature: CertificateLook.shape.signature.default(''),
  language: LanguageBody.shape.language.optional(),
})

const OfCourse = z.object({ course_id: CourseId })
const FLAG = 'Must be true or false'
const NAME = 'Must be the name of your account'

export const certificates = {
  /**
   * The own certificate of a course, or whether it may be taken: the course gives one, is the student's, every lesson is completed, and the
   * server measured enough time of each.
   */
  get: defineCall({
    method: 'GET',
    path: '/user/certificates/{course_id}',
    access: 'user',
    inView: true,
    summary: 'Own certificate of a course',
  })
    .input(OfCourse)
    .output(
      z.object({
        certificate: Certificate.nullable(),
        may_take: z.boolean(),
        /** Completed lessons of which too little time was measured, in order, each with the clock seconds that are missing. */
        missing: z.array(z.object({ lesson_id: z.string(), title: z.string(), seconds: z.number().int() })),
        /** The name of the account, which is printed. */
        suggested_name: z.string(),
      }),
    ),

  /**
   * Issues it with the name of the account, for good; where there is one it is answered as it is. 403 before it may be taken; 422 for a
   * `name` that is not the account's, and for one that cannot be printed or holds an address.
   */
  take: defineCall({
    method: 'POST',
    path: '/user/certificates/{course_id}',
    access: 'user',
    input: 'detailed',
    summary: 'Take the certificate of a course',
    codes: ['forbidden'],
  })
    .input(
      z.object({
        params: OfCourse,
        body: z.object({
          /** The name shown in the preview. */
          name: nameText(2, 100, NAME),
          /** Printed language, with English beside it; the account's when absent. */
          language: LanguageBody.shape.language.optional(),
        }),
      }),
    )
    .output(Certificate),

  /** Returns the certificate as a PDF, A4 across, with a code that leads to the public page. 404 without one, 403 while it is revoked, 503. */
  pdf: defineCall({
    method: 'GET',
    path: '/user/certificates/{course_id}/pdf',
    access: 'user',
    summary: 'Own certificate as PDF',
    cost: 'draw',
    limits: [drawings],
    codes: ['forbidden'],
  })
    .input(OfCourse)
    .output(z.file()),

  /** Returns the course's certificate setting. 404. */
  offer: defineCall({
    method: 'GET',
    path: '/admin/courses/certificate/{course_id}',
    access: 'admin',
    roles: ['editor'],
    summary: 'Whether a course gives a certificate',
  })
    .input(OfCourse)
    .output(z.object({ offered: z.boolean() })),

  /** Issued certificates stay valid when the offer ends. 404. */
  setOffer: defineCall({
    method: 'PUT',
    path: '/admin/courses/certificate/{course_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Give a certificate on completion, or end that',
    confirm: { without: 'the same call puts it back' },
    codes: ['not_found'],
  })
    .input(z.object({ params: OfCourse, body: z.object({ offered: z.boolean({ error: FLAG }) }) }))
    .output(z.object({ offered: z.boolean() })),

  /** Latest first; 50 unless `limit` says so. `q` matches printed name, account and course, or a whole number. */
  list: defineCall({
    method: 'GET',
    path: '/admin/certificates',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'Issued certificates',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(['newest']).extend({ course_id: CourseId.optional(), user_id: UserId.optional() }))
    .output(z.object({ certificates: z.array(AdminCertificate), total: z.number().int() })),

  /** The student reads the reason, visitors only that it is revoked; an empty one makes it valid again. 404. */
  revoke: defineCall({
    method: 'PUT',
    path: '/admin/certificates/{certificate_id}/revoked',
    access: 'admin',
    input: 'detailed',
    summary: 'Revoke a certificate, or make it valid again',
    confirm: { without: 'the same call puts it back' },
    codes: ['not_found'],
  })
    .input(
      z.object({
        params: z.object({
          certificate_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Must be the id of a certificate'),
        }),
        body: z.object({ reason: text(0, 200, 'Please enter text') }),
      }),
    )
    .output(AdminCertificate),

  /** Returns the look of the next certificates; null in a shop that has not chosen one. */
  look: defineCall({
    method: 'GET',
    path: '/admin/certificates/look',
    access: 'admin',
    roles: ['editor'],
    summary: 'Look of certificates',
  }).output(z.object({ look: CertificateLook.nullable() })),

  /** 422 for a signature that is no image of the library, or has no name beside it. */
  setLook: defineCall({
    method: 'PUT',
    path: '/admin/certificates/look',
    access: 'admin',
    roles: ['editor'],
    summary: 'Change the look of the next certificates',
    cost: 'render',
    limits: [drawings],
    confirm: { without: 'certificates that were issued stay as they are, and the same call puts it back' },
  })
    .input(CertificateLook)
    .output(z.object({ look: CertificateLook })),

  /** A certificate of an invented student in this look, as PDF; stores nothing. 422 as above, 503. */
  sample: defineCall({
    method: 'GET',
    path: '/admin/certificates/sample',
    access: 'admin',
    roles: ['editor'],
    summary: 'Sample of a certificate as PDF',
    cost: 'draw',
    limits: [drawings],
  })
    .input(Sample)
    .output(z.file()),
}
