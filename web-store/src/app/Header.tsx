import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useBrand, useWritten } from '../content/brand.ts'
import { plural, t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { seatCount, useCart } from '../stores/cart.ts'
import { isSignedIn, useSession } from '../stores/session.ts'
import { Awning } from '../ui/Awning.tsx'
import { Button } from '../ui/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { IconMenu2, IconShoppingCart, IconX } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { later } from '../ui/later.tsx'
import { Wrap } from '../ui/layout.tsx'
import { MobileNav, Nav } from './header-parts.tsx'
import { LanguageLinks } from './LanguageLinks.tsx'
import { usePhoneMenu } from './use-phone-menu.ts'

const SignedInAccount = later(() => import('./SignedInAccount.tsx'), { failed: () => null })
const SignInDialog = later(() => import('../shared/login/SignInDialog.tsx'))

const links = [
  [t('Home'), paths.home],
  [t('Courses'), paths.courses],
  [t('About'), paths.about],
  [t('Contact'), paths.contact],
] as const

/** Returns the mark of the current link; a course's page belongs to Courses. */
function currentMark(to: string, pathname: string): 'page' | 'true' | undefined {
  if (to === pathname) return 'page'
  return to === paths.courses && pathname.startsWith('/course/') ? 'true' : undefined
}

const Badge = chakra('span', {
  base: {
    position: 'absolute',
    top: '3px',
    right: '1px',
    minW: '19px',
    h: '19px',
    px: '5px',
    borderRadius: 'full',
    bg: 'offer.solid',
    color: 'offer.contrast',
    fontSize: 'min(.75rem, 14px)',
    lineHeight: '19px',
    fontWeight: '700',
    textAlign: 'center',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

function CartLink() {
  const seats = useCart(seatCount)
  return (
    <IconButton
      asChild
      aria-label={seats > 0 ? plural(seats, { one: 'Cart, {count} item', other: 'Cart, {count} items' }) : t('Cart')}
    >
      <Link to={paths.cart}>
        <Icon of={IconShoppingCart} />
        {seats > 0 && <Badge aria-hidden>{seats}</Badge>}
      </Link>
    </IconButton>
  )
}

function Account({ onSignIn, wide }: { onSignIn: () => void; wide: boolean }) {
  const user = useSession((state) => (isSignedIn(state) ? state.user : undefined))
  if (!user) {
    return wide ? (
      <Button onClick={onSignIn}>{t('Sign In')}</Button>
    ) : (
      <Button size="lg" full mt="5" onClick={onSignIn}>
        {t('Sign In')}
      </Button>
    )
  }
  return (
    <Suspense fallback={<chakra.div h="11" />}>
      <SignedInAccount user={user} wide={wide} />
    </Suspense>
  )
}

/** Shows the header of the store, with the awning above the page. */
export function Header() {
  const { name } = useBrand()
  const written = useWritten(links)
  const { menuOpen, setMenuOpen, menuButton } = usePhoneMenu()
  const [signInOpen, setSignInOpen] = useState(false)
  const { pathname } = useLocation()

  const signIn = () => {
    setMenuOpen(false)
    setSignInOpen(true)
  }

  return (
    <>
      <chakra.header bg="bg.panel" position="relative" zIndex="5">
        <Wrap
          h={{ base: '3.75rem', md: '4.25rem' }}
          display="flex"
          alignItems="center"
          gap={{ base: '1', md: '3', lg: '8' }}
          css={{ '& > a': { minW: '0', overflow: 'hidden' } }}
        >
          <Link to={paths.home} aria-label={t('{shop}, home', { shop: name })}>
            <Logo />
          </Link>
          <Nav aria-label={t('Main')}>
            {written.map(([label, to]) => (
              <Link key={to} to={to} aria-current={currentMark(to, pathname)}>
                {label}
              </Link>
            ))}
          </Nav>
          <chakra.span flex="1" />
          <CartLink />
          <chakra.div display={{ base: 'none', md: 'block' }} minW="0">
            <Account wide onSignIn={signIn} />
          </chakra.div>
          <IconButton
            ref={menuButton}
            display={{ md: 'none' }}
            aria-label={menuOpen ? t('Close menu') : t('Menu')}
            aria-expanded={menuOpen}
            aria-controls="mobile-menu"
            onClick={() => setMenuOpen(!menuOpen)}
          >
            <Icon of={menuOpen ? IconX : IconMenu2} />
          </IconButton>
        </Wrap>
      </chakra.header>
      <Awning position="relative" zIndex="4" mb="-14px" />
      <chakra.div position="relative" zIndex="3">
        <MobileNav id="mobile-menu" aria-label={t('Menu')} hidden={!menuOpen}>
          {written.map(([label, to]) => (
            <Link key={to} to={to} aria-current={currentMark(to, pathname)} onClick={() => setMenuOpen(false)}>
              {label}
            </Link>
          ))}
          <Account wide={false} onSignIn={signIn} />
          <LanguageLinks />
        </MobileNav>
      </chakra.div>
      {signInOpen && <SignInDialog onClose={() => setSignInOpen(false)} />}
    </>
  )
}
