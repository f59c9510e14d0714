import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    consents: {
      ownData: {
        title: 'What you agreed to',
        select:
          'select purpose, agreed, changed_at, source, agreed_on, agreed_text, notice_version, how from consents where user_id = :id order by id',
      },
      archive: {
        file: 'consents.csv',
        about: 'each time a student agreed to something, or took it back',
        select: `select ${WHO}, t.purpose, t.agreed, t.changed_at, t.source, t.agreed_on, t.agreed_text, t.notice_version, t.how from consents t ${ACCOUNT} order by t.id`,
      },
    },
    ad_agents: {
      archive: { without: 'the program at work' },
    },
  },
})
