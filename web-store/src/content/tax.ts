import { addedTaxText, type ShownTax } from 'contract/added-tax'
import { createContext, useContext } from 'react'

/** The tax of purchases; null without tax, undefined until it is known. */
export const TaxContext = createContext<ShownTax | null | undefined>(undefined)

/** Returns the text beside every price that tax is added to, such as `+ 18% GST`; else empty. `ui/PriceTicket` shows it. */
export const useAddedTax = () => addedTaxText(useContext(TaxContext))
