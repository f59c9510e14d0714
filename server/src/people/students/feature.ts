import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    student_notes: {
      ownData: { without: 'admins write these for themselves, about their own work' },
      archive: {
        file: 'student-notes.csv',
        about: 'what your team noted about students',
        select: `select ${WHO}, t.text, a.email as written_by, t.created_at
      from student_notes t ${ACCOUNT} left join admins a on a.id = t.admin_id order by t.note_id`,
      },
    },
  },
})
