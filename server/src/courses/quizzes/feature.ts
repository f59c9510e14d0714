import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, LESSON, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    quizzes: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'courses/' },
    },
    quiz_attempts: {
      ownData: {
        title: 'Your answers to quizzes',
        select: `select course_id, lesson_id, answers, right_count, question_count, passed, submitted_at
      from quiz_attempts where user_id = :id order by attempt_id`,
      },
      archive: {
        file: 'quiz-attempts.csv',
        about: 'answers to quizzes, and what they scored',
        select: `select ${WHO}, c.name as course, l.title as lesson, t.number, t.version, t.right_count, t.question_count, t.passed, t.submitted_at,
        t.answers, t.marks, t.lesson_id, t.course_id
      from quiz_attempts t ${ACCOUNT} ${COURSE} ${LESSON} order by t.attempt_id`,
      },
    },
  },
})
