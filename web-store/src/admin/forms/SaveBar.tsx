import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { clockText, countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { Row } from '../../ui/layout.tsx'

const Bar = chakra('div', {
  base: {
    position: 'fixed',
    insetInlineStart: 'var(--frame-start, 0px)',
    insetInlineEnd: '0',
    // A host may have a bar of its own below, and a phone has the menu there.
    bottom: 'calc(var(--host-bottom, 0px) + var(--frame-bottom, 0px))',
    zIndex: '9',
    _print: { display: 'none' },
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    boxShadow: '0 -8px 24px -14px rgb(20 22 63/.3)',
  },
})

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    alignItems: 'center',
    gap: '3',
    maxW: '1360px',
    px: { base: '4', md: '6', lg: '5', xl: '7' },
    py: '3',
    minH: '68px',
  },
})

type SaveBarProps = {
  problems: number
  /** Replaces the default sentence, which counts the fields that need attention. */
  wording?: string
  /** Time of the draft on this device; undefined without one. */
  storedAt: number | undefined
  /** Shown while there are neither problems nor a draft. */
  rest?: ReactNode
  /** Nothing waits to be saved: on a phone only the way on is left, or no bar at all. */
  idle?: boolean
  /** The way on, once nothing waits to be saved. */
  next?: ReactNode
  children: ReactNode
}

/** Stays in view below a long form: problems, time of the draft and the save button. */
export function SaveBar({ problems, wording, storedAt, rest, idle, next, children }: SaveBarProps) {
  const isIdle = idle && problems === 0
  return (
    <Bar
      data-fixed-bar
      role="region"
      aria-label="Save"
      display={{ base: isIdle && !next ? 'none' : 'block', md: 'block' }}
    >
      <Line minH={{ base: isIdle ? '0' : '68px', md: '68px' }} py={{ base: isIdle ? '1' : '3', md: '3' }}>
        <Row
          as="p"
          role="status"
          textStyle="sm"
          gap="2"
          flex={{ base: '1 0 100%', md: '1' }}
          minW="0"
          display={{ base: isIdle ? 'none' : 'flex', md: 'flex' }}
          _empty={{ display: 'none' }}
        >
          {problems > 0 && (
            <>
              <chakra.span color="danger.fg">
                <Icon of={IconAlertCircle} />
              </chakra.span>
              <b>{wording ?? `${countText(problems, 'field')} ${problems === 1 ? 'needs' : 'need'} attention.`}</b>
            </>
          )}
          {storedAt !== undefined && (
            <chakra.span color="fg.muted" display={{ base: problems > 0 ? 'none' : 'inline', lg: 'inline' }}>
              Draft saved on this device at {clockText(storedAt)}.
            </chakra.span>
          )}
          {problems === 0 && storedAt === undefined && rest && <chakra.span color="fg.muted">{rest}</chakra.span>}
        </Row>
        {isIdle && next}
        <chakra.div
          display={{ base: isIdle ? 'none' : 'flex', md: 'flex' }}
          flexWrap="wrap"
          alignItems="center"
          gap="3"
          ms="auto"
        >
          {children}
        </chakra.div>
      </Line>
    </Bar>
  )
}
