import { dayStart } from 'contract/indian-time'
import { languages } from 'contract/languages'
import { type SegmentRule, SegmentText } from 'contract/segments'
import { countText, dateText, shortRupees } from '../../ui/format.ts'

/** Every kind of rule, in the words of the menu. */
export const kinds = {
  bought: 'Bought a course',
  not_bought: 'Do not have a course',
  bought_since: 'Bought since a day',
  spent: 'Spent a sum',
  joined_since: 'Joined since a day',
  last_seen_before: 'Not seen since a day',
  finished: 'Finished a course',
  done: 'Finished part of a course',
  not_started: 'Have not started a course',
  stopped: 'Stopped in a course',
  language: 'Read in a language',
  consent: 'Agreed to news',
} as const
export type Kind = keyof typeof kinds

export const kindOf = (rule: SegmentRule): Kind => Object.keys(rule)[0] as Kind

/** The rules of an address; none of one that the server would refuse. */
export function readRules(text: string): SegmentRule[] {
  const segment = text === '' ? undefined : SegmentText.safeParse(text).data
  return segment?.all ?? []
}

/** The rules as a parameter of address and call; empty without any. */
export const rulesText = (rules: readonly SegmentRule[]): string =>
  rules.length === 0 ? '' : JSON.stringify({ all: rules })

/** The courses that the rules name. */
export const coursesIn = (rules: readonly SegmentRule[]): string[] => [
  ...new Set(
    rules.flatMap((rule) => {
      if ('bought' in rule) return rule.bought
      if ('not_bought' in rule) return rule.not_bought
      if ('finished' in rule) return [rule.finished]
      if ('done' in rule) return [rule.done]
      if ('not_started' in rule) return [rule.not_started]
      return 'stopped' in rule ? [rule.stopped] : []
    }),
  ),
]

const dayText = (day: string) => dateText(new Date(dayStart(day)))

function sumText({ min, max }: { min?: number | undefined; max?: number | undefined }): string {
  if (min === undefined) return `at most ${shortRupees(max ?? 0)}`
  return max === undefined ? `${shortRupees(min)} or more` : `${shortRupees(min)} to ${shortRupees(max)}`
}

/** A rule in words that go on behind "Students who": the verb, and what it is about. */
export function ruleWords(rule: SegmentRule, courseName: (id: string) => string): [verb: string, what: string] {
  const anyOf = (ids: readonly string[]) => {
    const names = ids.slice(0, 2).map(courseName)
    return ids.length > 2 ? `${names.join(', ')} or ${ids.length - 2} more` : names.join(' or ')
  }
  if ('bought' in rule) return ['bought', anyOf(rule.bought)]
  if ('not_bought' in rule) return ['do not have', anyOf(rule.not_bought)]
  if ('bought_since' in rule) return ['bought', `since ${dayText(rule.bought_since)}`]
  if ('spent' in rule) return ['spent', sumText(rule.spent)]
  if ('joined_since' in rule) return ['joined', `since ${dayText(rule.joined_since)}`]
  if ('last_seen_before' in rule) return ['were not seen', `since ${dayText(rule.last_seen_before)}`]
  if ('finished' in rule) return ['finished', courseName(rule.finished)]
  if ('done' in rule) return ['finished', `at least ${rule.percent}% of ${courseName(rule.done)}`]
  if ('not_started' in rule)
    return ['have not started', `${courseName(rule.not_started)} after ${countText(rule.days, 'day')}`]
  if ('stopped' in rule) return ['stopped', `in ${courseName(rule.stopped)} ${countText(rule.days, 'day')} ago`]
  if ('language' in rule) return ['read', languages[rule.language].name]
  return ['agreed', 'to news']
}
