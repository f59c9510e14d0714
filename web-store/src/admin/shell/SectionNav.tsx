import { chakra } from '../../ui/chakra.ts'
import { VisuallyHidden } from '../../ui/text.tsx'

/** The index of a long form: beside it, and on phones a row above it that scrolls sideways. */
export const SectionNav = chakra('nav', {
  base: {
    position: 'sticky',
    top: { base: 'var(--frame-top, 0px)', lg: 'calc(var(--frame-top, 0px) + 20px)' },
    zIndex: '4',
    _print: { display: 'none' },
    minW: '0',
    bg: { base: 'bg', lg: 'transparent' },
    mx: { base: '-16px', lg: '0' },
    '& ol': {
      display: { base: 'flex', lg: 'block' },
      overflowX: { base: 'auto', lg: 'visible' },
      scrollbarWidth: 'none',
      gap: '1',
      px: { base: '3', lg: '0' },
      py: { base: '2', lg: '0' },
      listStyleType: 'none',
    },
    '& a': {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      px: '3',
      py: '9px',
      minH: '10',
      borderRadius: '8px',
      fontSize: '.9375rem',
      fontWeight: '500',
      lineHeight: '1.2',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      _hover: { bg: 'bg.muted' },
    },
    '& a[aria-current]': { bg: 'action.subtle', color: 'action.fg', fontWeight: '550' },
  },
})

const Dot = chakra('span', { base: { ms: 'auto', boxSize: '2', flex: 'none', rounded: 'full', bg: 'buy.solid' } })

/** Marks a section with a draft that is not saved. */
export const UnsavedDot = () => (
  <>
    <Dot aria-hidden />
    <VisuallyHidden> (not saved)</VisuallyHidden>
  </>
)
