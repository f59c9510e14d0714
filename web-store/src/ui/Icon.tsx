import type { IconShape } from './icon-drawing.ts'

type IconProps = {
  of: IconShape
  /** 16, 20 (default) or 28 pixels. */
  size?: 16 | 20 | 24 | 28 | 34
  strokeWidth?: number
  className?: string
}

/** An outline icon of our set, hidden from screen readers: what it means is always written beside it or in a label. */
export function Icon({ of: Shape, size = 20, strokeWidth = 1.75, className }: IconProps) {
  return <Shape size={size} stroke={strokeWidth} aria-hidden="true" style={{ flex: 'none' }} className={className} />
}
