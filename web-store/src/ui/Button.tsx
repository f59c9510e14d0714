import { Children, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { chakra } from './chakra.ts'

const buttonRecipe = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'l2',
    lineHeight: '1.25',
    textAlign: 'center',
    maxW: 'full',
    // On a phone long texts wrap between words. A word breaks only when it alone is wider than the page, with large letters.
    whiteSpace: { base: 'normal', md: 'nowrap' },
    overflowWrap: 'break-word',
    cursor: 'pointer',
    userSelect: 'none',
    transitionProperty: 'background-color, transform, box-shadow',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _disabled: { opacity: '.5', cursor: 'not-allowed' },
    '&[aria-busy=true]': { opacity: '1', cursor: 'progress' },
    // A pseudo-element, so that no element moves beside the text.
    '&[aria-busy=true]::before': {
      content: '""',
      w: '18px',
      h: '18px',
      flexShrink: '0',
      borderRadius: 'full',
      border: '2.5px solid currentColor',
      borderRightColor: 'transparent',
      animation: 'spin .8s linear infinite',
      '@media (prefers-reduced-motion: reduce)': { display: 'none' },
    },
  },
  variants: {
    variant: {
      /** Only for starting or continuing a purchase. */
      buy: {
        bg: 'buy.solid',
        color: 'buy.contrast',
        boxShadow: '0 3px 0 {colors.buy.edge}',
        mb: '3px',
        _hover: { bg: 'buy.hover' },
        _active: {
          boxShadow: 'none',
          '@media (prefers-reduced-motion: no-preference)': { transform: 'translateY(3px)' },
        },
        _disabled: { boxShadow: 'none' },
        '&[aria-busy=true]': { bg: 'buy.muted', color: 'fg' },
      },
      solid: {
        bg: 'colorPalette.solid',
        color: 'colorPalette.contrast',
        _hover: { bg: 'colorPalette.hover' },
        '&[aria-busy=true]': { bg: 'colorPalette.muted', color: 'fg' },
      },
      outline: {
        borderColor: 'border.emphasized',
        bg: 'bg.panel',
        color: 'fg',
        _hover: { bg: 'bg.muted' },
        '[data-stage] &': {
          bg: 'transparent',
          borderColor: '#8D94DC',
          color: 'white',
          _hover: { bg: 'stage.raised' },
        },
      },
      ghost: { bg: 'transparent', color: 'colorPalette.fg', _hover: { bg: 'colorPalette.subtle' } },
      /** The primary button on the stage, except for purchases. */
      white: { bg: 'white', color: '#15173A', _hover: { bg: '#ECEEF7' } },
    },
    size: {
      sm: {
        minH: '9',
        px: '3',
        py: '5px',
        fontSize: '.875rem',
        fontWeight: '550',
        borderRadius: 'calc({radii.l2} * .8)',
      },
      md: { minH: '11', px: '4.5', py: '2', fontSize: '1rem', fontWeight: '600' },
      lg: { minH: '13', px: { base: '5', md: '26px' }, py: '3', fontSize: '1.125rem', fontWeight: '650' },
    },
    /** Long texts wrap: fonts may be twice as large. */
    full: { true: { w: 'full', whiteSpace: 'normal' } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
} as const

const Base = chakra('button', buttonRecipe)

export type ButtonProps = ComponentProps<typeof Base> & {
  /** A request is running: the button keeps its contrast and the focus, and ignores presses. */
  busy?: boolean
  /** Something else is under way: the button looks disabled, keeps the focus, and ignores presses. */
  held?: boolean
  /** The text meanwhile. */
  busyText?: ReactNode
}

/**
 * Shows every button, and with `asChild` every link that looks like one. Variants: `buy` (purchase only), `solid` (the
 * primary, in the colour of `colorPalette`), `outline`, `ghost`, `white` (on the stage); sizes `sm` 36, `md` 44, `lg`
 * 52; `full` has full width. Deleting is `colorPalette="danger"`.
 */
export function Button({
  busy = false,
  held = false,
  busyText,
  children,
  disabled,
  asChild,
  type,
  ...rest
}: ButtonProps) {
  if (asChild) {
    return (
      <Base asChild {...rest}>
        {children}
      </Base>
    )
  }
  // A browser takes the focus from a disabled element, and a screen reader starts again at the top of the page.
  const waits = busy || held ? { 'aria-busy': busy || undefined, 'aria-disabled': true, onClick: ignore } : { disabled }
  return (
    <Base type={type ?? 'button'} {...rest} {...waits}>
      {withTextApart(busy && busyText ? busyText : children)}
    </Base>
  )
}

/** Ends a press, also the one by which a browser submits a form from its fields. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Wraps each text in an element: a browser's translation replaces text nodes, and React fails beside a lost one. */
function withTextApart(children: ReactNode): ReactNode[] {
  const parts: ReactNode[] = []
  let text = ''
  const put = () => {
    if (text) parts.push(<span key={`text-${parts.length}`}>{text}</span>)
    text = ''
  }
  for (const part of Children.toArray(children)) {
    if (typeof part !== 'object') text += part
    else {
      put()
      parts.push(part)
    }
  }
  put()
  return parts
}
