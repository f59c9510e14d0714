import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, WHO } from '../../platform/features/manifest.sql.ts'
import * as invariants from './letters.invariants.ts'

export default defineFeature({
  invariants,
  optional: {
    name: 'letters',
    alsoIn: [
      'server/contract/letters.ts',
      'server/contract/letter-blocks.ts',
      'server/contract/sequences.ts',
      'server/contract/whatsapp.ts',
      'server/contract/move-in/letter.ts',
      'server/src/people/move-in/letter.handlers.ts',
      'server/src/people/move-in/letter.hooks.ts',
      'server/src/people/move-in/letter.scenes.ts',
      'server/src/people/move-in/letter.queries.ts',
      'server/src/people/move-in/letter.service.ts',
      'server/src/people/move-in/letter.test.ts',
      'server/src/serve/pages/letters.routes.ts',
      'server/src/serve/pages/letters.routes.test.ts',
      'web-store/src/shared/cart/order-cart.ts',
      'server/src/platform/mail/news-letters.ts',
      'web-store/src/admin/letters',
      'web-store/src/admin/move-in/Letter.tsx',
      'web-store/src/admin/move-in/LetterPeople.tsx',
      'web-store/src/admin/move-in/LetterPreview.tsx',
      'e2e/tests/admin-letters.spec.ts',
      'e2e/tests/admin-messages.spec.ts',
      'e2e/tests/from-link-to-letter.release.spec.ts',
    ],
  },
  tables: {
    letters: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        file: 'letters.csv',
        about: 'letters to those who agreed to news, notices to everybody, and the steps of sequences',
        select: `select t.name, t.subject, t.blocks, t.segment, t.channel, t.notice, t.status, t.send_at, t.begun_at, t.ended_at, t.stopped, t.problem,
        s.name as sequence, s.trigger, s.active, s.course_id, t.step, t.after_minutes, t.made_at, t.changed_at, t.letter_id from letters t left join sequences s using (sequence_id) order by t.made_at, t.letter_id`,
      },
    },
    letter_clicks: {
      holds: 'figures, settings and numbers of the shop',
      archive: { in: 'letter-recipients.csv' },
    },
    letter_pace: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'the program at work' },
    },
    letter_settings: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'the program at work' },
    },
    stale_letters: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'counted again from letters and orders' },
    },
    sequences: {
      holds: 'figures, settings and numbers of the shop',
      archive: { in: 'letters.csv' },
    },
    letter_recipients: {
      ownData: {
        title: 'News sent to you',
        select: `select l.subject, r.channel, r.address, r.state, r.reason, r.sent_at, r.delivered_at, r.read_at, r.bounced_at, r.blocked_at, r.complained_at,
        r.unsubscribed_at, (select min(c.clicked_at) from letter_clicks c where c.recipient_id = r.recipient_id) as clicked_at
      from letter_recipients r join letters l using (letter_id) where r.user_id = :id order by r.recipient_id`,
      },
      archive: {
        file: 'letter-recipients.csv',
        about: 'who got which letter, and what came of it',
        select: `select ${WHO}, l.name as letter, t.channel, t.state, t.reason, t.sent_at, t.bounced_at, t.blocked_at, t.complained_at, t.unsubscribed_at,
        (select min(c.clicked_at) from letter_clicks c where c.recipient_id = t.recipient_id) as clicked_at, t.letter_id,
        (select w.dead_phone from whatsapp_people w where w.user_id = t.user_id) as phone_without_whatsapp
      from letter_recipients t ${ACCOUNT} join letters l using (letter_id) order by t.recipient_id`,
      },
    },
    whatsapp_templates: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        without:
          'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events',
      },
    },
    whatsapp_people: {
      archive: { in: 'letter-recipients.csv' },
    },
    whatsapp_ids: {
      archive: { without: 'Meta’s own ids of people, which it names again in its next report' },
    },
    whatsapp_strangers: {
      holds: 'ids of people at Meta whom no student fits',
      expires: { column: 'noted_at', days: 365 },
      archive: { without: 'Meta’s own ids of people, which it names again in its next report' },
    },
  },
})
