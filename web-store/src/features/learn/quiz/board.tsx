import { chakra } from '../../../ui/chakra.ts'

/** Sums up a try. */
export const Board = chakra('div', {
  base: { display: 'grid', gap: '1', borderRadius: 'l2', p: { base: '4', md: '5' } },
  variants: { passed: { true: { bg: 'success.subtle' }, false: { bg: 'bg.muted' } } },
})

export const BoardHead = chakra('h3', {
  base: { textStyle: 'h3', display: 'flex', alignItems: 'center', gap: '2', outline: '0 !important' },
})
