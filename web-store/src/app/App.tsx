import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { PageShop } from 'contract/shop/defaults'
import type { ReactNode } from 'react'
import { useRoutes } from 'react-router-dom'
import { ShopChangesContext } from '../content/brand.ts'
import { TaxContext } from '../content/tax.ts'
import { useKnownTax } from '../shared/cart/tax.queries.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { routes } from './routes.tsx'

function Screens() {
  return useRoutes(routes)
}

function KnownTax({ shop, children }: { shop: PageShop | undefined; children: ReactNode }) {
  return <TaxContext value={useKnownTax(shop)}>{children}</TaxContext>
}

/** Renders the store inside its router, in the browser and on the server. */
export function App({ queryClient, shop }: { queryClient: QueryClient; shop?: PageShop | undefined }) {
  return (
    <QueryClientProvider client={queryClient}>
      <ShopChangesContext value={shop}>
        <KnownTax shop={shop}>
          <Screens />
          <Toasts />
        </KnownTax>
      </ShopChangesContext>
    </QueryClientProvider>
  )
}
