import { useBrand } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PrivacyLinks } from '../../shared/privacy-links.ts'
import { Head } from '../../ui/Head.tsx'
import { PoliciesMail, TextPage } from './TextPage.tsx'

export default function PrivacyScreen() {
  const brand = useBrand()
  const lead = t('What {shop} keeps about you, why, and how you can have it changed or deleted.', { shop: brand.name })
  return (
    <>
      <Head title={t('Privacy policy')} description={lead} canonicalPath={paths.privacy} />
      <TextPage own="privacy" title={t('Privacy policy')} lead={lead}>
        <h2>{t('What we collect')}</h2>
        <p>
          {t(
            'When you create an account or buy a course, we keep your name, email address and phone number, an encrypted form of your password, your orders with the invoice details you give (your state, your business), your coins and how far you are in your courses. We never see or keep card, UPI or bank details: you give them to the payment provider directly.',
          )}
        </p>
        <h2>{t('What we use it for')}</h2>
        <ul>
          <li>{t('to let you in and to give you the courses you bought')}</li>
          <li>{t('to send receipts, passwords you asked for and answers to your questions')}</li>
          <li>{t('to keep the accounts Indian law requires')}</li>
          <li>{t('to notice misuse, such as many wrong passwords in a row')}</li>
        </ul>
        <h2>{t('Who we share it with')}</h2>
        <p>
          {t(
            'The payment provider learns your name, email, phone and the amount when you pay. Lessons that are played from YouTube, Vimeo or Google are delivered by these services, which then see your network address. Nobody else gets your data, and we do not sell it.',
          )}
        </p>
        <h2>{t('How long we keep it')}</h2>
        <p>
          {t(
            'As long as you have an account. When you ask us to delete it, your personal data goes; the records of paid orders stay without your name. Invoices and receipts already issued stay as they were issued for 6 years, because tax law requires it; only the owner of the shop can open them then.',
          )}
        </p>
        <h2>{t('Your rights')}</h2>
        <p>
          {rich(
            'Under Profile Settings you see and change your details, download everything we keep about you, see your logged-in devices, and delete your account. For anything else write to {mail}.',
            { mail: <PoliciesMail /> },
          )}
        </p>
        {PrivacyLinks.filled && (
          <p>
            <PrivacyLinks />
          </p>
        )}
      </TextPage>
    </>
  )
}
