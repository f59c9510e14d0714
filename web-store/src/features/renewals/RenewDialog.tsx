import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, errorText } from '../../api/client.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { StateField } from '../../shared/forms/StateField.tsx'
import { usePayment } from '../../shared/orders/use-payment.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TryAgain } from '../../ui/ErrorBoundary.tsx'
import { longDateText, rupeesText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { TextLink } from '../../ui/text.tsx'

/** Renews a course whose access ends: one sum, the new end, one press. */
export default function RenewDialog({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...api.renewals.get.queryOptions({ input: { course_id: courseId } }),
    staleTime: 0,
    gcTime: 0,
  })
  const renew = usePayment(client.renewals.renew, () => void refetch())
  const [state, setState] = useState('')
  const [missing, setMissing] = useState(false)
  const press = (total: number, needsState: boolean) => {
    setMissing(needsState && state === '')
    if (needsState && state === '') return
    renew.mutate({ course_id: courseId, expected_total: total, ...(state ? { billing_state: state } : {}) })
  }
  const day = (moment: string) => <time dateTime={moment}>{longDateText(new Date(moment))}</time>
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Renew your course')}
      footer={
        data?.state === 'open' && (
          <Button
            variant="buy"
            size="lg"
            full
            busy={renew.isPending}
            busyText={t('Processing...')}
            onClick={() => press(data.total, data.needs_state)}
          >
            {t('Renew for {amount}', { amount: rupeesText(data.total) })}
          </Button>
        )
      }
    >
      {error && !data ? (
        <Problem>
          <p>{errorText(error, t('Please check your connection and try again.'))}</p>
          <TryAgain again={() => void refetch()} />
        </Problem>
      ) : !data ? (
        <Loading minH="8rem" />
      ) : (
        <chakra.div display="grid" gap="3" lineHeight="1.45">
          <chakra.p fontWeight="600" overflowWrap="anywhere">
            {data.course_name}
          </chakra.p>
          <p>
            {data.ended
              ? rich('Your access ended on {day}.', { day: day(data.ends_at) })
              : rich('Your access ends on {day}.', { day: day(data.ends_at) })}{' '}
            {data.state === 'open'
              ? rich('Renewed, it is yours until {until}.', { until: day(data.until) })
              : data.state === 'early'
                ? rich('You can renew it from {day}.', { day: day(data.from) })
                : t('It can no longer be renewed. You can buy the course again.')}
          </p>
          {data.state === 'late' && <TextLink to={paths.course(courseId)}>{t('Buy again')}</TextLink>}
          {data.state === 'open' && (
            <chakra.p color="fg.muted">
              {data.ended
                ? t('The new time begins today. Notes and progress stay.')
                : t(
                    'The new time begins when the present one ends, so renewing early loses no day. Notes and progress stay.',
                  )}
            </chakra.p>
          )}
          {data.state === 'open' && data.needs_state && (
            <StateField
              help={t('For your tax invoice')}
              error={missing ? t('Choose your state') : undefined}
              value={state}
              onChange={({ target }) => setState(target.value)}
            />
          )}
        </chakra.div>
      )}
    </Dialog>
  )
}
