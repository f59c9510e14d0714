import { chakra } from '@chakra-ui/react'
import { dateTimeText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../admin-paths.ts'

/** Nobody can pay: since when, why in the gateway's words, and where to mend it. */
export function GatewayRefusal({ since, reason }: { since: string; reason: string }) {
  return (
    <chakra.p
      role="alert"
      mb="5"
      px="4"
      py="3"
      borderRadius="l3"
      borderWidth="1px"
      borderColor="danger.fg"
      bg="danger.subtle"
      color="danger.fg"
    >
      <b>Nobody can pay: Razorpay refuses your shop’s payments</b> since {dateTimeText(since)}. Its reason:{' '}
      {reason.replace(/\.$/, '')}. Check your account in the Razorpay dashboard, and your keys under{' '}
      <TextLink to={adminPaths.tab('payment')}>Payment</TextLink>.
    </chakra.p>
  )
}
