import { homeDefaults } from 'contract/shop/home'
import type { CSSProperties } from 'react'
import { useGuaranteeDays, useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck, IconShieldCheck } from '../../ui/icons.ts'
import { Wrap } from '../../ui/layout.tsx'

/** Shows the owner's trust lines and the guarantee in one row; nothing without any. */
export default function Facts() {
  const days = useGuaranteeDays()
  const { trust } = useShop('home', homeDefaults)
  const facts = [
    ...trust.map((line) => [IconCheck, line] as const),
    ...(days > 0 ? [[IconShieldCheck, t('{days}-day money-back guarantee', { days })] as const] : []),
  ]
  if (facts.length === 0) return null
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
