import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { api, client } from '../api/client.ts'
import { useBrand } from '../content/brand.ts'
import { language } from '../language/language.ts'
import { plural, t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { useWorker } from '../shared/offline/worker.ts'
import { useSession } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { IconMenu2, IconX } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { Tag, Wrap } from '../ui/layout.tsx'
import { IconCoins } from '../ui/secondary-icons.ts'
import { MobileNav, Nav } from './header-parts.tsx'
import { StudentMenu } from './StudentMenu.tsx'
import { studentLinks } from './student-links.ts'
import { usePhoneMenu } from './use-phone-menu.ts'

const links = [[t('Browse Courses'), paths.courses], ...studentLinks] as const

/** Shows the header of a student's screens: dashboard, orders, profile and settings. */
export default function StudentHeader() {
  useWorker()
  useReportLanguage()
  const { name } = useBrand()
  const user = useSession((state) => state.user)
  const { data } = useQuery(api.account.dashboard.queryOptions())
  const { menuOpen, setMenuOpen, menuButton } = usePhoneMenu()
  const { pathname } = useLocation()

  const linkList = links.map(([label, to]) => (
    <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined} onClick={() => setMenuOpen(false)}>
      {label}
    </Link>
  ))

  return (
    <chakra.header bg="bg.panel" position="relative" zIndex="5" borderBottomWidth="1px" borderColor="border">
      <Wrap h={{ base: '3.75rem', md: '4.25rem' }} display="flex" alignItems="center" gap={{ base: '4px', md: '8' }}>
        <Link to={paths.home} aria-label={t('{shop}, home', { shop: name })}>
          <Logo />
        </Link>
        <Nav aria-label={t('Student')}>{linkList}</Nav>
        <chakra.span flex="1" />
        {data && (
          <Tag coloured colorPalette="buy" display={{ base: 'none', lg: 'inline-flex' }}>
            <Icon of={IconCoins} size={16} />
            {plural(data.coins, { one: '{count} coin', other: '{count} coins' })}
          </Tag>
        )}
        <StudentMenu name={user?.name || user?.email || ''} />
        <IconButton
          ref={menuButton}
          display={{ md: 'none' }}
          aria-label={menuOpen ? t('Close menu') : t('Menu')}
          aria-expanded={menuOpen}
          aria-controls="student-menu"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          <Icon of={menuOpen ? IconX : IconMenu2} />
        </IconButton>
      </Wrap>
      <MobileNav id="student-menu" aria-label={t('Student')} pt="2" hidden={!menuOpen}>
        {linkList}
      </MobileNav>
    </chakra.header>
  )
}

/**
 * Sends the language of the student's screens to the shop, for emails. English counts only if it was chosen in this browser: a student who
 * opens an English page by a link, or the store on a second device, gets emails as before.
 */
function useReportLanguage(): void {
  const userId = useSession(({ user, viewing }) => (viewing ? undefined : user?.user_id))
  useEffect(() => {
    if (!userId || storage.read('language_told') === language) return
    if (language === 'en' && document.documentElement.dataset.language !== language) return
    client.account.setLanguage({ language }).then(
      () => storage.write('language_told', language),
      // The next visit sends it again.
      () => undefined,
    )
  }, [userId])
}
