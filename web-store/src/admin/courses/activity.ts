import { moneyText, valueText } from '../activity/field-labels.ts'
import { changed, type Entry, exported, namesOf, type Phrase, plain, type Sentences } from '../activity/phrases.ts'
import { adminPaths } from '../host/admin-paths.ts'

/** Describes the change that put a course into its present state. */
const intoStates: Record<string, { did: string; rest?: string; whole: true }> = {
  published: { did: 'published', whole: true },
  unlisted: { did: 'made', rest: 'unlisted', whole: true },
  draft: { did: 'took', rest: 'off the store', whole: true },
  archived: { did: 'archived', whole: true },
}

type Sale = { price: number; from: string; until: string }
type Withdraw = { at: string; to: string }

const plans: Record<string, [none: string, told: (value: unknown) => string]> = {
  publish_at: ['no moment to publish it', (at) => `published on ${valueText('at', at)}`],
  withdraw: [
    'no moment to withdraw it',
    (value) => `${(value as Withdraw).to} on ${valueText('at', (value as Withdraw).at)}`,
  ],
  sale: [
    'no sale',
    (value) => {
      const { price, from, until } = value as Sale
      return `on sale for ${moneyText(price)} from ${valueText('from', from)} to ${valueText('until', until)}`
    },
  ],
}

/** Describes the plans of an admin for a course. */
function planned({ after }: Entry): Phrase {
  const [first = [], ...more] = Object.entries(after ?? {}).flatMap(([name, value]) => {
    const plan = plans[name]
    return plan ? [value ? ['to be', plan[1](value)] : ['with', plan[0]]] : []
  })
  const rest = [first, ...more].map((words) => words.join(' ')).join('; ')
  return { did: 'planned', rest: rest || 'without a change', whole: true }
}

function placement(entry: Entry): Phrase {
  // Entries of an earlier release have `published` alone.
  const { published, state } = entry.after ?? {}
  const names = namesOf(entry)
  const phrase = names.length === 1 ? intoStates[String(state)] : undefined
  if (phrase) return phrase
  if (typeof published === 'boolean' && names.length === 1) {
    return published ? { did: 'published', whole: true } : { did: 'took', rest: 'off the store', whole: true }
  }
  if (names.includes('place') && typeof published !== 'boolean' && state === undefined) {
    return { did: 'moved', rest: `to place ${valueText('place', entry.after?.place)} in the catalogue`, whole: true }
  }
  return changed(entry)
}

export const activity: Sentences = {
  'courses.create': plain('added the course'),
  'courses.duplicate': plain('made the copy'),
  'courses.update': changed,
  'courses.restoreVersion': () => ({ did: 'restored an earlier version of' }),
  'courses.delete': () => ({
    did: 'moved',
    rest: 'to the bin',
    whole: true,
    to: adminPaths.tab('courses', { status: 'deleted' }),
  }),
  'courses.restore': plain('restored', 'from the bin'),
  'courses.setPlacement': placement,
  'courses.setSchedule': planned,
  'courses.setStates': ({ before, after }) =>
    after?.state === 'deleted'
      ? { did: 'moved', rest: 'to the bin', whole: true, to: adminPaths.tab('courses', { status: 'deleted' }) }
      : before?.state === 'deleted'
        ? { did: 'restored', rest: 'from the bin', whole: true }
        : (intoStates[String(after?.state)] ?? { did: 'changed', whole: true }),
  'courses.checkLinks': ({ after }) => ({
    did: `checked ${valueText('links', after?.links)} lesson links`,
    thing: '',
    rest: Number(after?.not_ok) > 0 ? `and found ${after?.not_ok} with a problem` : 'and all of them work',
    whole: true,
  }),
  'exports.courses': exported('the courses'),
  'exports.learning': ({ after }) => ({
    did: 'exported the students of the course',
    thing: '',
    rest: valueText('course_id', after?.course_id),
    whole: true,
  }),
}
