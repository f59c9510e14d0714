import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { TabHead } from '../shell/TabHead.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Devices } from './Devices.tsx'
import { isSecondFactorDue, useMe } from './me.queries.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { secondFactorQuery } from './second-factor.queries.ts'

/** How the admin signs in: password, second step, and where; what cannot be reached is said once. After a one-time password there is nothing but choosing one. */
export default function SignInTab() {
  const { data: me } = useMe()
  const { data: own, isError } = useQuery({ ...secondFactorQuery(), enabled: !me?.must_change_password })
  return (
    <chakra.div maxW="640px" mx="auto">
      <TabHead title="Security" />
      <chakra.div display="grid" gap="5">
        {isSecondFactorDue(me) && (
          <Card padded role="status">
            Owners need a second step to log in. Add a passkey or an app to continue.
          </Card>
        )}
        {!me?.must_change_password && <SecondFactor />}
        <ChangePassword />
        {!me?.must_change_password && (own || !isError) && <Devices />}
      </chakra.div>
    </chakra.div>
  )
}
