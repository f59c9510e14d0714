import { Link } from 'react-router-dom'
import { useBrand } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Awning } from '../../ui/Awning.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Logo } from '../../ui/Logo.tsx'
import { Wrap } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'

/** Shows a bare header: a landing page has one way on, and the courses. */
export default function OwnPageHeader() {
  const { name } = useBrand()
  return (
    <chakra.header bg="bg.panel" position="relative" zIndex="5">
      <Wrap
        h={{ base: '3.75rem', md: '4.25rem' }}
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
      >
        <Link to={paths.home} aria-label={name}>
          <Logo />
        </Link>
        <TextLink to={paths.courses} py="2">
          {t('See all courses')}
        </TextLink>
      </Wrap>
      <Awning position="relative" zIndex="4" mb="-14px" />
    </chakra.header>
  )
}
