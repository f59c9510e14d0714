import { defineFeature } from '../../platform/features/define-feature.ts'

/** Rows of the breaches that versions before 0.15.0 recorded: nothing adds to them. The folder and its tables go with 0.17.0. */
export default defineFeature({
  tables: {
    breaches: {
      holds: 'breaches in the words of the shop, which name no student',
      // Registers are shown for so long.
      expires: { column: 'created_at', days: 2_557 },
      archive: {
        file: 'breaches.csv',
        about: 'breaches of personal data that were reported',
        select: `select breach_id, known_at, facts->>'title' as title, facts->>'nature' as nature, facts->>'consequences' as consequences,
          facts->>'done' as done, facts->>'false_alarm' as false_alarm, begun_at as emails_begun_at, touched as people, created_by, created_at
        from breaches order by created_at, breach_id`,
      },
    },
    breach_reports: {
      holds: 'reports to authorities in the words of the shop, which name no student',
      archive: {
        file: 'breach-reports.csv',
        about: 'reports about breaches that were sent to authorities',
        select: `select breach_id, sent_to, is_full, words, sent_at, noted_by, noted_at from breach_reports order by report_id`,
      },
    },
    breach_people: {
      ownData: {
        title: 'Emails to you about a breach of data',
        select: `select p.state, p.sent_at from breach_people p where p.user_id = :id and p.state <> 'listed' order by p.person_id`,
      },
      archive: { without: 'who got an email about a breach; the counts are in breaches.csv' },
    },
  },
})
