import { useQuery } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import type { SellingWay } from '../courses/selling/selling-parts.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'

export const way: SellingWay = {
  at: 50,
  title: 'Coming soon',
  help: 'The course has a page without a price, and nobody can buy it. Visitors leave their email and get one when it goes on sale.',
  summary: ({ coming_soon }) => (coming_soon ? 'On, not for sale' : null),
  suits: ({ kind }) => kind === 'course',
}

/** Takes a course off sale with its page shown, or puts it on sale, and counts who waits. */
export default function ComingSoonSellingPart({ course: { course_id, coming_soon } }: { course: OwnCourse }) {
  const count = useQuery(adminApi.interest.count.queryOptions({ input: { course_id } }))
  const change = useAct(adminApi.courses.update, {
    of: (soon: boolean) => ({ params: { id: course_id }, body: { coming_soon: soon || null } }),
    done: (_, soon) => (soon ? 'Coming soon is on' : 'On sale; who waits gets an email within minutes'),
    failed: 'The change could not be saved',
    undo: {
      call: adminApi.courses.update,
      of: (soon: boolean) => ({ params: { id: course_id }, body: { coming_soon: !soon || null } }),
      done: (_, soon) => (soon ? 'On sale again' : 'Coming soon is on again'),
      failed: 'The change was not undone',
    },
    beside: true,
  })
  const { waiting = 0, unconfirmed = 0 } = count.data ?? {}
  return (
    <>
      {count.data && (coming_soon || waiting > 0) && (
        <chakra.p fontVariantNumeric="tabular-nums">
          <b>{`${countText(waiting, 'person', 'people')} ${waiting === 1 ? 'waits' : 'wait'}`}</b>
          {unconfirmed > 0 && `, ${unconfirmed} did not open the link of their email yet`}
        </chakra.p>
      )}
      {change.problem && <FieldProblem>{change.problem}</FieldProblem>}
      <div>
        <Button
          variant={coming_soon ? 'solid' : 'outline'}
          busy={change.busy}
          busyText="Saving..."
          onClick={() => change.run(!coming_soon)}
        >
          {coming_soon ? 'Put on sale' : 'Set to coming soon'}
        </Button>
      </div>
    </>
  )
}
