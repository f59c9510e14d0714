import { legalDefaults } from 'contract/shop/people'
import type { ReactNode } from 'react'
import { useBrand, useGuaranteeDays, useShop } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconShieldCheck } from '../../ui/icons.ts'
import { TextLink } from '../../ui/text.tsx'

const Box = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    px: '4',
    py: '3.5',
    bg: 'bg.subtle',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    textStyle: 'sm',
    '& > svg': { color: 'success.fg', mt: '1px' },
  },
})

/** Names the payee, for a careful buyer. */
export function WhoIsPaid() {
  const { name } = useBrand()
  const { legal_name } = useShop('legal', legalDefaults)
  const firm = legal_name || name
  return (
    <Box>
      <Icon of={IconShieldCheck} />
      <p>
        <b>{t('You pay {firm}.', { firm })}</b> {t('Razorpay handles the payment; we never see your card or UPI PIN.')}
      </p>
    </Box>
  )
}

export function Agreement() {
  const days = useGuaranteeDays()
  const to = (path: string) => (words: ReactNode) => <TextLink to={path}>{words}</TextLink>
  const links = { terms: to(paths.terms), refund: to(paths.refund) }
  return (
    <chakra.p textStyle="sm" color="fg.muted">
      {days > 0
        ? rich(
            'By paying you agree to our <terms>Terms</terms> and <refund>Refund policy</refund>, with the {days}-day money-back guarantee.',
            { days, ...links },
          )
        : rich('By paying you agree to our <terms>Terms</terms> and <refund>Refund policy</refund>.', links)}
    </chakra.p>
  )
}
