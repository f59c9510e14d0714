import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle, IconCheck } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    px: { base: '4', md: '5' },
    pt: '4',
    pb: '3',
  },
})

/** A card of the step: its heading, a word beside it, and its content up to the edges. */
export function MatchCard({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <Card asChild overflow="hidden" minW="0">
      <section aria-label={title}>
        <Head>
          <chakra.h3 textStyle="h3">{title}</chakra.h3>
          {beside && (
            <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere" minW="0">
              {beside}
            </chakra.span>
          )}
        </Head>
        {children}
      </section>
    </Card>
  )
}

/** Rows with a thing of the file, samples, its choice, and a word on it; on phones one below the other. */
export const MatchTable = chakra('table', {
  base: {
    w: 'full',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    textStyle: 'table',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& th': {
      textAlign: 'start',
      fontWeight: '550',
      fontSize: '.8125rem',
      color: 'fg.muted',
      bg: 'bg.subtle',
      px: '3',
      py: '2.5',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& td': {
      px: '3',
      py: '2',
      borderBottomWidth: '1px',
      borderColor: 'border',
      lineHeight: '1.35',
      minW: '0',
      overflowWrap: 'anywhere',
    },
    '& :is(th, td):first-child': { ps: '5', w: '25%' },
    '& :is(th, td):nth-child(2)': { w: '20%' },
    '& :is(th, td):nth-child(3)': { w: '27%' },
    '& :is(th, td):last-child': { pe: '5' },
    '& tbody tr:last-child td': { borderBottomWidth: '0' },
    '& select': { minH: '38px', py: '1.5', fontSize: '.9375rem', borderRadius: '8px' },
    '@media (max-width: 767px)': {
      display: 'block',
      '& thead': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
      '& tbody': { display: 'block' },
      '& tbody tr': {
        display: 'grid',
        gridTemplateColumns: 'minmax(0,1fr)',
        gap: '1',
        px: '4',
        py: '3',
        borderBottomWidth: '1px',
        borderColor: 'border',
      },
      '& tbody tr:last-child': { borderBottomWidth: '0' },
      '& td, & td:first-child, & td:last-child, & td:nth-child(n)': { p: '0', borderWidth: '0', w: 'auto' },
      '& td:empty': { display: 'none' },
      '& select': { minH: '11' },
      // A sure row is one line; its button opens the choice.
      '& tr[data-folded]': { gridTemplateColumns: 'minmax(0,1fr) auto', columnGap: '3', alignItems: 'center' },
      '& tr[data-folded] td[data-choice]': { display: 'none' },
      '& tr[data-folded] td:last-child': { gridColumn: '2', gridRow: '1 / 3' },
    },
    '@media (min-width: 768px)': { '& [data-phone-only]': { display: 'none' } },
  },
})

type Tone = 'success' | 'buy' | 'danger' | undefined

const Note = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'start',
    gap: '1.5',
    textStyle: 'sm',
    lineHeight: '1.35',
    color: 'fg.muted',
    '&[data-tone=success]': { color: 'success.fg' },
    '&[data-tone=buy]': { color: 'buy.fg' },
    '&[data-tone=danger]': { color: 'danger.fg', fontWeight: '500' },
    '& svg': { flex: 'none', mt: '1px' },
  },
})

/** A word on a row: sure, to be looked at, or open. */
export function RowNote({ id, tone, children }: { id?: string; tone?: Tone; children: ReactNode }) {
  return (
    <Note id={id} data-tone={tone}>
      {tone === 'success' && <Icon of={IconCheck} size={16} />}
      {tone === 'danger' && <Icon of={IconAlertCircle} size={16} />}
      <span>{children}</span>
    </Note>
  )
}

/** Back and on; on phones both fill the width. */
export const StepButtons = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '3',
    '& > button, & > a': { flex: { base: '1 1 auto', md: 'none' }, whiteSpace: { base: 'normal', md: 'nowrap' } },
  },
})
