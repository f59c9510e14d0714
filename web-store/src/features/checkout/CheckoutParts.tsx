import type { BuyFields } from 'contract/orders/buy-fields'
import { reducing } from 'contract/orders/reducing'
import type { PageShop } from 'contract/shop/defaults'
import { type ComponentType, useCallback, useContext, useEffect, useState } from 'react'
import { ShopChangesContext } from '../../content/brand.ts'
import type { Added, CheckoutPart } from '../../shared/cart/checkout-part.ts'
import { inPlace, later, type PartFile } from '../../ui/later.tsx'

export type CheckoutPartFile = PartFile<CheckoutPart>

/**
 * Parts of features: `CheckoutPart.tsx` in a folder with the name of its setting, `PayWay.tsx` in one with the name of the way. One is loaded
 * where the shop, or a course of the cart, has it.
 */
const files = Object.entries(import.meta.glob<CheckoutPartFile>('../*/{CheckoutPart,PayWay}.tsx'))
const written = import.meta.env.SSR ? await Promise.all(files.map(([, load]) => load())) : []
const found = files.map(([path, load], at) => ({
  name: path.split('/').at(-2)?.replaceAll('-', '_') ?? '',
  Part: later(load, {
    module: path.replace('..', 'src/features'),
    now: written[at]?.default,
    failed: inPlace,
  }),
}))

/** Loads the parts that this shop has set. Returns their source modules. */
export async function fetchParts(shop: PageShop | undefined): Promise<string[]> {
  const wanted = found.filter(({ name }) => shop && name in shop)
  return (await Promise.all(wanted.map(({ Part }) => Part.fetch(shop)))).flat()
}

/** Shows the parts of the shop, and collects what they add to a purchase. */
export default function CheckoutParts({ add, ...props }: CheckoutPart) {
  const shop: object = useContext(ShopChangesContext) ?? {}
  const [added, setAdded] = useState<Readonly<Record<string, Added>>>({})
  useEffect(() => {
    const all = Object.values(added)
    add({
      fields: Object.assign({}, ...all.map(({ fields }) => fields)) as BuyFields,
      nowPaise: all.find(({ nowPaise }) => nowPaise)?.nowPaise,
      child: all.some(({ child }) => child),
      reduce: reducing(all.flatMap(({ reductions = [] }) => reductions)),
      check: (focus) => all.reduce((fine, { check }) => (check?.(focus && fine) ?? true) && fine, true),
    })
  }, [added, add])
  return found.flatMap(({ name, Part }) =>
    name in shop || props.ways?.split(',').includes(name) ? (
      <Adding key={name} name={name} Part={Part} setAdded={setAdded} of={props} />
    ) : (
      []
    ),
  )
}

type AddingProps = {
  name: string
  Part: ComponentType<CheckoutPart>
  setAdded: (next: (before: Readonly<Record<string, Added>>) => Readonly<Record<string, Added>>) => void
  of: Omit<CheckoutPart, 'add'>
}

function Adding({ name, Part, setAdded, of }: AddingProps) {
  const add = useCallback((one: Added) => setAdded((before) => ({ ...before, [name]: one })), [name, setAdded])
  return <Part {...of} add={add} />
}
