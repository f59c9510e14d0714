import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useBrand, useGuaranteeDays } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Head } from '../../ui/Head.tsx'
import { PoliciesMail, TextPage } from './TextPage.tsx'

export default function CancellationScreen() {
  const brand = useBrand()
  const days = useGuaranteeDays()
  const refund = (words: ReactNode) => <Link to={paths.refund}>{words}</Link>
  const lead = t('How to cancel an order at {shop}, before and after you pay.', { shop: brand.name })
  return (
    <>
      <Head title={t('Cancellation')} description={lead} canonicalPath={paths.cancellation} />
      <TextPage own="cancellation" title={t('Cancellation')} lead={lead}>
        <h2>{t('Before you pay')}</h2>
        <p>
          {t(
            'Just close the payment window. You are charged nothing, and an order that is not paid is cancelled by itself. Your cart stays, so that you can buy later.',
          )}
        </p>
        <h2>{t('After you paid')}</h2>
        <p>
          {days > 0
            ? rich(
                'Courses open at once, so a paid order cannot be stopped on its way. You can still return it within {days} days: see the <refund>refund policy</refund>. Returning it is free.',
                { days, refund },
              )
            : rich(
                'Courses open at once, so a paid order cannot be stopped on its way: see the <refund>refund policy</refund>.',
                { refund },
              )}
        </p>
        <h2>{t('No subscriptions')}</h2>
        <p>{t('Every course is paid for once. Nothing renews by itself, so there is nothing else to cancel.')}</p>
        <h2>{t('If we have to cancel')}</h2>
        <p>
          {t(
            'If we cannot give you a course you paid for, we tell you by email and return the full amount to the way you paid.',
          )}
        </p>
        <h2>{t('Questions')}</h2>
        <p>{rich('Write to {mail}.', { mail: <PoliciesMail /> })}</p>
      </TextPage>
    </>
  )
}
