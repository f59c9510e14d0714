import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnCourse } from 'contract/courses/courses'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import type { SellingWay } from '../courses/selling/selling-parts.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const way: SellingWay = {
  at: 50,
  title: 'Coming soon',
  help: 'The course has a page without a price, and nobody can buy it. Visitors leave their email and get one when it goes on sale.',
  summary: ({ coming_soon }) => (coming_soon ? 'On, not for sale' : null),
  suits: ({ kind }) => kind === 'course',
}

/** Takes a course off sale with its page shown, or puts it on sale, and counts who waits. */
export default function ComingSoonSellingPart({ course: { course_id, coming_soon } }: { course: OwnCourse }) {
  const queries = useQueryClient()
  const count = useQuery(adminApi.interest.count.queryOptions({ input: { course_id } }))
  const change = useSubmission({
    mutationFn: (soon: boolean) =>
      adminClient.courses.update({ params: { id: course_id }, body: { coming_soon: soon || null } }),
    onSuccess: (_answer, soon) => {
      toast.success(soon ? 'Coming soon is on' : 'On sale; who waits gets an email within minutes', {
        id: 'coming-soon',
      })
      return queries.invalidateQueries({ queryKey: adminApi.courses.key() })
    },
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
      {change.isError && <FieldProblem>{errorText(change.error, 'The change could not be saved')}</FieldProblem>}
      <div>
        <Button
          variant={coming_soon ? 'solid' : 'outline'}
          busy={change.isPending}
          busyText="Saving..."
          onClick={() => change.mutate(!coming_soon)}
        >
          {coming_soon ? 'Put on sale' : 'Set to coming soon'}
        </Button>
      </div>
    </>
  )
}
