import type { EnrolledCourse } from 'contract/account'
import type { z } from 'zod'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'

type Access = z.output<typeof EnrolledCourse>['access']

/** Returns the page on which a course is paid next, with its label: its plan of parts, its renewal, or its sales page. */
export function nextPayment(courseId: string, access: Access): { to: string; label: string } {
  if (access?.plan_id) return { to: `${paths.orders}?plan=${access.plan_id}`, label: t('See your plan') }
  if (access?.renews) return { to: `${paths.dashboard}?renew=${encodeURIComponent(courseId)}`, label: t('Renew') }
  return { to: paths.course(courseId), label: t('Buy again') }
}
