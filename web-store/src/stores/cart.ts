import { MAX_CART_SEATS } from 'contract/cart-seats'
import { type CourseOption, optionName, soldOption } from 'contract/courses/sold-option'
import { create } from 'zustand'
import { type CartLine, storage } from './storage.ts'

type CartState = {
  lines: CartLine[]
  /** The chosen promo code, upper-case; undefined when none is. */
  promocode: string | undefined
  /** Is false until the browser's storage was read. */
  ready: boolean
}

export type CartCourse = {
  course_id: string
  name: string
  price: number
  banner: string
  access_period?: string | null
  includes?: readonly { course_id: string; price: number }[] | undefined
  ways?: readonly string[] | undefined
  parts?: object | null | undefined
  options?: readonly CourseOption[] | null | undefined
  /** The chosen one of them; absent for the first. */
  option?: string | undefined
}

/** The cart of this browser, the same in all its tabs. Read it with `useCart`, change it with the functions of `cart`. */
export const useCart = create<CartState>(() => ({ lines: [], promocode: undefined, ready: false }))

/** The number on the badge: the sum of quantities. */
export const seatCount = ({ lines }: CartState): number => lines.reduce((seats, line) => seats + line.quantity, 0)

export const cart = {
  /** Adds one seat of a course, or returns 'already' and changes nothing when the course is in the cart. */
  add(course: CartCourse): 'added' | 'already' {
    const lines = storedLines()
    if (lines.some((line) => line.id === course.course_id)) {
      storeCart(lines)
      return 'already'
    }
    storeCart([...lines, toLine(course)])
    return 'added'
  },

  /** Replaces the cart by one seat of this course, for Buy Now; the other lines are set aside. */
  replaceWith(course: CartCourse): void {
    cart.setAside([course.course_id])
    storeCart([toLine(course)])
  },

  /** Sets aside every line but those of these courses, beside the lines set aside earlier. */
  setAside(buying: readonly string[]): void {
    const lines = [...storedLines(), ...(storage.read('earlier_cart') ?? [])]
    const others = lines.filter(({ id }) => !buying.includes(id))
    if (others.length > 0) storage.write('earlier_cart', others)
  },

  /** Sets the seats of a line: a whole number from 1, and no more in the whole cart than one purchase takes. */
  setQuantity(id: string, quantity: number): void {
    const lines = storedLines()
    const others = lines.reduce((seats, line) => (line.id === id ? seats : seats + line.quantity), 0)
    const seats = Math.max(1, Math.min(Math.trunc(quantity) || 1, MAX_CART_SEATS - others))
    storeCart(lines.map((line) => (line.id === id ? { ...line, quantity: seats } : line)))
  },

  remove(id: string): void {
    storeCart(storedLines().filter((line) => line.id !== id))
  },

  clear(): void {
    storeCart([])
  },

  /** Changes the lines as they are at this moment in all tabs. */
  change(how: (lines: CartLine[]) => CartLine[]): void {
    storeCart(how(storedLines()))
  },

  /**
   * Takes the present names, prices and banners from the server; of the courses `asked`, those it no longer has leave. Returns what left,
   * and what has another price now.
   */
  refresh(requested: readonly string[], courses: readonly CartCourse[]): { dropped: CartLine[]; repriced: CartLine[] } {
    const lines = storedLines()
    const present = new Map(courses.map((course) => [course.course_id, course]))
    const dropped = lines.filter((line) => requested.includes(line.id) && !present.has(line.id))
    const next = lines.flatMap((line) => {
      const course = present.get(line.id)
      if (course) return [{ ...line, ...shownOf(course, line) }]
      return dropped.includes(line) ? [] : [line]
    })
    const repriced = lines.filter(({ id, price }) => next.some((line) => line.id === id && line.price !== price))
    if (JSON.stringify(next) !== JSON.stringify(lines)) storeCart(next)
    return { dropped, repriced }
  },

  choosePromocode(code: string | undefined): void {
    const promocode = code?.trim().toUpperCase() || undefined
    if (promocode) storage.write('promocode', promocode)
    else storage.remove('promocode')
    useCart.setState({ promocode })
  },
}

/** Returns the option of a course that is chosen, or named by a line of the cart, else its first one; undefined for a course without options. */
export const optionOf = ({ name, options, option }: CartCourse, line?: { name: string }) =>
  options?.find((one) => one.option_id === option || optionName(name, one.name) === line?.name) ?? options?.[0]

/** Overwrites an `access` that is gone. A card names its ways to pay; a course has their terms. */
const shownOf = (course: CartCourse, before?: CartLine) => {
  const {
    banner,
    includes,
    options,
    parts,
    ways = [...(options ? ['options'] : []), ...(parts ? ['parts'] : [])],
  } = course
  const { name, price, access_period } = soldOption(course, optionOf(course, before)?.option_id ?? '') ?? course
  return {
    name,
    price,
    banner,
    access: access_period ?? undefined,
    includes: includes?.map((one) => ({ course_id: one.course_id, price: one.price })),
    ways: ways.length > 0 ? [...ways] : undefined,
  }
}

/** One seat of a course as a line of the cart. */
export const toLine = (course: CartCourse): CartLine => ({ id: course.course_id, ...shownOf(course), quantity: 1 })

/** Another tab may have changed the cart a moment ago. */
function storedLines(): CartLine[] {
  return storage.read('cart') ?? useCart.getState().lines
}

function storeCart(lines: CartLine[]): void {
  storage.write('cart', lines)
  useCart.setState({ lines })
}

function load(): void {
  useCart.setState({ lines: storage.read('cart') ?? [], promocode: storage.read('promocode'), ready: true })
}

/** Reads the cart from the storage and follows the other tabs. Called once, by the browser's entry. */
export function startCart(): void {
  load()
  storage.watch(['cart', 'promocode'], load)
}
