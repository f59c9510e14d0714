import type { IconShape } from './icon-drawing.ts'

type IconProps = {
  of: IconShape
  /** 16, 20 (default) or 28 pixels. */
  size?: 16 | 20 | 24 | 28 | 34
  strokeWidth?: number
  className?: string
}

/** Shows an outline icon of our set, hidden from screen readers: its meaning is always in text or a label. */
export function Icon({ of: Shape, size = 20, strokeWidth = 1.75, className }: IconProps) {
  return <Shape size={size} stroke={strokeWidth} aria-hidden="true" style={{ flex: 'none' }} className={className} />
}
