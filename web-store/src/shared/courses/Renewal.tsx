import type { EnrolledCourse } from 'contract/account'
import type { z } from 'zod'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { longDateText } from '../../ui/format.ts'
import { Text, TextLink } from '../../ui/text.tsx'
import { periodText } from './access-text.ts'
import { useAccess } from './use-owned.ts'

type Access = z.output<typeof EnrolledCourse>['access']

/** Returns the page on which a course is paid next, with its label: its plan of parts, its renewal, or its sales page. */
export function nextPayment(courseId: string, access: Access): { to: string; label: string } {
  if (access?.plan_id) return { to: `${paths.orders}?plan=${access.plan_id}`, label: t('See your plan') }
  if (access?.renews) return { to: `${paths.dashboard}?renew=${encodeURIComponent(courseId)}`, label: t('Renew') }
  return { to: paths.course(courseId), label: t('Buy again') }
}

/** Shows the end of a renewable access, and the time that a renewal adds: on the sales page and, without `period`, in the player. */
export default function Renewal({ courseId, period }: { courseId: string; period?: string | null }) {
  const access = useAccess(courseId)
  if (!access?.renewable) return null
  const day = <time dateTime={access.ends_at}>{longDateText(new Date(access.ends_at))}</time>
  if (access.ended)
    return (
      <Text>
        {rich('Your access ended on {day}.', { day })}{' '}
        <TextLink to={paths.learn(courseId)}>{t('Read your notes')}</TextLink>
      </Text>
    )
  const payment = nextPayment(courseId, access)
  return (
    <Text>
      {rich('Yours until {day}.', { day })}{' '}
      {period === undefined || access.renews ? (
        <TextLink to={payment.to}>{payment.label}</TextLink>
      ) : period ? (
        t('Buying again adds {period}.', { period: periodText(period) })
      ) : (
        t('Buying again keeps it forever.')
      )}
    </Text>
  )
}
