import { distance } from 'fastest-levenshtein'
import { plainWords } from './field-words.ts'

type Named = { course_id: string; name: string }
type Similar = { course_id: string; close: 'same' | 'similar' }

const FILLERS = new Set(
  'the a an of for in to and by with from course program programme class complete full'.split(' '),
)
const LEVEL = /^(?:basics?|beginners?|intermediate|advanced|pro)$/
const LANGUAGE = /^(?:hindi|english|marathi|tamil|telugu|bengali|gujarati|kannada)$/

type Words = { plain: string; subject: Set<string>; numbers: string; level: string; language: string }
function wordsOf(name: string): Words {
  const plain = plainWords(name)
  const words = [...new Set(plain.split(' '))].filter((word) => word !== '' && !FILLERS.has(word))
  const only = (form: RegExp) => words.filter((word) => form.test(word)).join(' ')
  const subject = new Set(words.filter((word) => !LEVEL.test(word)))
  return { plain, subject, numbers: only(/\d/), level: only(LEVEL), language: only(LANGUAGE) }
}

/** The words of a list of courses, read once for all names of a file. */
const read = new WeakMap<readonly Named[], (Words & Named)[]>()

/** Finds our course by its name in a file. `same` only for equal words, and for one course alone; a guess is `similar`. */
export function similarCourse(name: string, courses: readonly Named[]): Similar | undefined {
  const ours = read.get(courses) ?? courses.map((one) => ({ ...one, ...wordsOf(one.name) }))
  read.set(courses, ours)
  const words = wordsOf(name)
  if (words.plain === '') return undefined
  const same = ours.filter(({ plain }) => plain === words.plain)
  if (same.length > 0) return same[0] && same.length === 1 ? { course_id: same[0].course_id, close: 'same' } : undefined
  let [best, score, isAlone] = ['', 0, true]
  for (const one of ours) {
    const here = likeness(words, one)
    if (here > score) [best, score, isAlone] = [one.course_id, here, true]
    else if (here === score) isAlone = false
  }
  // Two that are equally like it are no guess.
  return score >= 0.6 && isAlone ? { course_id: best, close: 'similar' } : undefined
}

/** From 0 to 1: typing errors, and words in common. Other numbers, levels or languages are other courses. */
function likeness(one: Words, other: Words): number {
  const differs = (mine: string, theirs: string) => mine !== theirs && mine !== '' && theirs !== ''
  if (one.numbers !== other.numbers || differs(one.level, other.level) || differs(one.language, other.language))
    return 0
  const [short, long] = [Math.min(one.plain.length, other.plain.length), Math.max(one.plain.length, other.plain.length)]
  const typing = short < long * 0.8 ? 0 : 1 - distance(one.plain, other.plain) / long
  let common = 0
  for (const word of one.subject) if (other.subject.has(word)) common += 1
  if (common === 0) return typing >= 0.8 ? typing : 0
  const [fewer, more] = [Math.min(one.subject.size, other.subject.size), Math.max(one.subject.size, other.subject.size)]
  const overlap = (common / fewer - (more - fewer) * 0.08) * (common > 1 ? 0.95 : 0.7)
  return Math.max(typing >= 0.8 ? typing : 0, overlap)
}
