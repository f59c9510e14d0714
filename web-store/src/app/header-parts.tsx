import { chakra } from '../ui/chakra.ts'

/** Shows the links of a header, from 768 px on; the current one is underlined. */
export const Nav = chakra('nav', {
  base: {
    display: { base: 'none', md: 'flex' },
    gap: '1',
    fontWeight: '500',
    '& a': { px: { base: '2', lg: '3.5' }, py: '2', borderRadius: 'l1', color: 'fg.muted' },
    '& a:hover': { bg: 'bg.muted', color: 'fg' },
    '& a[aria-current]': {
      color: 'fg',
      fontWeight: '600',
      boxShadow: 'inset 0 -3px 0 {colors.buy.solid}',
      borderRadius: '0',
    },
  },
})

/**
 * Shows the same links under a phone's header, over the page, which is not laid out again. It exists as `hidden`
 * before: a style added with the first tap would recalculate the whole page.
 */
export const MobileNav = chakra('nav', {
  base: {
    display: { base: 'grid', md: 'none' },
    '&[hidden]': { display: 'none' },
    position: 'absolute',
    inset: '100% 0 auto',
    maxH: 'calc(100dvh - 3.75rem - var(--fixed-bar,0px))',
    overflowY: 'auto',
    bg: 'bg',
    px: '4',
    pt: '8',
    pb: '6',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& > a': {
      fontSize: '1.375rem',
      fontWeight: '650',
      fontStretch: '86%',
      py: '13px',
      borderBottomWidth: '1px',
      borderColor: 'border',
    },
    '& > a[aria-current]': { color: 'action.fg' },
  },
})
