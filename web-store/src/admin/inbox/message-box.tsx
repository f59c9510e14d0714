import { chakra } from '../../ui/chakra.ts'

/** A message; `data-ours` marks one of the shop. */
export const MessageBox = chakra('div', {
  base: {
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: '12px',
    p: '4',
    display: 'grid',
    gap: '1.5',
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    '&[data-ours]': { bg: 'action.subtle', borderColor: 'action.muted', ms: { md: '12' } },
  },
})

/** Names the author and the time. */
export const By = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted' } })
