import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BIN_DAYS } from 'contract/courses/bin'
import { isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { countText } from '../../../ui/format.ts'
import { toast } from '../../../ui/toaster.ts'
import { adminApi, adminClient } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import type { AdminCard } from '../courses.queries.ts'

/** Reads the numbers that a delete affects, without zeros. Not repeated once the course may be gone. */
function DeletionPreview({ courseId, decided }: { courseId: string; decided: boolean }) {
  const { data } = useQuery({
    ...adminApi.courses.deletePreview.queryOptions({ input: { id: courseId } }),
    staleTime: 0,
    enabled: !decided,
  })
  if (!data) return null
  const codes = data.promocodes.map(({ promocode }) => promocode).join(', ')
  const lines = [
    data.students > 0 && `${countText(data.students, 'student', 'students')} will keep access.`,
    data.open_orders > 0 &&
      `${countText(data.open_orders, 'order is', 'orders are')} waiting for payment. Buyers who pay still get the course.`,
    data.open_gift_codes > 0 && `${countText(data.open_gift_codes, 'gift code', 'gift codes')} will still work.`,
    data.promocodes_total > 0 &&
      `${countText(data.promocodes_total, 'promo code', 'promo codes')} only for this course: ${codes}.`,
    data.testimonials > 0 && `${countText(data.testimonials, 'testimonial mentions', 'testimonials mention')} it.`,
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <chakra.ul mt="2.5" ps="5" listStyleType="disc" color="fg.muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </chakra.ul>
  )
}

/** Asks before a course leaves the catalogue; afterwards it is in the bin. */
export default function DeleteCourse({ of, onClose }: { of: AdminCard; onClose: () => void }) {
  const { course_id, name } = of
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.courses.key() })
  const remove = useSubmission({
    mutationFn: () => adminClient.courses.delete({ params: { course_id } }),
    onSuccess: () => {
      onClose()
      toast.success('Course deleted successfully', {
        id: 'course-deleted',
        description: 'You can restore it from the bin.',
        action: { label: 'Open bin', to: adminPaths.tab('courses', { status: 'deleted' }) },
      })
      return reload()
    },
    onError: (error) => {
      onClose()
      toast.error(
        isApiError(error) ? 'Failed to delete course from server' : 'Failed to delete course. Please try again later.',
        isApiError(error) && error.message ? { description: error.message } : {},
      )
    },
  })
  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this course?"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{name}</b> moves to the bin for {BIN_DAYS} days and leaves the store. Students who bought it keep their
        lessons.
      </p>
      <DeletionPreview courseId={course_id} decided={!remove.isIdle} />
    </ConfirmDialog>
  )
}
