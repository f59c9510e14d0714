import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, WHO } from '../../platform/features/manifest.sql.ts'
import * as invariants from './groups.invariants.ts'

export default defineFeature({
  invariants,
  optional: {
    name: 'groups',
    alsoIn: [
      'server/contract/groups',
      'web-store/src/admin/groups',
      'web-store/src/features/groups',
      'e2e/tests/groups.spec.ts',
    ],
  },
  tables: {
    telegram_config: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    telegram_groups: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'groups of a bot of this shop' },
    },
    group_members: {
      person: {
        erased: ['user_id', 'telegram_id', 'invite_link', 'former_link', 'state', 'problem'],
        // The job takes them out of the groups, and forgets who they were. Whom an administrator barred is not in one.
        statement: `with gone as (delete from group_members where user_id = :id returning chat_id, telegram_id, state)
          insert into group_leavers (chat_id, telegram_id) select chat_id, telegram_id from gone
          where telegram_id is not null and state in ('asked', 'in') on conflict do nothing`,
      },
      ownData: {
        title: 'Your groups in Telegram',
        select:
          'select chat_id, invite_link, former_link, telegram_id, state, problem, told_at, changed_at from group_members where user_id = :id order by chat_id',
      },
      archive: {
        file: 'group-members.csv',
        about: 'which Telegram account of a student is in which group',
        select: `select ${WHO}, t.chat_id, t.telegram_id, t.state, t.changed_at from group_members t ${ACCOUNT} order by t.chat_id, t.user_id`,
      },
    },
    telegram_former_ids: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'groups of a bot of this shop' },
    },
    group_leavers: { holds: 'the program at work', archive: { without: 'the program at work' } },
  },
})
