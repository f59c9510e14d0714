import { useBrand, useGuaranteeDays } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Head } from '../../ui/Head.tsx'
import { PoliciesMail, TextPage } from './TextPage.tsx'

export default function TermsScreen() {
  const brand = useBrand()
  const days = useGuaranteeDays()
  const lead = t('What you and {shop} can expect of each other when you buy and use a course.', { shop: brand.name })
  return (
    <>
      <Head title={t('Terms of use')} description={lead} canonicalPath={paths.terms} />
      <TextPage own="terms" title={t('Terms of use')} lead={lead}>
        <h2>{t('Buying')}</h2>
        <p>
          {t(
            'Prices are in Indian rupees. The amount you see at checkout is the amount you pay. Your courses open in your dashboard as soon as the payment is confirmed, which usually takes a few seconds.',
          )}
        </p>
        {days > 0 && (
          <>
            <h2>{t('{days}-day money-back guarantee', { days })}</h2>
            <p>
              {t(
                'If a course is not for you, write to us within {days} days of buying it and we return the full amount to the way you paid. Access to the course ends with the refund.',
                { days },
              )}
            </p>
          </>
        )}
        <h2>{t('Using a course')}</h2>
        <p>
          {t(
            'A seat is for one person. You may use the files of a bundle on every page and for every client of your own; you may not sell, share or publish the bundle or its lessons themselves. Further seats you buy become gift codes, each of which can be used once.',
          )}
        </p>
        <h2>{t('Your account')}</h2>
        <p>
          {t(
            'Please keep your password to yourself and your email address up to date: receipts and new passwords go there. We may close an account that is used to harm the shop or other students.',
          )}
        </p>
        <h2>{t('Coins and promo codes')}</h2>
        <p>{t('Coins and promo codes have no money value, cannot be exchanged for cash and may have an end date.')}</p>
        <h2>{t('No promise of income')}</h2>
        <p>
          {t(
            'The courses teach skills. What comes of them depends on you, your niche and the platforms you post to; examples shown in the shop are not a promise of results. {shop} is not connected with any of these platforms.',
            { shop: brand.name },
          )}
        </p>
        <h2>{t('Questions and disputes')}</h2>
        <p>
          {rich('Write to {mail} first; most things can be settled that way. Indian law applies.', {
            mail: <PoliciesMail />,
          })}
        </p>
      </TextPage>
    </>
  )
}
