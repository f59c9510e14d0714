import { type ReactNode, useEffect, useRef } from 'react'
import { Awning } from '../../ui/Awning.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { outline } from '../../ui/icon-drawing.ts'
import { IconCheck, IconX } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'

const IconArrowBackUp = outline('M9 14l-4 -4l4 -4M5 10h11a4 4 0 1 1 0 8h-1')

const Disc = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '84px',
    h: '84px',
    mt: '26px',
    mb: '1',
    borderRadius: 'full',
    bg: 'colorPalette.solid',
    color: 'white',
  },
})
const Ring = chakra('span', {
  base: {
    w: '38px',
    h: '38px',
    borderRadius: 'full',
    border: '4px solid',
    borderColor: 'action.fg',
    borderRightColor: 'transparent',
    animation: 'spin .8s linear infinite',
    '@media (prefers-reduced-motion: reduce)': { display: 'none' },
  },
})

/** Replaces the turning disc with reduced motion. */
const Still = chakra('span', {
  base: { display: 'none', color: 'action.fg', '@media (prefers-reduced-motion: reduce)': { display: 'block' } },
})

const looks = {
  loading: { palette: 'action', awning: { '--a': '{colors.action.emphasized}', '--b': '{colors.action.subtle}' } },
  paid: { palette: 'success', awning: { '--a': '#1F8549', '--b': '#BFE6CE' } },
  cancelled: { palette: 'action', awning: { '--a': '{colors.action.emphasized}', '--b': '{colors.action.subtle}' } },
  refunded: { palette: 'action', awning: { '--a': '{colors.action.emphasized}', '--b': '{colors.action.subtle}' } },
  waiting: { palette: 'buy', awning: { '--a': '{colors.buy.solid}', '--b': '{colors.buy.subtle}' } },
  failed: { palette: 'danger', awning: { '--a': '#B3261E', '--b': '#F6CBC7' } },
} as const

/** Neither good news nor bad. */
const quiet = new Set<keyof typeof looks>(['loading', 'cancelled', 'refunded', 'waiting'])

type PaymentCardProps = {
  state: keyof typeof looks
  title: string
  children: ReactNode
  /** The ways on. */
  actions?: ReactNode
}

/** One state of a payment. The focus goes to its heading, so that it is read out. */
export function PaymentCard({ state, title, children, actions }: PaymentCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state is another card
  useEffect(() => heading.current?.focus(), [state])
  const { palette } = looks[state]
  return (
    <Card
      role={state === 'failed' ? 'alert' : 'status'}
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="3.5"
      w="full"
      maxW="440px"
      mx="auto"
      px={{ base: '18px', md: '7' }}
      pb="7"
      textAlign="center"
      borderTopRadius="4px"
    >
      <Awning
        alignSelf="stretch"
        mx={{ base: '-23px', md: '-33px' }}
        mt="-1px"
        css={{ ...looks[state].awning, '--w': '18px' }}
      />
      <Disc
        colorPalette={palette}
        {...(quiet.has(state) ? { bg: 'colorPalette.subtle', color: 'colorPalette.fg' } : {})}
      >
        {state === 'loading' && (
          <>
            <Ring aria-hidden />
            <Still>
              <Icon of={IconClock} size={34} />
            </Still>
          </>
        )}
        {(state === 'cancelled' || state === 'refunded') && <Icon of={IconArrowBackUp} size={34} />}
        {state === 'waiting' && <Icon of={IconClock} size={34} />}
        {state === 'paid' && <IconCheck size={44} stroke={2.5} aria-hidden />}
        {state === 'failed' && <IconX size={44} stroke={2.5} aria-hidden />}
      </Disc>
      <chakra.h1 ref={heading} tabIndex={-1} textStyle="h1" fontSize={{ base: '1.875rem', md: '1.875rem' }} outline="0">
        {title}
      </chakra.h1>
      {children}
      {actions && (
        <chakra.div mt="3.5" display="grid" gap="2.5" alignSelf="stretch">
          {actions}
        </chakra.div>
      )}
    </Card>
  )
}
