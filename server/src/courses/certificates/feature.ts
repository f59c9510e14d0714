import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'certificates',
    alsoIn: [
      'server/contract/certificates.ts',
      'server/src/serve/pages/check-page',
      'web-store/src/admin/certificates',
      'web-store/src/features/certificates',
      'e2e/tests/certificates.spec.ts',
      'tools/drill/money/certificate.attack.ts',
    ],
  },
  tables: {
    certificate_courses: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'courses.csv' },
    },
    certificate_looks: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'certificates.csv' },
    },
    // The signed badges of 0.14.0 used these two tables. Nothing writes them; 0.17.0 drops them.
    certificate_keys: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    certificate_places: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'places in the signed list of this shop’s certificates, which has this shop’s address' },
    },
    withdrawn_certificates: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'places in the signed list of this shop’s certificates, which has this shop’s address' },
    },
    certificates: {
      ownData: {
        title: 'Your certificates',
        select: `select course_id, name, course_name, code, issued_at, revoked_at, revoked_reason
      from certificates where user_id = :id order by issued_at`,
      },
      archive: {
        file: 'certificates.csv',
        about: 'certificates, with the code on each of them',
        select: `select u.email, t.name, t.course_name as course, t.code, t.shop_name as shop, t.issued_at, t.revoked_at,
        t.revoked_reason, t.language, t.course_id, coalesce(nullif(l.signatory, ''), t.teacher) as signed_by, l.signatory_title as signed_as
      from certificates t left join certificate_looks l using (look_id) ${ACCOUNT} order by t.certificate_id`,
      },
    },
  },
})
