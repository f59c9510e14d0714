import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findOwnCertificate, withdrawCertificates } from './certificates.queries.ts'

type CertificateHooks = Hooks<Pick<Context, 'config' | 'db'>>

export const personErased: CertificateHooks['personErased'] = (_ctx, trx, { id }) => withdrawCertificates(trx, id)

/** True while the certificate is valid. */
export const rewardEarned: CertificateHooks['rewardEarned'] = async ({ db }, { userId, courseId }) =>
  (await findOwnCertificate(db, userId, courseId))?.reason === null
