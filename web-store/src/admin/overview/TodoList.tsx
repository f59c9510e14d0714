import { chakra } from '../../ui/chakra.ts'

/** Lines that ask for something: a mark, as wide as `--mark`, what there is to do, and the way there. */
export const TodoList = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: 'var(--mark) minmax(0,1fr)', md: 'var(--mark) minmax(0,1fr) auto' },
      alignItems: 'center',
      columnGap: '3',
      rowGap: '2',
      px: '4',
      py: '3',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& > li > a, & > li > button': { gridColumn: { base: '2', md: 'auto' }, justifySelf: { base: 'start', md: 'end' } },
  },
})
