import type { chakra as Chakra } from '@chakra-ui/react'
import {
  Children,
  createElement,
  type ElementType,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'

type Props = { [name: string]: unknown }

/** A recipe compiled by `build/styles`: class names. */
type Compiled = {
  base?: string
  variants?: Record<string, Record<string, string>>
  defaultVariants?: Props
}

/**
 * Creates a styled element or component with Chakra's types: style props and recipes are compiled into classes at build
 * time (`build/styles`), and their names arrive here. Values are constants: the build refuses unknown ones, and
 * run-time values go to `style`. `as` names another element, `asChild` passes everything to the only child.
 */
function make(
  tag: ElementType,
  recipe: Compiled = {},
  options: { defaultProps?: Props; forwardAsChild?: boolean } = {},
) {
  const { base, variants = {}, defaultVariants = {} } = recipe
  const { defaultProps, forwardAsChild } = options
  return function Styled(input: Props) {
    const { as, asChild, className, ...props } = defaultProps ? { ...defaultProps, ...defined(input) } : input
    const classes = [base]
    for (const name in variants) {
      classes.push(variants[name]?.[String(props[name] ?? defaultVariants[name])])
      delete props[name]
    }
    classes.push(className as string | undefined)
    const look = classes.filter(Boolean).join(' ')
    if (look) props.className = look
    if (asChild && forwardAsChild) props.asChild = asChild
    else if (asChild) return dress(props)
    return createElement((as as ElementType | undefined) ?? tag, props)
  }
}

const defined = (props: Props): Props =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))

/** Clones the only child with the styles and listeners of the element around it; the child's own props win. */
function dress({ children, ...outer }: Props): ReactNode {
  const child = Children.toArray(children as ReactNode).find(isValidElement) as ReactElement<Props> | undefined
  if (!child) return null
  const props = { ...outer, ...child.props }
  for (const [name, mine] of Object.entries(outer)) {
    const its = child.props[name]
    if (its === undefined) props[name] = mine
    else if (name === 'className') props[name] = `${its} ${mine}`
    else if (name === 'style') props[name] = { ...(mine as object), ...(its as object) }
    else if (name === 'ref') props[name] = both(mine as Ref<unknown>, its as Ref<unknown>)
    else if (/^on[A-Z]/.test(name)) props[name] = inTurn(its as Listener, mine as Listener)
  }
  return createElement(child.type, props)
}

type Listener = (...input: unknown[]) => void

const inTurn =
  (first: Listener, second: Listener): Listener =>
  (...input) => {
    first(...input)
    second(...input)
  }

const both =
  (...refs: Ref<unknown>[]) =>
  (element: unknown) => {
    for (const ref of refs)
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
  }

const plain = new Map<string, unknown>()

/** `chakra('p', recipe)`, or `<chakra.p>` if the build cannot insert the element itself. */
export const chakra = new Proxy(make, {
  get(_make, tag: string) {
    if (!plain.has(tag)) plain.set(tag, make(tag as ElementType))
    return plain.get(tag)
  },
}) as unknown as typeof Chakra
