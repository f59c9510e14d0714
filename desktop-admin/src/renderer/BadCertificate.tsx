import { chakra } from 'web-store/ui/chakra.ts'
import { dateText } from 'web-store/ui/format.ts'
import type { BadCertificate as Bad } from '../bridge.ts'

const day = (moment: number) => dateText(new Date(moment))

/** The reason in words, and who can mend it. */
const reasons: Record<Bad['fault'], (of: Bad) => string> = {
  expired: ({ until }) => `It ended on ${day(until)}. The person who runs the server must renew it.`,
  not_yet: ({ from }) => `It begins on ${day(from)}. Check the date of this computer first.`,
  other_host: ({ subject }) => `It is for ${subject || 'another address'}. Check the address that you typed.`,
  unknown_issuer: ({ issuer }) =>
    `This computer does not know its issuer, ${issuer || 'which has no name'}. A company’s proxy or a virus scanner may stand between you and the shop.`,
  revoked: () => 'Its issuer withdrew it. The person who runs the server must get a new one.',
  other: () => 'The system does not accept it. Show these details to the person who runs the server.',
}

const Term = chakra('dt', { base: { color: 'fg.muted' } })
const Value = chakra('dd', { base: { m: '0', overflowWrap: 'anywhere' } })

/** Shows the certificate that the system refused. There is no way past it. */
export function BadCertificate({ of }: { of: Bad }) {
  const rows = [
    ['Host', of.host],
    ['Issued for', of.subject],
    ['Issued by', of.issuer],
    ['Valid', `${day(of.from)} to ${day(of.until)}`],
  ] as const
  return (
    <chakra.section
      aria-label="Certificate"
      display="grid"
      gap="3"
      p="4"
      bg="bg.subtle"
      borderWidth="1px"
      borderColor="border"
      borderRadius="l2"
      fontSize=".9375rem"
    >
      <chakra.p>{reasons[of.fault](of)}</chakra.p>
      <chakra.dl display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1" m="0">
        {rows.map(([term, value]) => (
          <chakra.div key={term} display="contents">
            <Term>{term}</Term>
            <Value>{value || 'not named'}</Value>
          </chakra.div>
        ))}
      </chakra.dl>
    </chakra.section>
  )
}
