import type { Page } from '@playwright/test'
import { indianDay } from 'contract/indian-time'
import { taxSettings } from '../server/test/tax-settings.ts'
import type { Shop } from './shop.ts'

/** Sets the tax of a shop in Maharashtra from today on, like the console does. */
export async function setTax(shop: Shop, input: Partial<Parameters<typeof taxSettings>[0]>): Promise<void> {
  const { body: session } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: shop.owner })
  const body = taxSettings({ valid_from: indianDay(new Date()), ...input })
  const { status } = await shop.call('PUT', '/admin/tax_settings', { token: session.access_token, body })
  if (status !== 200) throw new Error(`tax settings: ${status}`)
}

/** The checkout field for a tax invoice. */
export const stateField = (page: Page) => page.getByRole('combobox', { name: 'State' })
/** Asks for an invoice for a business, which shows its fields. */
export const businessBox = (page: Page) => page.getByRole('checkbox', { name: 'I need a GST invoice for my business' })
export const gstinField = (page: Page) => page.getByRole('textbox', { name: /^GSTIN/ })
export const placeField = (page: Page) => page.getByRole('textbox', { name: 'City or town' })
export const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN code' })
export const addressField = (page: Page) => page.getByRole('textbox', { name: 'Business address' })
