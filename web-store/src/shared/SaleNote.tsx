import { chakra } from '@chakra-ui/react'
import type { Sale } from 'contract/courses'
import { dateTimeText, shortRupees } from '../ui/format.ts'

/** What a course costs without its sale, and when it costs that again. */
export function SaleNote({ sale: { was, until } }: { sale: Sale }) {
  return (
    <chakra.p textStyle="sm" color="fg.muted" fontWeight="400" lineHeight="1.35" mt="1">
      <chakra.span srOnly>Without the sale </chakra.span>
      <chakra.s fontVariantNumeric="lining-nums tabular-nums">{shortRupees(was)}</chakra.s>{' '}
      <span>Sale until {dateTimeText(until)}</span>
    </chakra.p>
  )
}
