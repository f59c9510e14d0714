import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, LESSON, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    assignments: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'courses/' },
    },
    hand_ins: {
      ownData: {
        title: 'Assignments you submitted',
        select: `select h.course_id, sent.lesson_id, h.text, f.name as file_name, f.bytes as file_bytes, f.url as file, h.handed_in_at, h.due_at,
        h.status, h.criteria, h.marks, h.feedback, h.marked_at, h.again_due_at
      from (
        select hand_in_id, lesson_id from hand_ins where user_id = :id
        union all select null, lesson_id from hand_in_files where user_id = :id and hand_in_id is null
      ) sent
      left join hand_ins h on h.hand_in_id = sent.hand_in_id
      left join hand_in_files f on f.user_id = :id and f.lesson_id = sent.lesson_id and f.hand_in_id is not distinct from sent.hand_in_id
      order by h.hand_in_id`,
        files: 'file',
        with: ['hand_in_files'],
      },
      archive: {
        file: 'submissions.csv',
        about: 'work that students submitted, with marks and feedback; its files are in the folder submissions',
        select: `select ${WHO}, c.name as course, l.title as lesson, t.handed_in_at as submitted_at, t.due_at, t.status, t.text, t.criteria,
        t.marks, t.feedback, t.marked_at, t.again_due_at, t.hand_in_id, t.lesson_id, t.course_id
      from hand_ins t ${ACCOUNT} ${COURSE} ${LESSON} order by t.hand_in_id`,
      },
    },
    hand_in_files: {
      archive: { in: 'submissions.csv' },
    },
    work_reminders: {
      archive: { in: 'submissions.csv' },
    },
  },
})
