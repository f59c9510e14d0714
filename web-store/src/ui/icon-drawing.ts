import { createElement, type FunctionComponent, type SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Width and height in pixels; 24 by default. */
  size?: number
  /** Width of the line, outline icons only; 2 by default. */
  stroke?: number
}
export type IconShape = FunctionComponent<IconProps>

/** Creates a line icon from the combined paths of its drawing. */
/* @__NO_SIDE_EFFECTS__ */
export function outline(d: string): IconShape {
  return ({ size = 24, stroke = 2, ...rest }) =>
    draw(d, { width: size, height: size, fill: 'none', stroke: 'currentColor', strokeWidth: stroke, ...rest })
}

/** Creates an icon of one filled shape. */
/* @__NO_SIDE_EFFECTS__ */
export function filled(d: string): IconShape {
  return ({ size = 24, stroke: _, ...rest }) =>
    draw(d, { width: size, height: size, fill: 'currentColor', stroke: 'none', ...rest })
}

function draw(d: string, look: SVGProps<SVGSVGElement>) {
  const frame = { viewBox: '0 0 24 24', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return createElement('svg', { ...frame, ...look }, createElement('path', { d }))
}
