import { useContext } from 'react'
import { Link } from 'react-router-dom'
import { ShopChangesContext, useBrand, useGuaranteeDays, useWritten } from '../content/brand.ts'
import { serverMarkup } from '../first-page/server-markup.tsx'
import { t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { useTheme } from '../shared/use-theme.ts'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconMoon, IconSun } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { Stage, Wrap } from '../ui/layout.tsx'
import { LanguageLinks } from './LanguageLinks.tsx'

const Switch = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minH: '11',
    px: '2',
    mx: '-2',
    borderRadius: 'l2',
    cursor: 'pointer',
    _hover: { color: 'white' },
  },
})

/** Switches between light and dark, in the footer. */
function ThemeSwitch() {
  const { dark, change } = useTheme()
  return (
    <Switch type="button" onClick={change}>
      <Icon of={dark ? IconSun : IconMoon} />
      {dark ? t('Light theme') : t('Dark theme')}
    </Switch>
  )
}

const links = [
  [t('Courses'), paths.courses],
  [t('About'), paths.about],
  [t('Contact'), paths.contact],
  [t('Privacy'), paths.privacy],
  [t('Terms'), paths.terms],
  [t('Cookies'), paths.cookies],
  [t('Refund policy'), paths.refund],
  [t('Delivery'), paths.delivery],
  [t('Cancellation'), paths.cancellation],
] as const

const SocialLinks = serverMarkup(
  import.meta.env.SSR ? (await import('./SocialLinks.tsx')).default : undefined,
  () => import('./SocialLinks.tsx'),
)

const Between = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' },
})

const FooterLink = chakra(Link, { base: { py: '2', _hover: { color: 'white' } } })

export function Footer() {
  const { name } = useBrand()
  const days = useGuaranteeDays()
  const { legal, social } = useContext(ShopChangesContext) ?? {}
  return (
    <Stage as="footer" color="stage.muted" pt="10" pb="calc(32px + var(--fixed-bar, 0px))" fontSize=".9375rem">
      <Wrap>
        <Between gap="20px 40px">
          <chakra.div color="white">
            <Logo />
          </chakra.div>
          <chakra.nav aria-label={t('Footer')} display="flex" flexWrap="wrap" columnGap="6">
            {useWritten(links).map(([label, to]) => (
              <FooterLink key={to} to={to}>
                {label}
              </FooterLink>
            ))}
          </chakra.nav>
        </Between>
        {social && <SocialLinks />}
        <Between gap="6px 24px" mt="5" pt="3" borderTopWidth="1px" borderColor="stage.border" textStyle="sm">
          <span>
            © {new Date().getFullYear()} {legal?.legal_name || name}
          </span>
          <span>
            {days > 0
              ? t('{days}-day money-back guarantee. Prices in Indian rupees.', { days })
              : t('Prices in Indian rupees.')}
          </span>
          <LanguageLinks />
          <ThemeSwitch />
        </Between>
      </Wrap>
    </Stage>
  )
}
