import type { LeftOut } from 'contract/letters'
import type { SegmentRule } from 'contract/segments'
import { chakra } from '../../ui/chakra.ts'
import { Select } from '../../ui/Field.tsx'
import { countText } from '../../ui/format.ts'
import { Help, Tools } from '../forms/form-parts.tsx'
import { RuleLine } from '../users/RuleLine.tsx'
import { useSegments } from '../users/segments.queries.ts'

/** Each reason why somebody of the segment gets no letter, in words. */
export const leftOutWords: Record<keyof LeftOut, string> = {
  no_consent: 'Did not agree to news',
  unproven: 'Address is not proven',
  bounced: 'Address refused our mail',
  bought: 'Has every course in it',
}

export const people = (count: number) => countText(count, 'person', 'people')

export type Counts = { recipients: number; left_out: LeftOut }

type Props = {
  rules: readonly SegmentRule[]
  /** It goes to everybody, agreed or not. */
  notice: boolean
  onChange: (rules: SegmentRule[]) => void
  /** Undefined until the server has counted. */
  counts: Counts | undefined
  /** The counts are of an earlier save. */
  isStale: boolean
}

/** Says in words who gets a letter, how many they are, and who is left out and why. */
export function Audience({ rules, notice, onChange, counts, isStale }: Props) {
  const saved = useSegments()
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr)" gap="3">
      {rules.length === 0 && <chakra.p>Every student{notice ? '' : ' who agreed to news'}.</chakra.p>}
      <Tools>
        <RuleLine rules={rules} onChange={onChange} />
        {saved && saved.length > 0 && (
          <Select
            aria-label="Use a segment"
            w="auto"
            maxW="full"
            minH="9"
            py="1"
            textStyle="sm"
            value=""
            onChange={({ target }) => {
              const found = saved.find(({ segment_id }) => segment_id === target.value)
              if (found) onChange(found.segment.all)
            }}
          >
            <option value="">Use a segment</option>
            {saved.map(({ segment_id, name, people }) => (
              <option key={segment_id} value={segment_id}>
                {name} ({people.toLocaleString('en-IN')})
              </option>
            ))}
          </Select>
        )}
      </Tools>
      {counts && <Figures {...counts} isStale={isStale} />}
    </chakra.div>
  )
}

function Figures({ recipients, left_out, isStale }: Counts & { isStale: boolean }) {
  const reasons = (Object.keys(leftOutWords) as (keyof LeftOut)[]).filter((reason) => left_out[reason] > 0)
  const left = reasons.reduce((sum, reason) => sum + left_out[reason], 0)
  return (
    <chakra.div
      role="status"
      aria-busy={isStale || undefined}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'auto minmax(0,1fr)' }}
      gap="1.5"
      columnGap="5"
      pt="3.5"
      borderTopWidth="1px"
      borderColor="border"
      fontVariantNumeric="tabular-nums"
    >
      <p>
        <chakra.b display="block" fontSize="1.75rem" fontWeight="750" fontStretch="86%" lineHeight="1.1">
          {recipients.toLocaleString('en-IN')}
        </chakra.b>
        <Help as="span">will get it</Help>
      </p>
      {left > 0 && (
        <div>
          <Help>{left === 1 ? '1 is left out' : `${left.toLocaleString('en-IN')} are left out`}</Help>
          <chakra.ul listStyleType="none" maxW="360px" css={{ '& > li + li': { borderTopWidth: '1px' } }}>
            {reasons.map((reason) => (
              <chakra.li
                key={reason}
                display="flex"
                justifyContent="space-between"
                gap="3"
                py="1"
                fontSize=".9375rem"
                borderColor="border"
              >
                <span>{leftOutWords[reason]}</span>
                <span>{left_out[reason].toLocaleString('en-IN')}</span>
              </chakra.li>
            ))}
          </chakra.ul>
        </div>
      )}
    </chakra.div>
  )
}
