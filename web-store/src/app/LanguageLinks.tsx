import { addressIn, type Language, languages } from 'contract/languages'
import { useLocation } from 'react-router-dom'
import { language } from '../language/language.ts'
import { t } from '../language/text.ts'
import { chakra } from '../ui/chakra.ts'

const Row = chakra('div', {
  base: {
    display: 'flex',
    gap: '5',
    // Only the letters of these words: a whole script would load for two words on every page.
    fontFamily: 'var(--latin, Anek, AnekLike, AnekWide), HindNames, system-ui, sans-serif',
    fontWeight: '400',
    '& a': { py: '2.5' },
    '& [aria-current]': { textDecoration: 'underline', textUnderlineOffset: '6px' },
  },
})

/** Links to this page in every language. `first-page/language-script.js` stores the choice. */
export function LanguageLinks() {
  const { pathname, search } = useLocation()
  // Only a build has other languages.
  if (!import.meta.env.PROD) return null
  return (
    <Row role="group" aria-label={t('Language')}>
      {Object.entries(languages).map(([code, { tag, name }]) => (
        <a
          key={code}
          lang={code}
          hrefLang={tag}
          aria-current={code === language || undefined}
          href={addressIn(code as Language, pathname) + search}
        >
          {name}
        </a>
      ))}
    </Row>
  )
}
