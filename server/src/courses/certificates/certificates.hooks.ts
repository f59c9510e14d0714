import { personErased, rewardEarned, toolsOnce } from '../../shop/moments/moments.ts'
import { findOwnCertificate, withdrawCertificates } from './certificates.queries.ts'

export const joins = () => [
  personErased.by((trx, { id }) => withdrawCertificates(trx, id)),
  toolsOnce('select from certificates', 'certificates'),
  /** True while the certificate is valid. */
  rewardEarned.by(
    async (db, { userId, courseId }) => (await findOwnCertificate(db, userId, courseId))?.reason === null,
  ),
]
