import { distance } from 'fastest-levenshtein'
import { plainWords } from './field-words.ts'

type Named = { course_id: string; name: string }
export type Similar = { course_id: string; close: 'same' | 'similar' }

const FILLERS = new Set([
  'the',
  'a',
  'an',
  'of',
  'for',
  'in',
  'to',
  'and',
  'course',
  'program',
  'programme',
  'class',
  'by',
  'with',
  'from',
  'complete',
  'full',
])
const tokens = (name: string) => [
  ...new Set(
    plainWords(name)
      .split(' ')
      .filter((word) => word && !FILLERS.has(word)),
  ),
]

/** Finds our course by its name in a file. `same` only for equal words, and for one course alone; a guess is `similar`. */
export function similarCourse(name: string, courses: readonly Named[]): Similar | undefined {
  const words = plainWords(name)
  if (words === '') return undefined
  const same = courses.filter((one) => plainWords(one.name) === words)
  if (same.length === 1 && same[0]) return { course_id: same[0].course_id, close: 'same' }
  if (same.length > 1) return undefined
  const scored = courses
    .map((one) => ({ course_id: one.course_id, score: likeness(words, plainWords(one.name)) }))
    .filter(({ score }) => score >= 0.6)
    .toSorted((one, other) => other.score - one.score)
  const [best, next] = scored
  // Two that are equally like it are no guess.
  return best && best.score !== next?.score ? { course_id: best.course_id, close: 'similar' } : undefined
}

const LEVEL = /^(?:basics?|beginners?|intermediate|advanced|pro)$/
const LANGUAGE = /^(?:hindi|english|marathi|tamil|telugu|bengali|gujarati|kannada)$/
const TRAIT_FORMS = [/\d/, LEVEL, LANGUAGE]

/** From 0 to 1: typing errors, and words in common. Other numbers, levels or languages are other courses. */
function likeness(one: string, other: string): number {
  const [here, there] = [tokens(one), tokens(other)]
  const differs = TRAIT_FORMS.some((form, at) => {
    const [mine, theirs] = [here, there].map((words) => words.filter((word) => form.test(word)).join(' '))
    return mine !== theirs && (at === 0 || (mine !== '' && theirs !== ''))
  })
  if (differs) return 0
  const [short, long] = [Math.min(one.length, other.length), Math.max(one.length, other.length)]
  const typing = short < long * 0.8 ? 0 : 1 - distance(one, other) / long
  const [mine, theirs] = [here, there].map((words) => words.filter((word) => !LEVEL.test(word)))
  const common = (mine ?? []).filter((word) => theirs?.includes(word)).length
  const [fewer = 0, more = 0] = [mine?.length ?? 0, theirs?.length ?? 0].toSorted((a, b) => a - b)
  const overlap = common === 0 ? 0 : (common / fewer - (more - fewer) * 0.08) * (common > 1 ? 0.95 : 0.7)
  return Math.max(typing >= 0.8 ? typing : 0, overlap)
}
