import type { HTMLChakraProps } from '@chakra-ui/react'
import { type ComponentProps, Fragment } from 'react'
import { chakra } from '../../ui/chakra.ts'

/** The box that scrolls a table sideways where its columns do not fit. */
const Scroller = chakra('div', { base: { overflowX: { lg: 'auto' } } })

const Grid = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    textStyle: 'table',
    '& th': {
      textAlign: 'start',
      fontWeight: '550',
      fontSize: '.8125rem',
      color: 'fg.muted',
      px: '3',
      py: '2.5',
      bg: 'bg.subtle',
      whiteSpace: 'nowrap',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& td': { px: '3', py: '7px', borderBottomWidth: '1px', borderColor: 'border', lineHeight: '1.35', minW: '0' },
    '& :is(th, td):first-child': { ps: '4' },
    '& :is(th, td):last-child': { pe: '4' },
    // A name may be one word of any length. Not for other columns: a date is not to be broken inside its words.
    '& td[data-lead]': { minW: { lg: '180px' } },
    '& td[data-lead], & td[data-lead] *': { overflowWrap: 'anywhere' },
    '& td[data-fills]': { lg: { w: 'full', minW: '230px', maxW: '0', py: '3px' } },
    '& tbody tr:last-child td': { borderBottomWidth: '0' },
    '& tbody tr:hover': { bg: 'bg.subtle' },
    '& tbody tr:has(> td[data-mark] :checked)': { bg: 'action.subtle' },
    '& [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'lining-nums tabular-nums' },
    '& td[data-numeric]': { fontWeight: '550' },
    '& td[data-short]': { whiteSpace: 'nowrap' },
    '& [data-actions]': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& td[data-actions] > div': { display: 'flex', gap: '0.5', justifyContent: 'flex-end' },
    // However wide the columns are, the actions of a row stay in sight.
    '@media (min-width: 1024px)': {
      '& tbody tr': { bg: 'bg.panel' },
      '& [data-actions]': { position: 'sticky', insetEnd: '0' },
      '& td[data-actions]': { bg: 'inherit' },
    },
    // The widths of `Column.from`.
    '@media (min-width: 1024px) and (max-width: 1279px)': { '& [data-from="1280"]': { display: 'none' } },
    '@media (min-width: 1024px) and (max-width: 1439px)': { '& [data-from="1440"]': { display: 'none' } },
    '@media (min-width: 1024px) and (max-width: 1599px)': { '& [data-from="1600"]': { display: 'none' } },
    '@media (max-width: 1023px)': {
      display: 'block',
      '& thead': { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
      // Nobody sees where the focus is in there; `ListTools` has the same above the rows.
      '& thead :is(button, input)': { display: 'none' },
      '& tbody': { display: 'block' },
      '& tbody tr': {
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: '5px 18px',
        px: '4',
        py: '3.5',
        borderBottomWidth: '1px',
        borderColor: 'border',
      },
      '& tbody tr:last-child': { borderBottomWidth: '0' },
      // Name and actions have the first line to themselves, however short the first value is.
      '& tbody tr::after': { content: '""', order: '1', flexBasis: '100%', mb: '-5px' },
      '& td, & td:first-child, & td:last-child': {
        p: '0',
        borderWidth: '0',
        order: '2',
        textAlign: 'start !important',
      },
      '& td[data-mark]': { order: '-1', flex: 'none' },
      '& td[data-lead]': { order: '0', flex: '1 1 calc(100% - 190px)' },
      '& td[data-actions]': { order: '1', flex: 'none', maxW: 'full', me: '-2.5', '& > div': { flexWrap: 'wrap' } },
      '& td[data-phone=first]': { order: '1', flex: 'none' },
      '& td[data-phone=last]': { order: '3' },
      '& td[data-phone=none]': { display: 'none' },
      '& td[data-whole-line]': { flexBasis: '100%' },
      '& td[data-label]': { display: 'flex', gap: '2', alignItems: 'baseline' },
      '& td[data-label]:empty': { display: 'none' },
      '& td[data-label]::before': {
        content: 'attr(data-label)',
        color: 'fg.subtle',
        fontSize: '.875rem',
        fontWeight: '400',
      },
    },
  },
})

/**
 * A table of the console. From `lg` it scrolls sideways where it does not fit, below that each row is a block: name and
 * actions first, then labelled values.
 */
export function Table(props: ComponentProps<typeof Grid>) {
  return (
    <Scroller>
      <Grid {...props} />
    </Scroller>
  )
}

/** A text of fixed width: ids of courses, payments, codes. */
export const Mono = chakra('span', {
  base: { fontFamily: 'mono', fontSize: '.8125rem', overflowWrap: 'anywhere' },
})

/**
 * The second line of a row: facts beside each other. On a phone they wrap, each whole; in a table the one with `data-gives` is cut, for
 * without a fact that gives way all of them break at every letter.
 */
export const Facts = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    alignItems: 'center',
    columnGap: '1.5',
    minW: '0',
    textStyle: 'sm',
    lineHeight: '24px',
    color: 'fg.muted',
    '& > *': { flex: 'none', maxW: 'full' },
    '& > [data-gives]': {
      flex: '0 1 auto',
      minW: '8ch',
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
    },
  },
})

/** A mail address that may break behind its `@`, and inside a part only where that alone is wider than its place. */
export function EmailText({ email, ...style }: { email: string } & HTMLChakraProps<'span'>) {
  const parts = email.split(/(.*?@)/).filter(Boolean)
  return (
    <chakra.span overflowWrap="break-word" minW="0" {...style}>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address, in their order
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </chakra.span>
  )
}
