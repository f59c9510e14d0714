import type { BuyFields } from 'contract/orders/buy-fields'
import type { Reduction } from 'contract/orders/price-cart'
import { type ComponentType, useCallback, useContext, useState } from 'react'
import { ShopChangesContext } from '../../content/brand.ts'
import { TryAgain } from '../../ui/ErrorBoundary.tsx'
import { later } from '../../ui/later.tsx'
import type { PurchaseFailure } from './purchase-failures.ts'

/** Input of a part for the purchase. */
type Added = {
  fields: BuyFields
  /** Labelled in the language of the page. */
  reductions?: readonly Reduction[]
  /** Shows the problems of its fields, and returns the first. */
  check?: () => string | undefined
}

type Shown = {
  courseIds: string[]
  promocode: string | undefined
  offer: string | undefined
  /** Failure of the last purchase. */
  failure: PurchaseFailure | undefined
  /** The purchase is on its way. */
  busy: boolean
}

export type CheckoutPart = Shown & {
  /** Replaces the part's input; the function never changes. */
  add: (added: Added) => void
}

/** Parts of features, `CheckoutPart.tsx` in a folder with the name of its setting: one is loaded where the shop has set it. */
const found = Object.entries(import.meta.glob<{ default: ComponentType<CheckoutPart> }>('../*/CheckoutPart.tsx')).map(
  ([path, load]) => ({
    name: path.split('/').at(-2)?.replaceAll('-', '_') ?? '',
    Part: later(load, { failed: (again) => <TryAgain again={again} /> }),
  }),
)

/** Collects what parts of the checkout add to a purchase. */
export function useParts() {
  const shop: object = useContext(ShopChangesContext) ?? {}
  const [added, setAdded] = useState<Readonly<Record<string, Added>>>({})
  const all = Object.values(added)
  return {
    fields: Object.assign({}, ...all.map(({ fields }) => fields)) as BuyFields,
    reductions: all.flatMap(({ reductions = [] }) => reductions),
    /** Returns the first problem of the parts. */
    check: () => all.map(({ check }) => check?.()).find((problem) => problem !== undefined),
    shown: (props: Shown) =>
      found.flatMap(({ name, Part }) =>
        name in shop ? <Adding key={name} name={name} Part={Part} setAdded={setAdded} of={props} /> : [],
      ),
  }
}

type AddingProps = {
  name: string
  Part: ComponentType<CheckoutPart>
  setAdded: (next: (before: Readonly<Record<string, Added>>) => Readonly<Record<string, Added>>) => void
  of: Shown
}

function Adding({ name, Part, setAdded, of }: AddingProps) {
  const add = useCallback((one: Added) => setAdded((before) => ({ ...before, [name]: one })), [name, setAdded])
  return <Part {...of} add={add} />
}
