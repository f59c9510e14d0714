import { defineFeature } from '../../platform/features/define-feature.ts'
import { SHOP } from '../../platform/features/manifest.sql.ts'
import { HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'

export default defineFeature({
  optional: {
    name: 'moving',
    alsoIn: [
      'server/contract/move-in',
      'web-store/src/admin/move-in',
      'server/test/moves.ts',
      'server/src/courses/media/tables/odd-tables.release.test.ts',
      'e2e/tests/admin-move-in.spec.ts',
      'e2e/tests/admin-move-in-shop.release.spec.ts',
    ],
  },
  tables: {
    moves: {
      stays: 'work',
      person: {
        // The file of whoever moved in, with everybody else of it, and its samples.
        erased: ['bytes', 'read'],
        kept: {
          [SHOP]: ['move_id', 'status', 'kind', 'source', 'file_name', 'how', 'headings_key', 'plan', 'counts'],
          'numbers of people and courses': ['message'],
        },
        statement: `update moves m set bytes = null, read = jsonb_set(read, '{columns}', (
        select coalesce(jsonb_agg(c || '{"samples": []}'), '[]') from jsonb_array_elements(read->'columns') c))
      where exists (select from move_rows r where r.move_id = m.move_id
        and (r.user_id = :id or r.email = :email or (r.state is null and :email = any(r.cells))))`,
      },
      ownData: { without: 'a file with many people, of which the rows about this one are listed' },
      archive: {
        without:
          'files that came from other platforms; what they brought is in the tables of people, courses and past-orders',
      },
    },
    move_rows: {
      person: {
        erased: [
          'move_id',
          'cells',
          'state',
          'reason',
          'notes',
          'email',
          'phone',
          'name',
          'courses',
          'record',
          'user_id',
        ],
        statement: `delete from move_rows where user_id = :id or email = :email or (state is null and :email = any(cells))`,
      },
      expires: { without: 'move-in.hooks.ts deletes them with their move, 30 days old' },
      ownData: {
        title: 'Rows of lists by which you were moved in',
        select: `select m.made_at as moved_at, m.source, r.cells from move_rows r join moves m using (move_id)
      where r.user_id = :id or r.email = :email and ${HAS_PROVEN_EMAIL} order by m.made_at, r.row_no`,
        with: ['move_people'],
      },
      archive: {
        without:
          'files that came from other platforms; what they brought is in the tables of people, courses and past-orders',
      },
    },
    move_letters: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        without:
          'files that came from other platforms; what they brought is in the tables of people, courses and past-orders',
      },
    },
    move_people: {
      archive: {
        without:
          'files that came from other platforms; what they brought is in the tables of people, courses and past-orders',
      },
    },
    move_letter_people: {
      archive: {
        without:
          'files that came from other platforms; what they brought is in the tables of people, courses and past-orders',
      },
    },
  },
})
