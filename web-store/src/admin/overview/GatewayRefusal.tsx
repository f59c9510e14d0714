import { chakra } from '../../ui/chakra.ts'
import { dateTimeText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'

/** The gateway takes no payments: since when, why in its own words, and where an owner mends it. */
export function GatewayRefusal({ since, reason, isOwner }: { since: string; reason: string; isOwner: boolean }) {
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
      <b>Razorpay refuses your shop’s payments</b> since {dateTimeText(since)}. Its reason: {reason.replace(/\.$/, '')}.{' '}
      {isOwner && (
        <>
          Check your account in the Razorpay dashboard, and your keys under{' '}
          <TextLink to={adminPaths.tab('payment')}>Payment</TextLink>.
        </>
      )}
    </chakra.p>
  )
}
