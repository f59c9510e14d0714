import { useBrand } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Head } from '../../ui/Head.tsx'
import { PoliciesMail, TextPage } from './TextPage.tsx'

export default function CookiesScreen() {
  const brand = useBrand()
  const lead = t('{shop} does not track you. This is what your browser keeps so that the shop works.', {
    shop: brand.name,
  })
  return (
    <>
      <Head title={t('Cookie policy')} description={lead} canonicalPath={paths.cookies} />
      <TextPage own="cookies" title={t('Cookie policy')} lead={lead}>
        <h2>{t('Cookies')}</h2>
        <p>
          {t(
            'We set one cookie, and only when you log in without “Remember me”: it says that your browser is still open, holds nothing about you, and disappears when you close the browser. There are no advertising or statistics cookies.',
          )}
        </p>
        <h2>{t('What we store in your browser')}</h2>
        <p>{t('Your browser stores these, and you can delete them there at any time:')}</p>
        <ul>
          <li>{t('your cart and the promo code you chose')}</li>
          <li>{t('what of your cart your account knows, until you log out')}</li>
          <li>{t('who is logged in, until you log out or the session ends')}</li>
          <li>{t('the page to come back to after logging in')}</li>
          <li>{t('the list of courses as you saw it last, for when you are offline')}</li>
          <li>{t('light or dark theme, when you chose one yourself')}</li>
          <li>{t('the language, when you chose another one')}</li>
        </ul>
        <h2>{t('Videos from other sites')}</h2>
        <p>
          {t(
            'Lessons from YouTube, Vimeo or Google are shown inside a frame. These services may set cookies of their own when you play a lesson; their own policies say what for.',
          )}
        </p>
        <h2>{t('Questions')}</h2>
        <p>{rich('Write to {mail}.', { mail: <PoliciesMail /> })}</p>
      </TextPage>
    </>
  )
}
