import type { UserOrder } from 'contract/orders/orders'
import { rich } from '../../language/rich.tsx'
import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconGift } from '../../ui/secondary-icons.ts'
import { CopyButton } from '../CopyButton.tsx'
import { GiftShare } from './GiftShare.tsx'

const Box = chakra('section', {
  base: {
    textAlign: 'start',
    px: '3.5',
    py: '2.5',
    bg: 'buy.subtle',
    borderRadius: 'l2',
    '& > p': { display: 'flex', alignItems: 'center', gap: '2.5', fontWeight: '600' },
    '& > p > svg': { color: 'buy.fg' },
    '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', minH: '12', py: '1' },
    '& li b': { whiteSpace: 'nowrap' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

/** Formats `7K2MQX9DABCD` as `7K2M-QX9D-ABCD`. The form to redeem accepts the dashes. */
const readableCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')

/** Lists the gift codes of an order: the open ones with their link to share, the taken ones with the day. */
export default function GiftCodes({ order: { gift_codes: gifts = [], courses } }: { order: UserOrder }) {
  const open = gifts.filter(({ redeemed }) => !redeemed).length
  if (gifts.length === 0) return null
  return (
    <Box aria-label={t('Gifts')}>
      <p>
        <Icon of={IconGift} />
        <span>
          {open > 0
            ? plural(open, { one: '{count} gift to give away', other: '{count} gifts to give away' })
            : t('All gifts are taken')}
        </span>
      </p>
      <ul>
        {gifts.map((gift) => {
          const code = readableCode(gift.code)
          const course = courses.find(({ course_id }) => course_id === gift.course_id)?.course_name ?? ''
          // Staff who view the account see the end of a code.
          const isWhole = /^\w+$/.test(gift.code)
          return (
            <li key={gift.code}>
              <chakra.span flex="1 1 11em" minW="0" overflowWrap="anywhere">
                {courses.length > 1
                  ? rich('Gift code for {course}: {code}', { course, code: <b translate="no">{code}</b> })
                  : rich('Gift code: {code}', { code: <b translate="no">{code}</b> })}
              </chakra.span>
              {gift.redeemed_at ? (
                <chakra.span textStyle="sm" color="fg.muted">
                  {t('Taken on {day}', { day: dateText(new Date(gift.redeemed_at)) })}
                </chakra.span>
              ) : (
                isWhole && (
                  <chakra.span display="flex" flexWrap="wrap" gap="2" ms="auto">
                    <CopyButton text={code} of={t('gift code {code}', { code })} />
                    <GiftShare code={gift.code} course={course} />
                  </chakra.span>
                )
              )}
            </li>
          )
        })}
      </ul>
      {open > 0 && (
        <chakra.p textStyle="sm" color="fg.muted" fontWeight="400 !important">
          {t('Share the link, and your friend adds the course with one press. Each gift works once.')}
        </chakra.p>
      )}
    </Box>
  )
}
