import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../language/text.ts'
import { paths } from '../paths.ts'
import { refetchStale } from '../refetch-stale.ts'
import type { StoredUser } from '../stores/storage.ts'
import { Avatar, initialOf } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { studentLinks } from './student-links.ts'
import { useLogOut } from './use-log-out.ts'

const fetchFollow = refetchStale(() => import('../shared/cart/follow-cart.ts'), 'followCart')

/** Shows the initial, the name and the log-out, in a separate file because most visitors are not logged in. */
export default function SignedInAccount({ user, wide }: { user: StoredUser; wide: boolean }) {
  const name = user.name || user.email
  // The cart follows its person to other devices.
  useEffect(() => {
    fetchFollow().then(
      ({ followCart }) => followCart(),
      () => undefined,
    )
  }, [])
  const account = (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      mt={wide ? '0' : '5'}
      minW="0"
    >
      <chakra.span minW="0" asChild>
        <Link to={paths.dashboard} title={t('Your dashboard')}>
          <chakra.span display="flex" alignItems="center" gap="2.5" minW="0">
            <Avatar aria-hidden>{initialOf(name)}</Avatar>
            <chakra.span maxW={{ base: '50vw', md: '7em', lg: '14em' }} truncate fontWeight="600">
              {name}
            </chakra.span>
          </chakra.span>
        </Link>
      </chakra.span>
      <LogOutButton />
    </chakra.div>
  )
  if (wide) return account
  // On a phone the name alone does not lead to the courses.
  return (
    <>
      {studentLinks.map(([label, to]) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
      {account}
    </>
  )
}

function LogOutButton() {
  const { isPending, logOut } = useLogOut()
  return (
    <Button variant="outline" busy={isPending} onClick={logOut}>
      {t('Log Out')}
    </Button>
  )
}
