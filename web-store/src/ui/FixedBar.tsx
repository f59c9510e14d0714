import { chakra } from './chakra.ts'

const Bar = chakra('aside', {
  base: {
    position: 'fixed',
    insetInline: '0',
    bottom: '0',
    zIndex: '9',
    bg: 'bg.panel',
    borderTopWidth: '1px',
    borderColor: 'border',
    boxShadow: '0 -8px 24px -12px rgb(20 22 63/.25)',
    pt: '2.5',
    pb: 'calc(10px + env(safe-area-inset-bottom))',
  },
})

/**
 * Shows a bar at the bottom of the screen, always visible. The page reserves room for it (`data-fixed-bar`, see
 * index.html).
 */
export function FixedBar(props: React.ComponentProps<typeof Bar>) {
  return <Bar data-fixed-bar {...props} />
}
