import type { ReadFile } from 'contract/move-in/file'
import type { MovePlan } from 'contract/move-in/plan'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { CoursePicks } from '../forms/CoursePicks.tsx'
import { Choice, Help } from '../forms/form-parts.tsx'
import { MatchCard } from './match-parts.tsx'
import { BLANK_NEWS, takes } from './match-plan.ts'

type Part = { plan: MovePlan; onChange: (change: Partial<MovePlan>) => void }

/** Leaves out rows by their status. */
export function MatchStatuses({ read, plan, onChange }: Part & { read: ReadFile }) {
  return (
    <MatchCard title="Leave out rows that are">
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))' }}
        columnGap="10"
        px={{ base: '4', md: '5' }}
        pb="3"
        css={{ '& > label': { borderTopWidth: '1px', borderColor: 'border' } }}
      >
        {read.statuses.map(({ value, rows, sure, guess }) => {
          const chosen = plan.statuses?.[value]
          return (
            <Choice key={value}>
              <input
                type="checkbox"
                checked={chosen === 'skip'}
                onChange={({ target }) =>
                  onChange({ statuses: { ...plan.statuses, [value]: target.checked ? 'skip' : 'take' } })
                }
              />
              <chakra.span flex="1" minW="0" overflowWrap="anywhere">
                {value}
                {!sure && chosen === guess && (
                  <chakra.span textStyle="sm" color="buy.fg" display="block">
                    A guess. Please check.
                  </chakra.span>
                )}
              </chakra.span>
              <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
                {rows.toLocaleString('en-IN')}
              </chakra.span>
            </Choice>
          )
        })}
        {takes(plan, 'access_ends') && (
          <Choice>
            <input
              type="checkbox"
              checked={plan.ended !== 'take'}
              onChange={({ target }) => onChange({ ended: target.checked ? 'skip' : 'take' })}
            />
            Past their end of access
          </Choice>
        )}
      </chakra.div>
    </MatchCard>
  )
}

/** Sets courses and an end for rows without them, and the moment of the email. */
export function MatchRest({ plan, onChange }: Part) {
  const hasCourses = takes(plan, 'course')
  const ids = plan.course_ids ?? []
  const { known } = useCourseNames(ids)
  const picks = (
    <CoursePicks
      picked={ids.map((course_id) => known.get(course_id) ?? { course_id, name: course_id, price: 0 })}
      onChange={(next) => onChange({ course_ids: next.map(({ course_id }) => course_id) })}
    />
  )
  const until = (
    <Field
      label="End of access"
      optional
      type="date"
      maxW="224px"
      help="The last day, for rows that name none. Empty means that access never ends."
      value={plan.until ?? ''}
      onChange={({ target }) => onChange({ until: target.value || null })}
    />
  )
  return (
    <>
      <MatchCard title={hasCourses ? 'Rows without a course or an end' : 'Courses for all rows'}>
        <chakra.div px={{ base: '4', md: '5' }} pb="4" display="grid" gap="4">
          {hasCourses ? (
            <>
              <Help>Rows that name no course are left out, unless you choose one here.</Help>
              <Disclosure label="Choose courses and an end of access">
                <chakra.div display="grid" gap="4" pt="2">
                  {picks}
                  {until}
                </chakra.div>
              </Disclosure>
            </>
          ) : (
            <>
              {picks}
              {until}
            </>
          )}
        </chakra.div>
      </MatchCard>
      <MatchNews plan={plan} onChange={onChange} />
      <MatchCard title="Tell your students">
        <chakra.div role="radiogroup" aria-label="Tell your students" px={{ base: '4', md: '5' }} pb="3">
          {(
            [
              [false, 'Later, with one letter that you see first'],
              [true, 'At once, by an email for each student as they are moved'],
            ] as const
          ).map(([mail, words]) => (
            <Choice key={words}>
              <input type="radio" name="mail" checked={plan.mail === mail} onChange={() => onChange({ mail })} />
              {words}
            </Choice>
          ))}
        </chakra.div>
      </MatchCard>
    </>
  )
}

/** Records that the people of the file agreed to news, by the word of the owner. */
function MatchNews({ plan, onChange }: Part) {
  const { news } = plan
  const hasColumn = takes(plan, 'news')
  return (
    <MatchCard title="News by email">
      <chakra.div px={{ base: '4', md: '5' }} pb="4" display="grid" gap="3.5">
        <Help>
          {hasColumn
            ? 'The column “Agrees to news” decides for each person.'
            : 'Letters go only to people who agreed to them.'}{' '}
          People who unsubscribed, there or here, stay unsubscribed.
        </Help>
        <Choice>
          <input
            type="checkbox"
            checked={Boolean(news)}
            onChange={({ target }) => onChange({ news: target.checked ? BLANK_NEWS : null })}
          />
          {hasColumn ? 'Rows with an empty cell agreed to news' : 'These people agreed to news by email'}
        </Choice>
        {news && (
          <>
            <Field
              label="Place of their consent"
              required
              maxLength={200}
              help="For example: checkbox at checkout of the old shop. It is stored with each consent."
              value={news.source}
              onChange={({ target }) => onChange({ news: { ...news, source: target.value } })}
            />
            <Field
              label="Since"
              required
              type="date"
              maxW="224px"
              value={news.agreed_on}
              onChange={({ target }) => onChange({ news: { ...news, agreed_on: target.value } })}
            />
            <Field
              as="textarea"
              label="Text they agreed to"
              required
              maxLength={2000}
              value={news.text}
              onChange={({ target }) => onChange({ news: { ...news, text: target.value } })}
            />
          </>
        )}
      </chakra.div>
    </MatchCard>
  )
}
