import { buildCourse, buildEnrolment } from '../../../test/catalogue-factories.ts'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'
import { newCode } from './certificate-code.ts'
import { insertCertificate, setOffered } from './certificates.queries.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  /** Creates a certificate of a student. */
  async function buildCertificate(): Promise<{ certificate_id: number; user_id: string }> {
    const { course_id, user_id } = await buildEnrolment(at.server.db)
    const printed = { name: 'Asha', course_name: 'Reels', shop_name: 'SkillHaat', issued_at: new Date() }
    await insertCertificate(at.server.db, { code: newCode(), user_id, course_id, ...printed })
    const { certificate_id } = await at.server.db('certificates').where({ user_id, course_id }).first('certificate_id')
    const user = await at.server.db('users').where({ id: user_id }).first('user_id')
    return { certificate_id, user_id: user.user_id }
  }

  return {
    'certificates.setOffer': async () => {
      const { course_id } = await buildCourse(at.server.db)
      return {
        path: `/admin/courses/certificate/${course_id}`,
        body: { offered: true },
        expected: {
          kind: 'course',
          target_id: course_id,
          before: { certificate: false },
          after: { certificate: true },
        },
      }
    },
    'certificates.setLook': async () => {
      const after = { layout: 'panel', signatory: 'Ritu Malhotra', signatory_title: 'Founder', signature: '' }
      return {
        path: '/admin/certificates/look',
        body: after,
        expected: { kind: 'settings', target_id: 'certificates', before: null, after },
      }
    },
    'certificates.revoke': async () => {
      const { certificate_id, user_id } = await buildCertificate()
      return {
        path: `/admin/certificates/${certificate_id}/revoked`,
        body: { reason: 'Copied' },
        expected: {
          kind: 'user',
          target_id: user_id,
          before: { certificate: 'valid', course: 'Reels' },
          after: { certificate: 'revoked', course: 'Reels', reason: 'Copied' },
        },
      }
    },
  }
}

export const round: FeatureScenes['round'] = async ({ server: { db }, student, other, course_id }) => {
  const printed = { name: 'Other', course_name: 'A course', shop_name: 'SkillHaat', issued_at: new Date() }
  for (const { id } of [other, student])
    await insertCertificate(db, { code: newCode(), user_id: id, course_id, ...printed })
  await setOffered(db, course_id, true, new Date())
  const { certificate_id } = await db('certificates').orderBy('certificate_id').first('certificate_id')
  return {
    ...Object.fromEntries(['get', 'pdf'].map((name) => [`certificates.${name}`, { course_id: [course_id] }])),
    'certificates.take': { course_id: [course_id], name: ['Asha Rao'] },
    'certificates.list': { user_id: [other.user_id], course_id: [course_id] },
    'certificates.revoke': { certificate_id: [certificate_id], reason: ['Copied'] },
  }
}

export const may: FeatureScenes['may'] = {
  editor: /^certificates\.(offer|setOffer|look|setLook|sample)$/,
  support: /^certificates\.list$/,
}
