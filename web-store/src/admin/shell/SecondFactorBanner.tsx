import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { isSecondFactorDue, useMe } from '../session/me.queries.ts'

const DAYS_BEFORE = 7

/** In the last days before an owner must have a second factor: says so, and leads to it. */
export function SecondFactorBanner() {
  const { data: me } = useMe()
  if (!me?.second_factor_due_at || !isSecondFactorDue(me, DAYS_BEFORE)) return null
  return (
    <chakra.p
      role="status"
      px="4"
      py="2"
      textAlign="center"
      bg="buy.subtle"
      color="buy.fg"
      fontWeight="550"
      textStyle="sm"
    >
      Add a second step to your login by {dateText(new Date(me.second_factor_due_at))}.{' '}
      <chakra.span textDecoration="underline">
        <Link to={adminPaths.tab('password')}>Set it up</Link>
      </chakra.span>
    </chakra.p>
  )
}
