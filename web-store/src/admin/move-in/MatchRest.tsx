import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { CoursePicks } from '../forms/CoursePicks.tsx'
import { Choice, Help, Two, textsOf } from '../forms/form-parts.tsx'
import { BLANK_NEWS, type PlanPart, takes } from './match-plan.ts'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padded asChild display="grid" gap="3" minW="0">
      <section aria-label={title}>
        <H3>{title}</H3>
        {children}
      </section>
    </Card>
  )
}

/** Leaves out rows by their status, their end, or a second name for one email. */
export function MatchStatuses({ read, plan, onChange }: PlanPart) {
  return (
    <Part title="Leave out rows that are">
      <Two>
        {read.statuses.map(({ value, rows, sure, guess }) => (
          <Choice key={value}>
            <input
              type="checkbox"
              checked={plan.statuses?.[value] === 'skip'}
              onChange={({ target }) =>
                onChange({ statuses: { ...plan.statuses, [value]: target.checked ? 'skip' : 'take' } })
              }
            />
            <chakra.span minW="0" overflowWrap="anywhere">
              {value} ({rows.toLocaleString('en-IN')}){!sure && plan.statuses?.[value] === guess && '. Please check.'}
            </chakra.span>
          </Choice>
        ))}
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
        {plan.kind === 'students' && (
          <Choice>
            <input
              type="checkbox"
              checked={plan.same_email === 'skip'}
              onChange={({ target }) => onChange({ same_email: target.checked ? 'skip' : 'join' })}
            />
            Another name or phone for the email of an earlier row
          </Choice>
        )}
      </Two>
    </Part>
  )
}

/** Courses and an end for rows without them, consents by the owner's word, and the moment of the email. */
export function MatchPeople({ read, plan, onChange }: PlanPart) {
  const hasCourses = takes(plan, 'course')
  const hasNews = takes(plan, 'news')
  const saysItself = plan.source === 'skillhaat'
  const { news, course_ids = [] } = plan
  const { known } = useCourseNames(course_ids)
  const text = textsOf(news ?? BLANK_NEWS, (next) => onChange({ news: next }))
  return (
    <>
      <Part title={hasCourses ? 'Rows without a course or an end' : 'Courses for all rows'}>
        {hasCourses && <Help>Rows that name no course are left out, unless you choose one here.</Help>}
        {read.people && <Help>Not needed for this file: enrolments.csv of the same export has the courses.</Help>}
        <CoursePicks
          picked={course_ids.map((course_id) => known.get(course_id) ?? { course_id, name: course_id, price: 0 })}
          onChange={(next) => onChange({ course_ids: next.map(({ course_id }) => course_id) })}
        />
        <Field
          label="Last day of access"
          optional
          type="date"
          maxW="224px"
          help="For rows that name none. Empty means that access never ends."
          value={plan.until ?? ''}
          onChange={({ target }) => onChange({ until: target.value || null })}
        />
      </Part>
      <Part title="Emails">
        <Choice>
          <input type="checkbox" checked={plan.mail} onChange={({ target }) => onChange({ mail: target.checked })} />
          Tell each student at once, instead of by one email later that you see first
        </Choice>
        {(!saysItself || news) && (
          <Choice>
            <input
              type="checkbox"
              checked={Boolean(news)}
              onChange={({ target }) => onChange({ news: target.checked ? BLANK_NEWS : null })}
            />
            {hasNews ? 'Rows with an empty cell agreed to news' : 'These people agreed to news by email'}
          </Choice>
        )}
        <Help>
          {hasNews
            ? 'The column “Agrees to news” decides for each person.'
            : saysItself
              ? 'students.csv of the same export says who agreed to news. Import it, too.'
              : 'News goes only to people who agreed to it.'}{' '}
          People who unsubscribed, there or here, stay unsubscribed.
        </Help>
        {news && (
          <>
            <Field
              label="Place of their consent"
              required
              maxLength={200}
              help="For example: checkbox at checkout of the old shop. It is stored with each consent."
              {...text('source')}
            />
            <Field label="Since" required type="date" maxW="224px" {...text('agreed_on')} />
            <Field as="textarea" label="Text they agreed to" required maxLength={2000} {...text('text')} />
          </>
        )}
      </Part>
    </>
  )
}
