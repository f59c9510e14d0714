import { Link } from 'react-router-dom'
import { useBrand, useGuaranteeDays } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Head } from '../../ui/Head.tsx'
import { PoliciesMail, TextPage } from './TextPage.tsx'

export default function RefundScreen() {
  const brand = useBrand()
  const days = useGuaranteeDays()
  const lead = t('When you get your money back from {shop}, how to ask for it, and how long it takes.', {
    shop: brand.name,
  })
  return (
    <>
      <Head title={t('Refund policy')} description={lead} canonicalPath={paths.refund} />
      <TextPage own="refund" title={t('Refund policy')} lead={lead}>
        {days > 0 && (
          <>
            <h2>{t('{days}-day money-back guarantee', { days })}</h2>
            <p>
              {t(
                'If a course is not for you, ask for a refund within {days} days of buying it. You get back the full amount you paid for it. You do not have to give a reason.',
                { days },
              )}
            </p>
          </>
        )}
        <h2>{t('How to ask for a refund')}</h2>
        <p>
          {rich(
            'Write to {mail} from the email address you bought with, and tell us your order number. You find it in your receipt and under <orders>Orders</orders>.',
            { mail: <PoliciesMail />, orders: (words) => <Link to={paths.orders}>{words}</Link> },
          )}
        </p>
        <h2>{t('When you get the money')}</h2>
        <p>
          {t(
            'We answer within 2 working days. The money goes back to the UPI app, card or bank account you paid with, and usually reaches you within 5 to 7 working days after we start the refund. Your bank may take longer.',
          )}
        </p>
        <h2>{t('What happens to the course')}</h2>
        <p>
          {t(
            'Your access to a refunded course ends. Gift codes that nobody has used are refunded, too. If somebody has used one, that person has the course: write to us, and we tell you what is possible.',
          )}
        </p>
        <h2>{t('If money left your account and the order failed')}</h2>
        <p>
          {t(
            'Payments that do not reach us go back to you by themselves, usually within 5 to 7 working days. If yours does not, write to us with the time and the amount of the payment.',
          )}
        </p>
      </TextPage>
    </>
  )
}
