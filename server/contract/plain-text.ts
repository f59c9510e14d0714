import type { Course } from './courses/courses.ts'

/** Signs that messengers and editors put before a point; the last range is Word's Symbol font, which no phone has. */
const SIGNS = '•‣◦·●○■□▪▫◆◇❖➤►▶✓✔☑✅➔➜➡👉🔹🔸\ue000-\uf8ff'
const MARK = new RegExp(`^(?:[${SIGNS}][\\ufe0f🏻-🏿]?\\s*|(?:[-–—*]|\\(?[\\d०-९]{1,3}[.)])\\s+)+`, 'u')

/** Returns a line without the bullet, check mark or number that it was pasted with: the page draws a mark of its own. */
export const withoutMark = (line: string): string => line.trim().replace(MARK, '')

/** Returns the lines of a pasted text that say something, without their marks. */
export const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n|\u2028/)
    .map(withoutMark)
    .filter((line) => line !== '')

/** Returns a text without the asterisks of a messenger's bold; a bullet that no phone has becomes one that all have. */
export const plainText = (text: string): string =>
  text
    .replace(/^([ \t]*)[\ue000-\uf8ff][ \t]*/gmu, '$1• ')
    .replace(/[\ue000-\uf8ff]/gu, '')
    .replace(/(^|[\s("'•])(\*{1,2})(?=[^\s*])([^*\n]*[^\s*])\2(?=$|[\s.,;:!?)"'])/gmu, '$1$3')

const plainLine = (line: string) => plainText(withoutMark(line))

/** Returns a course as its page shows it: one mark for each point, whatever its texts were pasted from. */
export const plainCourse = <C extends Course>(course: C): C => ({
  ...course,
  description: plainText(course.description),
  long_description: linesOf(course.long_description).map(plainText).join('\n'),
  who_is_this_for: course.who_is_this_for.map(plainLine),
  where_can_i_upload: course.where_can_i_upload.map(plainLine),
  how_to_make_money: course.how_to_make_money.map(plainLine),
  how_to_get_started: course.how_to_get_started.map(plainLine),
  faq: course.faq.map(({ question, answer }) => ({ question: plainLine(question), answer: plainText(answer) })),
  legal_disclaimer: course.legal_disclaimer && plainText(course.legal_disclaimer),
  teacher_about: course.teacher_about && plainText(course.teacher_about),
})
