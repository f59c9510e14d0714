import { Link } from 'react-router-dom'
import { useBrand } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Head } from '../../ui/Head.tsx'
import { PoliciesMail, TextPage } from './TextPage.tsx'

export default function DeliveryScreen() {
  const brand = useBrand()
  const lead = t('How and when you get a course you bought from {shop}.', { shop: brand.name })
  return (
    <>
      <Head title={t('Delivery')} description={lead} canonicalPath={paths.delivery} />
      <TextPage own="delivery" title={t('Delivery')} lead={lead}>
        <h2>{t('Everything is delivered online')}</h2>
        <p>
          {t(
            'We sell online courses and files. Nothing is sent by post or courier, so there are no shipping charges, and you can buy from anywhere in India.',
          )}
        </p>
        <h2>{t('When you get your course')}</h2>
        <p>
          {rich(
            'Your course opens in your <dashboard>dashboard</dashboard> as soon as the payment is confirmed, which usually takes a few seconds. A receipt goes to your email address. If you are new, we also email a link to set your password.',
            { dashboard: (words) => <Link to={paths.dashboard}>{words}</Link> },
          )}
        </p>
        <h2>{t('If the bank is slow')}</h2>
        <p>
          {t(
            'Some banks confirm a payment late. Your course opens by itself when the confirmation reaches us. Please do not pay again in the meantime.',
          )}
        </p>
        <h2>{t('If nothing came')}</h2>
        <p>
          {rich(
            'Look in your spam folder first. If there is no email after one hour, write to {mail} with your order number or the phone number you used, and we give you access.',
            { mail: <PoliciesMail /> },
          )}
        </p>
      </TextPage>
    </>
  )
}
