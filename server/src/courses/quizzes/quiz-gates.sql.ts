export const QUIZZES = '(select lesson_id from quizzes)'

/** Lists lessons whose gate quiz a student (`users.id`) has not passed; other features use it in their statements. */
export const barringQuizzes = (student: string) =>
  `select asking.lesson_id, asking.course_id from quizzes asking
   where asking.gate and not exists (
     select from quiz_attempts pass
     where pass.user_id = ${student} and pass.lesson_id = asking.lesson_id and pass.passed
   )`

/** Builds a lesson's quiz and the student's pass as `StudentLesson` has it; null without a quiz. */
export const quizOf = (lesson: string) => `(
  select json_build_object(
    'questions', jsonb_array_length(q.questions),
    'passed', exists (select from quiz_attempts a where a.user_id = :userId and a.lesson_id = q.lesson_id and a.passed)
  )
  from quizzes q where q.lesson_id = ${lesson}.lesson_id
)`

/** Selects questions and options by id, of the quizzes that a student (`users.id`) has answered. */
export const wordsOfAnswered = (student: string) =>
  `select word ->> 'id' as id, word ->> 'name' as name
   from (select questions from quizzes where lesson_id in (select lesson_id from quiz_attempts where user_id = ${student})) q,
     jsonb_array_elements(q.questions) question,
     lateral (
       select jsonb_build_object('id', question ->> 'question_id', 'name', question ->> 'text') as word
       union all
       select jsonb_build_object('id', o ->> 'option_id', 'name', o ->> 'text')
       from jsonb_array_elements(question -> 'options') o
     ) words`
