import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findOwnCertificate, setOffered, withdrawCertificates } from './certificates.queries.ts'

type CertificateHooks = Hooks<Pick<Context, 'config' | 'db'>>

export const personErased: CertificateHooks['personErased'] = (_ctx, trx, { id }) => withdrawCertificates(trx, id)

/** True while the certificate is valid. */
export const rewardEarned: CertificateHooks['rewardEarned'] = async ({ db }, { userId, courseId }) =>
  (await findOwnCertificate(db, userId, courseId))?.reason === null

export const courseBrought: CertificateHooks['courseBrought'] = async (_ctx, trx, { course_id, archived, now }) => {
  if (z.looseObject({ certificate: z.boolean().catch(false) }).parse(archived).certificate)
    await setOffered(trx, course_id, true, now)
}
