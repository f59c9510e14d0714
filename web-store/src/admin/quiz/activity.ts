import { type Sentences, taskRemoved, taskSaved } from '../activity/phrases.ts'

export const activity: Sentences = {
  'quizzes.save': taskSaved('quiz'),
  'quizzes.remove': taskRemoved('quiz'),
}
