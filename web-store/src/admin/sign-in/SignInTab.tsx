import { chakra } from '@chakra-ui/react'
import { Card } from '../../ui/layout.tsx'
import { isSecondFactorDue, useMe } from '../me.queries.ts'
import { TabHead } from '../parts/TabHead.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { Devices } from './Devices.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** How the admin signs in: password, second step, and where. After a one-time password there is nothing but choosing one. */
export default function SignInTab() {
  const { data: me } = useMe()
  return (
    <chakra.div maxW="640px" mx="auto">
      <TabHead title="Your sign-in" />
      <chakra.div display="grid" gap="5">
        {isSecondFactorDue(me) && (
          <Card padded role="status">
            Owners need a second step to log in. Add a passkey or an app to go on.
          </Card>
        )}
        {!me?.must_change_password && <SecondFactor />}
        <ChangePassword />
        {!me?.must_change_password && <Devices />}
      </chakra.div>
    </chakra.div>
  )
}
