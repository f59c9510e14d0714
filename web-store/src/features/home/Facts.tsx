import type { CSSProperties } from 'react'
import { useGuaranteeDays } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconBolt, IconCurrencyRupee, IconDeviceMobile, IconShieldCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'

const factsOf = (days: number) => [
  [IconBolt, t('Instant delivery on email')] as const,
  [IconCurrencyRupee, t('Pay once, no subscription')] as const,
  ...(days > 0 ? [[IconShieldCheck, t('{days}-day money-back guarantee', { days })] as const] : []),
  [IconDeviceMobile, t('Learn on your phone')] as const,
]

/** Shows the facts of every course in one line. */
export default function Facts() {
  const facts = factsOf(useGuaranteeDays())
  return (
    <chakra.section bg="bg.panel" borderBottomWidth="1px" borderColor="border" aria-label={t('What you can count on')}>
      <Wrap asChild>
        <chakra.ul
          display="grid"
          gridTemplateColumns={{ base: '1fr', md: 'auto auto', lg: 'repeat(var(--facts),auto)' }}
          style={{ '--facts': facts.length } as CSSProperties}
          justifyContent="space-between"
          columnGap="6"
          rowGap="3"
          py={{ base: '4.5', md: '5' }}
        >
          {facts.map(([icon, text]) => (
            <chakra.li
              key={text}
              display="flex"
              alignItems="center"
              gap="3"
              fontWeight="600"
              css={{ '& svg': { color: 'action.fg' } }}
            >
              <Icon of={icon} />
              {text}
            </chakra.li>
          ))}
        </chakra.ul>
      </Wrap>
    </chakra.section>
  )
}
