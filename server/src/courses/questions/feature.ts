import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, LESSON, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    questions: {
      ownData: {
        title: 'Your questions under lessons',
        select: `select course_id, lesson_id, text, shown_name, asked_at, answer, answered_at, shown_at
      from questions where user_id = :id order by asked_at, question_id`,
      },
      archive: {
        file: 'questions.csv',
        about: 'questions under lessons, and your answers',
        select: `select ${WHO}, c.name as course, l.title as lesson, t.text as question, t.asked_at, t.answer, t.answered_at, t.shown_at,
        t.shown_name, t.lesson_id, t.course_id
      from questions t ${ACCOUNT} ${COURSE} ${LESSON} order by t.question_id`,
      },
    },
  },
})
