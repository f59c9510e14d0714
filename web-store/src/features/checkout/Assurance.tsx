import { legalDefaults } from 'contract/shop/people'
import type { ReactNode } from 'react'
import { useBrand, useGuaranteeDays, useShop } from '../../content/brand.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconShieldCheck } from '../../ui/icons.ts'
import { Card, Tag } from '../../ui/layout.tsx'
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

/** Names the payee and the ways to pay, for a careful buyer. */
export function WhoIsPaid() {
  const { name } = useBrand()
  const { legal_name } = useShop('legal', legalDefaults)
  const firm = legal_name || name
  return (
    <Box>
      <Icon of={IconShieldCheck} />
      <chakra.div minW="0" display="grid" gap="2">
        <p>
          <b>{t('You pay {firm}.', { firm })}</b>{' '}
          {t('Razorpay handles the payment; we never see your card or UPI PIN.')}
        </p>
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap="2" color="fg.muted">
          <Tag>{t('UPI')}</Tag>
          <Tag>{t('Cards')}</Tag>
          <Tag>{t('Net banking')}</Tag>
          <span>{t('You choose on the next page.')}</span>
        </chakra.p>
      </chakra.div>
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

const Steps = chakra('ol', {
  base: {
    display: 'grid',
    textStyle: 'sm',
    '& li': { display: 'flex', gap: '3', py: '3' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& b': {
      display: 'grid',
      placeItems: 'center',
      flexShrink: '0',
      w: '26px',
      h: '26px',
      borderRadius: 'full',
      borderWidth: '1px',
      borderColor: 'border.emphasized',
      fontSize: '.8125rem',
    },
  },
})

const steps = [
  t('You pay on the next page with UPI, card or net banking.'),
  t('Your courses open at once, and we email the receipt.'),
]

export function WhatHappensNext() {
  const days = useGuaranteeDays()
  const back = t('Not happy within {days} days? Write to us for a full refund.', { days })
  return (
    <Card as="section" aria-labelledby="next-title" padded>
      <chakra.h2 id="next-title" textStyle="h2" fontSize={{ base: '1.375rem', md: '1.375rem' }} mb="1">
        {t('What happens next')}
      </chakra.h2>
      <Steps>
        {[...steps, ...(days > 0 ? [back] : [])].map((step, index) => (
          <li key={step}>
            <b aria-hidden="true">{index + 1}</b>
            <span>{step}</span>
          </li>
        ))}
      </Steps>
    </Card>
  )
}
