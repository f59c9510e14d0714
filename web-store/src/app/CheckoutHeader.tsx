import { Link } from 'react-router-dom'
import { useBrand } from '../content/brand.ts'
import { t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { IconLock } from '../ui/buying-icons.ts'
import { chakra } from '../ui/chakra.ts'
import { Icon } from '../ui/Icon.tsx'
import { Logo } from '../ui/Logo.tsx'
import { Row, Wrap } from '../ui/layout.tsx'

/** Shows a bare header without menu or awning: only the logo leads away from checkout. */
export default function CheckoutHeader() {
  const { name } = useBrand()
  return (
    <chakra.header bg="bg.panel" position="relative" zIndex="5" borderBottomWidth="1px" borderColor="border">
      <Wrap
        h={{ base: '3.75rem', md: '4.25rem' }}
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
      >
        <Link to={paths.home} aria-label={t('{shop}, home', { shop: name })}>
          <Logo />
        </Link>
        <Row gap="2" textStyle="sm" color="fg.muted">
          <Icon of={IconLock} size={16} />
          {t('Secure checkout')}
        </Row>
      </Wrap>
    </chakra.header>
  )
}
